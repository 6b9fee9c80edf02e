// @ts-check
// This seat's share of a tournament deal: drawn and stored in this browser, and revealed once all seats have committed.
import { computed } from "@preact/signals";
import { hex, sha256 } from "../deal/sha256.js";

/** @typedef {{state: "sits" | "commits" | "waits" | "reveals" | "lost", commitment: string}} ShareState */

/** Return the storage key of the shares of a seat. @param {string} game @param {number} seat */
const storageKey = (game, seat) => `haricot:share:${game}:${seat}`;

/** Return the stored shares by their commitments. @param {string} game @param {number} seat @returns {Record<string, string>} */
const storedShares = (game, seat) => JSON.parse(localStorage.getItem(storageKey(game, seat)) ?? "{}");

/** Whether the page can use the browser's SHA-256, which needs HTTPS or localhost. */
export const isSecure = Boolean(globalThis.crypto?.subtle);

/** Return the commitment to a share. For such a list JSON.stringify writes canonical JSON (RFC 8785). @param {string} game @param {number} seat @param {string} share base64 */
export async function commitmentOf(game, seat, share) {
  const bytes = new TextEncoder().encode(JSON.stringify(["haricot-shuffle/1", "share", game, seat, share]));
  return hex(isSecure ? new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)) : sha256(bytes));
}

export class Shares {
  /** @param {import("./commands.js").CommandSender} commands */
  constructor(commands) {
    this.commands = commands;
    this.game = commands.game;
  }

  /** The state of this seat's share; null without shares or after the deal. @type {import("@preact/signals").ReadonlySignal<ShareState | null>} */
  state = computed(() => {
    const { game, commands } = this;
    const you = game.you.value;
    const turn = commands.position.value?.turn;
    if (you === null || turn?.level !== "tournament") return null;
    const commitment = turn.commitments[you];
    if (!commitment) return { state: this.#isTaken(you) ? "commits" : "sits", commitment: "" };
    if (!(commitment in storedShares(game.id, you))) return { state: "lost", commitment };
    return { state: game.head.value.to_act.includes(you) ? "reveals" : "waits", commitment };
  });

  /** Whether all seats have committed, so that the deal waits only for revealed shares. */
  haveAllCommitted = computed(() => {
    const commitments = this.commands.position.value?.turn.commitments;
    return Boolean(commitments) && this.game.head.value.to_act.every((/** @type {number} */ seat) => commitments[seat]);
  });

  /** Return whether a seat is taken, by the events so far. @param {number} seat */
  #isTaken(seat) {
    const last = this.game.events.findLast(({ event }) => event.seat === seat && /^seat_(taken|vacated)\./.test(event.type));
    return last !== undefined && last.event.type.startsWith("seat_taken.");
  }

  /** Send the command that the deal waits for, if it waits for this seat. */
  async update() {
    const { game, commands } = this;
    const seat = game.you.value;
    const share = this.state.value;
    if (seat === null || !commands.isReady.value) return;
    if (!share && commands.position.value?.turn.phase !== "seating") localStorage.removeItem(storageKey(game.id, seat)); // the deal is made
    if (!share) return;
    if (share.state === "reveals") await commands.send({ type: "RevealShare", seat, contribution: storedShares(game.id, seat)[share.commitment] });
    if (share.state !== "sits" && share.state !== "commits") return;
    const commitment = await this.#drawShare(seat);
    if (!commitment || this.state.value?.state !== share.state) return;
    const command = { seat, commitment };
    await commands.send(share.state === "sits" ? { ...command, type: "TakeSeat", kind: "human", pseudonym: `seat-${seat}` } : { ...command, type: "CommitShare" });
  }

  #isDrawing = false;

  /** Draw a share and store it before its commitment is sent. Return the commitment. @param {number} seat */
  async #drawShare(seat) {
    if (this.#isDrawing) return "";
    this.#isDrawing = true;
    try {
      const share = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))));
      const commitment = await commitmentOf(this.game.id, seat, share);
      localStorage.setItem(storageKey(this.game.id, seat), JSON.stringify({ ...storedShares(this.game.id, seat), [commitment]: share }));
      return commitment;
    } finally {
      this.#isDrawing = false;
    }
  }
}
