// @ts-check
// This seat's share of a tournament's deal: drawn in this browser, committed to, kept here, revealed once all have committed.
import { computed } from "@preact/signals";
import { hex, sha256 } from "../deal/sha256.js";

/** @typedef {{state: "sits" | "commits" | "waits" | "reveals" | "lost", commitment: string}} Standing */

/** Where the shares of a seat are kept, by what was committed to them with. @param {string} game @param {number} seat */
const keyOf = (game, seat) => `haricot:share:${game}:${seat}`;

/** @param {string} game @param {number} seat @returns {Record<string, string>} */
const kept = (game, seat) => JSON.parse(localStorage.getItem(keyOf(game, seat)) ?? "{}");

/** Whether the browser lends this page its own SHA-256; it does not over plain http. */
export const isSecure = Boolean(globalThis.crypto?.subtle);

/** What binds a seat to its share: RFC 8785 writes such a list as JSON.stringify does. @param {string} game @param {number} seat @param {string} share base64 */
export async function commitmentOf(game, seat, share) {
  const bytes = new TextEncoder().encode(JSON.stringify(["haricot-shuffle/1", "share", game, seat, share]));
  return hex(isSecure ? new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)) : sha256(bytes));
}

export class Shares {
  /** @param {import("./commands.js").Orders} orders */
  constructor(orders) {
    this.orders = orders;
    this.game = orders.game;
  }

  /** How this seat stands to the deal; null where no share is committed to, or it is dealt. @type {import("@preact/signals").ReadonlySignal<Standing | null>} */
  standing = computed(() => {
    const { game, orders } = this;
    const you = game.you.value;
    const turn = orders.position.value?.turn;
    if (you === null || turn?.level !== "tournament") return null;
    const commitment = turn.commitments[you];
    if (!commitment) return { state: this.#sits(you) ? "commits" : "sits", commitment: "" };
    if (!(commitment in kept(game.id, you))) return { state: "lost", commitment };
    return { state: game.head.value.to_act.includes(you) ? "reveals" : "waits", commitment };
  });

  /** Whether the deal waits for shares to be revealed, and for nobody to commit. */
  allCommitted = computed(() => {
    const bound = this.orders.position.value?.turn.commitments;
    return Boolean(bound) && this.game.head.value.to_act.every((/** @type {number} */ seat) => bound[seat]);
  });

  /** Whether somebody sits there, by the events so far. @param {number} seat */
  #sits(seat) {
    const last = this.game.events.findLast(({ event }) => event.seat === seat && /^seat_(taken|vacated)\./.test(event.type));
    return last !== undefined && last.event.type.startsWith("seat_taken.");
  }

  /** Gives the order that the deal waits for, if it waits for this seat. */
  async settle() {
    const { game, orders } = this;
    const seat = game.you.value;
    const standing = this.standing.value;
    if (seat === null || !orders.ready.value) return;
    if (!standing && orders.position.value?.turn.phase !== "seating") localStorage.removeItem(keyOf(game.id, seat)); // it is dealt
    if (!standing) return;
    if (standing.state === "reveals") await orders.give({ type: "RevealShare", seat, contribution: kept(game.id, seat)[standing.commitment] });
    if (standing.state !== "sits" && standing.state !== "commits") return;
    const commitment = await this.#draw(seat);
    if (!commitment || this.standing.value?.state !== standing.state) return;
    const order = { seat, commitment };
    await orders.give(standing.state === "sits" ? { ...order, type: "TakeSeat", kind: "human", pseudonym: `seat-${seat}` } : { ...order, type: "CommitShare" });
  }

  #drawing = false;

  /** Draws a share and keeps it, before anybody hears of its commitment. @param {number} seat */
  async #draw(seat) {
    if (this.#drawing) return "";
    this.#drawing = true;
    try {
      const share = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))));
      const commitment = await commitmentOf(this.game.id, seat, share);
      localStorage.setItem(keyOf(this.game.id, seat), JSON.stringify({ ...kept(this.game.id, seat), [commitment]: share }));
      return commitment;
    } finally {
      this.#drawing = false;
    }
  }
}
