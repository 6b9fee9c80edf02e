// A client made from the description plays a game: two seats and their moves, all of them typed.
import createClient from "openapi-fetch";
import type { components, paths } from "./schema.js";

type Command = components["schemas"]["Command"];
type Event = components["schemas"]["Event"];

const [, , baseUrl = "", moves = "0"] = process.argv;
const api = createClient<paths>({ baseUrl });
const as = (token: string) => ({ Authorization: `Bearer ${token}` });

/** What an event says of a field, known by its type alone. */
function planted(event: Event): string | null {
  return event.type === "bean_planted.1" ? `${event.variety} in field ${event.field} of seat ${event.seat}` : null;
}

const made = await api.POST("/v1/games", {
  body: { edition: "classic", seats: [{ name: "Ana" }, { name: "Bo" }, { kind: "bot", bot: "greedy" }], pace: 0 },
});
if (made.data === undefined) throw new Error(made.error.detail);
const { game, tokens } = made.data;
const path = { game };

let given = 0;
while (given < Number(moves)) {
  const head = await api.GET("/v1/games/{game}", { params: { path } });
  if (head.data === undefined || head.data.status !== "running") break;
  const waits = [...head.data.to_act, ...head.data.asked];
  const mine = tokens.find(({ seat }) => waits.includes(seat));
  if (mine === undefined) {
    await api.GET("/v1/games/{game}/events", { params: { path, query: { after: head.data.version, wait: 5 } } });
    continue;
  }
  const choices = await api.GET("/v1/games/{game}/legal-commands", {
    params: { path, query: { seat: mine.seat } },
    headers: as(mine.token),
  });
  const onward: readonly Command["type"][] = ["EndPlanting", "EndTrading", "DrawCards"];
  const legal = choices.data?.legal ?? [];
  const command = legal.find(({ type }) => onward.includes(type)) ?? legal[0];
  if (command === undefined) continue;
  const done = await api.POST("/v1/games/{game}/commands", { params: { path }, body: command, headers: as(mine.token) });
  if (done.data === undefined) {
    if (done.error?.code === "game.conflict" || done.error?.clause !== undefined) continue;
    throw new Error(done.error?.detail);
  }
  if ("events" in done.data) {
    given += 1;
    for (const { event } of done.data.events) {
      const says = planted(event);
      if (says !== null) console.log(says);
    }
  }
}

const table = await api.GET("/v1/games/{game}/table", { params: { path, query: { as: "spectator" } } });
const hands = table.data?.seats.map(({ hand }) => (typeof hand === "number" ? hand : hand.length));
console.log(JSON.stringify({ game, given, hands, phase: table.data?.turn.phase }));
