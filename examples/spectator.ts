// Draws a game as it goes, with the client kit, through whatever happens: node spectator.js http://127.0.0.1:8000 GAME [TOKEN]
import { Haricot, type Position } from "haricot-client";

const [, , address = "", game = "", token] = process.argv;
const service = new Haricot(address, token);
const names = (await service.head(game)).seats.map(({ name, seat }) => name ?? `seat ${seat}`);
const count = (cards: readonly unknown[] | number) => (typeof cards === "number" ? cards : cards.length);

/** A line for each seat: who sits there, how many cards they hold, how many coins, and what grows in their fields. */
function drawn({ seats }: Position): string {
  const width = Math.max(...names.map(({ length }) => length));
  return seats
    .map(({ hand, coins, fields }, seat) => {
      const beans = (fields ?? []).map((field) => (field.length > 0 ? `${field.length} ${field[0]}` : "-"));
      const held = `${count(hand)} cards`.padStart(8);
      return `  ${names[seat]?.padEnd(width)} ${held} ${`${count(coins)}`.padStart(3)} coins  ${beans.join(" | ")}`;
    })
    .join("\n");
}

for await (const message of service.follow(game, { state: ["table", "sentence"], after: 0 })) {
  if ("event" in message) console.log(`${message.n}. ${message.sentence}\n${message.table ? drawn(message.table) : ""}`);
  if ("notice" in message) console.log(`-- ${message.notice.kind}: ${message.notice.says}`);
}
const { scores, winners } = await service.head(game);
console.log(JSON.stringify({ scores, winners }));
