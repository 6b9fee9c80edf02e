// @ts-check
// The ways through a game: from turn to turn, to the next of a kind, from eyes to eyes.
import { say } from "../i18n.js";
import { moments } from "./moments.js";

/** @typedef {import("./game.js").Game} Game */

/** @param {Game} game @param {number} by */
export function turn(game, by) {
  const { turns } = game.timeline;
  const n = game.n.value;
  const target = by > 0 ? turns.find((start) => start > n) : turns.findLast((start) => start < n);
  game.goTo(target ?? (by > 0 ? game.version.value : 1));
}

/** Jumps to the next of some events, after the last one round to the first; where there is none, `none` is said. @param {Game} game @param {number[]} all @param {string} none */
export function round(game, all, none, by = 1) {
  const n = game.n.value;
  const found = by > 0 ? all.find((one) => one > n) ?? all[0] : all.findLast((one) => one < n) ?? all.at(-1);
  if (found === undefined) {
    game.flash.value = none;
    return;
  }
  game.goTo(found, { push: true });
  if (found === n) game.flash.value = say("replay-only-one");
  else if (by > 0 ? found < n : found > n) game.flash.value = say("replay-gone-round");
}

/** Jumps to the next mark of a kind. @param {Game} game @param {string} kind */
export function next(game, kind, by = 1) {
  round(game, game.timeline.markers.filter((marker) => marker.kind === kind).map((marker) => marker.n), say("replay-none-of-kind"), by);
}

/** Jumps to the next moment that mattered. @param {Game} game */
export function nextMoment(game, by = 1) {
  round(game, moments(game).map(({ n }) => n), say(game.isLive.value ? "story-later" : "replay-none-of-kind"), by);
}

/** Jumps to the next event that breaks a rule. @param {Game} game */
export function nextFault(game, by = 1) {
  if (!game.verdicts.audit.value) game.flash.value = say("replay-still-judging");
  else round(game, game.verdicts.faults.value, say("replay-no-fault"), by);
}

/** Looks with the next eyes that are open to us. @param {Game} game */
export function cycleView(game) {
  const views = game.head.value?.may.views || [];
  if (views.length > 1) game.look(views[(views.indexOf(game.view.value) + 1) % views.length]);
  else game.flash.value = say("replay-only-view");
}
