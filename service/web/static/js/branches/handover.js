// @ts-check
// Playing several seats of a what-if: this tab acts for the one that the game waits for, or for the one that is chosen.
import { effect } from "@preact/signals";
import { tokens } from "../tokens.js";

/** @typedef {import("../game/game.js").Game} Game */

/** The seats of a what-if made here that are played here, where there are several. @param {Game} game @returns {number[]} */
export function playedHere(game) {
  if (!game.head.value?.forked_from || !game.isLive.value || !tokens.organiser(game.id)) return [];
  const seats = tokens.seats(game.id).map(({ seat }) => seat);
  return seats.length > 1 ? seats : [];
}

/**
 * The seat that should act next: one that has just got an offer, else one that the game waits for.
 * @param {{you: number | null, seats: number[], to_act: number[], asked: number[], before: number[]}} now `before` are those that had offers before
 */
export function nextSeat({ you, seats, to_act: awaited, asked, before }) {
  const held = (/** @type {number[]} */ some) => some.filter((seat) => seats.includes(seat));
  const [fresh] = held(asked.filter((seat) => !before.includes(seat)));
  if (fresh !== undefined) return fresh;
  if (you !== null && (awaited.includes(you) || asked.includes(you))) return you;
  return held(asked)[0] ?? held(awaited)[0] ?? you;
}

/** Acts for another seat from now on, and looks with its eyes. @param {Game} game @param {number} seat */
export async function actFor(game, seat) {
  tokens.act(game.id, seat);
  await game.refresh();
  await game.look(`seat:${seat}`);
}

/** Hands the game over from seat to seat as it goes on. @param {Game} game */
export function handOver(game) {
  /** @type {number[]} */
  let before = [];
  let handing = false;
  effect(() => {
    const { to_act, asked } = game.head.value ?? {};
    const [you, seats] = [game.you.value, playedHere(game)];
    if (!seats.length || handing || !game.following.value) return;
    const seat = nextSeat({ you, seats, to_act, asked, before });
    before = asked;
    if (seat === null || seat === you) return;
    handing = true;
    queueMicrotask(() => actFor(game, seat).finally(() => { handing = false; })); // outside of the effect, which would hear of all that it reads
  });
}
