// The timeline of a live game, which grows by what each event brings: marks for the scrubber, coins for the graph.
import { cardsOf, worth } from "./cards.js";
import { data } from "./html.js";

const { editions } = data();

/** Adds a point [n, value] where the value has changed. */
function step(points, n, value) {
  const [from, before] = points.at(-1) || [0];
  if (from < n && before !== value) points.push([n, value]);
}

/** What all fields of a seat pay if sold now; null when that cannot be told here. */
function harvest({ edition, options }, fields) {
  const values = fields.map((field) => (field.length ? worth(edition, field, options)?.coins : 0));
  return values.includes(undefined) ? null : values.reduce((sum, coins) => sum + coins, 0);
}

/** What a timeline tells of the first n events. */
export function cut({ markers, series }, n) {
  const upTo = (points) => points.filter(([at]) => at <= n);
  return {
    markers: markers.filter((marker) => marker.n <= n),
    series: series.map((seat) => ({ ...seat, coins: upTo(seat.coins), harvest_now: upTo(seat.harvest_now) })),
  };
}

/** Adds event n, and the table after it, to the markers and the series. */
export function grow({ markers, series }, n, event, table) {
  const kind = editions[table.edition]?.marked[event.type];
  if (kind) markers.push({ n, kind, turn: table.turn.number });
  table.seats.forEach((seat, k) => {
    series[k] ??= { seat: k, coins: [], harvest_now: [] };
    step(series[k].coins, n, cardsOf(seat.coins).length);
    const now = harvest(table, seat.fields);
    if (now !== null) step(series[k].harvest_now, n, now);
  });
}
