// @ts-check
// Follows a field of a slot: by a stream where one is free for this source, else by asking every second.
import { ask, raw, withQuery } from "../api.js";
import { messages } from "../game/sse_parser.js";
import { acquire } from "../game/stream_slots.js";
import { lang } from "../i18n.js";

/**
 * @typedef {{player: string, name: string | null, coins: number | null, to_move: boolean, fields: {card: string, count: number}[], hand: string[]}} SlotPlayer
 * @typedef {{table: number, game: string | null, n: number | null, over: boolean, sentence: string | null, players: SlotPlayer[], clock: import("../game/game_clock.js").Clock | null, delay_ms: number}} SlotTable
 * @typedef {{title: string, round: number | null, tables: SlotTable[], position: any, standings: {rank: number, player: string, name: string | null, points: string}[],
 *   clock: {released: string | null, seconds: number | null, seconds_added: number, delay_seconds: number, opens: string | null, closes: string | null} | null, commentary: {id: string, n: number, text: string, marks: {place: string, to: string | null}[]}[]}} SlotField
 */

/** So many milliseconds lie between two requests where there is no stream, or before a lost one is asked for again. */
const AGAIN = 800;

const rest = () => new Promise((done) => { setTimeout(done, AGAIN); });

/** The address of a field. @param {string} tournament @param {string} slot @param {string} field */
export const fieldPath = (tournament, slot, field) => `/v1/tournaments/${encodeURIComponent(tournament)}/slots/${encodeURIComponent(slot)}/${encodeURIComponent(field)}`;

/**
 * Tells what the field shows, now and whenever it has changed, for as long as the page is open. What was told last stays
 * where nobody answers: a picture on air is no place for errors.
 * @param {string} path @param {(shown: SlotField) => void} tell
 */
export async function follow(path, tell) {
  const address = withQuery(path, { lang });
  for (;;) {
    const slot = await acquire();
    try {
      if (slot) {
        const answer = await raw(address, { headers: { Accept: "text/event-stream" }, signal: slot.lost });
        for await (const some of messages(/** @type {ReadableStream} */ (answer.body))) {
          const last = some.filter(({ event }) => event === "field").at(-1);
          if (last) tell(JSON.parse(last.data));
        }
      } else tell(await ask(address));
    } catch {
      // It is asked for again.
    } finally {
      slot?.release();
    }
    await rest();
  }
}
