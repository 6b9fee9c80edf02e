// @ts-check
// Follows a field of a slot: by a stream if one is free, otherwise by polling.
import { ask, sendRequest, withQuery } from "../api.js";
import { readMessages } from "../game/sse_parser.js";
import { acquireSlot } from "../game/stream_slots.js";
import { lang } from "../i18n.js";

/**
 * @typedef {{player: string, name: string | null, coins: number | null, to_move: boolean, fields: {card: string, count: number}[], hand: string[]}} SlotPlayer
 * @typedef {{table: number, game: string | null, n: number | null, over: boolean, sentence: string | null, players: SlotPlayer[], clock: import("../game/game_clock.js").Clock | null, delay_ms: number}} SlotTable
 * @typedef {{title: string, round: number | null, tables: SlotTable[], position: any, standings: {rank: number, player: string, name: string | null, points: string}[],
 *   clock: {released: string | null, seconds: number | null, seconds_added: number, delay_seconds: number, opens: string | null, closes: string | null} | null, commentary: {id: string, n: number, text: string, marks: {place: string, to: string | null}[]}[]}} SlotField
 */

/** The interval of polling, and the delay before a lost stream is opened again. */
const RETRY_MS = 800;

const rest = () => new Promise((done) => { setTimeout(done, RETRY_MS); });

/** Return the API path of a field. @param {string} tournament @param {string} slot @param {string} field */
export const fieldPath = (tournament, slot, field) => `/v1/tournaments/${encodeURIComponent(tournament)}/slots/${encodeURIComponent(slot)}/${encodeURIComponent(field)}`;

/**
 * Call `tell` with the content of the field, now and after each change, while the page is open. Errors are not shown: an
 * overlay on air keeps its last content.
 * @param {string} path @param {(shown: SlotField) => void} tell
 */
export async function followField(path, tell) {
  const address = withQuery(path, { lang });
  for (;;) {
    const slot = await acquireSlot();
    try {
      if (slot) {
        const answer = await sendRequest(address, { headers: { Accept: "text/event-stream" }, signal: slot.lost });
        for await (const some of readMessages(/** @type {ReadableStream} */ (answer.body))) {
          const last = some.filter(({ event }) => event === "field").at(-1);
          if (last) tell(JSON.parse(last.data));
        }
      } else tell(await ask(address));
    } catch {
      // The next round tries again.
    } finally {
      slot?.release();
    }
    await rest();
  }
}
