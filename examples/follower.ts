// A client that @hey-api/openapi-ts made follows a game of bots by its stream, each message of it typed.
import { createGame, getGame, streamGame, type StreamMessage } from "./client/index.js";
import { client } from "./client/client.gen.js";

const [, , baseUrl = ""] = process.argv;
client.setConfig({ baseUrl });

const bots = (["greedy", "greedy", "random"] as const).map((bot) => ({ kind: "bot" as const, bot }));
const made = await createGame({ body: { edition: "classic", seats: bots, pace: 0 } });
if (made.data === undefined) throw new Error(made.error.detail);
const path = { game: made.data.game };

// It takes the data of server-sent events for text, whatever they are said to hold, and parses them nevertheless.
const { stream } = await streamGame({ path, headers: { Accept: "text/event-stream" } });
const messages = stream as unknown as AsyncIterable<StreamMessage>;
let last = 0;
for await (const message of messages) {
  if (!("event" in message)) continue; // the first table, a notice, or the end
  if (last > 0 && message.n !== last + 1) throw new Error(`event ${message.n} came after ${last}`);
  last = message.n;
  const { event } = message;
  if (event.type === "bean_planted.1") console.log(`${event.variety} in field ${event.field} of seat ${event.seat}`);
}
const head = await getGame({ path });
console.log(JSON.stringify({ game: path.game, last, status: head.data?.status, version: head.data?.version }));
