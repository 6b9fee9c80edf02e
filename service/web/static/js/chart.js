// The coins of every seat over the whole game, as steps, with a line where we are.
import { html } from "./html.js";

const WIDTH = 600;
const HEIGHT = 150;

/** The value that holds at event n of a list [[n, value], ...]. */
const at = (steps, n) => steps.findLast(([from]) => from <= n)?.[1] ?? 0;

function path(steps, version, most) {
  const x = (n) => ((Math.max(n, 1) - 1) / Math.max(version - 1, 1)) * WIDTH;
  const y = (value) => HEIGHT - 4 - (value / most) * (HEIGHT - 12);
  const drawn = steps.map(([n, value]) => `H${x(n).toFixed(1)}V${y(value).toFixed(1)}`);
  return `M0 ${y(0)}${drawn.join("")}H${WIDTH}`;
}

export function Coins({ state, game, name }) {
  const { series, n, coinsOpen } = state;
  if (!series?.length) return null;
  const toggle = (event) => game.set({ coinsOpen: event.target.open });
  if (!coinsOpen) return html`<details class="panel coins" onToggle=${toggle}><summary>Coins over time</summary></details>`;
  const most = Math.max(5, ...series.flatMap((one) => one.coins.map(([, value]) => value)));
  const here = ((n - 1) / Math.max(game.version - 1, 1)) * WIDTH;
  return html`
    <details class="panel coins" open onToggle=${toggle}><summary>Coins over time</summary>
      <svg class="chart" viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        <path class="here" d=${`M${here} 0V${HEIGHT}`} />
        ${series.map((one) => html`<path class=${`line line-${one.seat % 7}`} d=${path(one.coins, game.version, most)} />`)}
      </svg>
      <table><thead><tr><th scope="col">Seat</th><th scope="col" class="number">Coins</th><th scope="col" class="number">If all were sold</th></tr></thead>
        <tbody>${series.map((one) => html`<tr key=${one.seat}><th scope="row">
          <svg class="sample" viewBox="0 0 30 8" aria-hidden="true"><path class=${`line line-${one.seat % 7}`} d="M0 4H30" /></svg>${name(one.seat)}</th>
          <td class="number">${at(one.coins, n)}</td><td class="number">${one.harvest_now ? at(one.coins, n) + at(one.harvest_now, n) : "?"}</td></tr>`)}</tbody></table>
    </details>`;
}
