// @ts-check
// Navigation in a game: by turns, to the next marked event of a kind, to the next view.
import { say } from "../i18n.js";
import { moments } from "./moments.js";

/** @typedef {import("./game.js").Game} Game */

/** Go to the start of the next or previous turn. @param {Game} game @param {number} by */
export function goToTurn(game, by) {
  const { turns } = game.timeline;
  const n = game.n.value;
  const target = by > 0 ? turns.find((start) => start > n) : turns.findLast((start) => start < n);
  game.goTo(target ?? (by > 0 ? game.version.value : 1));
}

/** Jump to the next of these events, and from the last one to the first. If there are none, show `noneText`. @param {Game} game @param {number[]} all @param {string} noneText */
export function goToNextOf(game, all, noneText, by = 1) {
  const n = game.n.value;
  const target = by > 0 ? all.find((one) => one > n) ?? all[0] : all.findLast((one) => one < n) ?? all.at(-1);
  if (target === undefined) {
    game.flash.value = noneText;
    return;
  }
  game.goTo(target, { push: true });
  if (target === n) game.flash.value = say("replay-only-one");
  else if (by > 0 ? target < n : target > n) game.flash.value = say("replay-gone-round");
}

/** Jump to the next marker of a kind. @param {Game} game @param {string} kind */
export function goToNextMarker(game, kind, by = 1) {
  goToNextOf(game, game.timeline.markers.filter((marker) => marker.kind === kind).map((marker) => marker.n), say("replay-none-of-kind"), by);
}

/** Jump to the next key moment. @param {Game} game */
export function goToNextMoment(game, by = 1) {
  goToNextOf(game, moments(game).map(({ n }) => n), say(game.isLive.value ? "story-later" : "replay-none-of-kind"), by);
}

/** Jump to the next event that breaks a rule. @param {Game} game */
export function goToNextFault(game, by = 1) {
  if (!game.verdicts.audit.value) game.flash.value = say("replay-still-judging");
  else goToNextOf(game, game.verdicts.faults.value, say("replay-no-fault"), by);
}

/** Change to the next allowed view. @param {Game} game */
export function cycleView(game) {
  const views = game.head.value?.may.views || [];
  if (views.length > 1) game.changeView(views[(views.indexOf(game.view.value) + 1) % views.length]);
  else game.flash.value = say("replay-only-view");
}
