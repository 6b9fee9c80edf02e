// @ts-check
// Two aligned tables, with outlines around the zones that differ, and the differences in coins.
import { html } from "../html.js";
import { formatList, say } from "../i18n.js";
import { CurrentTable } from "../replay/table_view.js";
import { compare } from "./compare_loader.js";
import { addressOf } from "./fork.js";
import { branchName } from "./tree.js";

/** @typedef {import("../game/game.js").Game} Game */
/** @typedef {import("./comparison.js").Comparison} Comparison */

/** The panes of a narrow window, which shows one at a time. @type {("here" | "there" | "list")[]} */
const PANES = ["here", "there", "list"];

/** Return the title of a game beside another: its players for games of the same deal, otherwise its branch. @param {Game} game @param {Game} other */
function titleOf(game, other) {
  if (!game.head.value) return "…";
  const origin = game.head.value.forked_from;
  if (!origin && !other.head.value?.forked_from) return formatList(game.seats.value.map((_, k) => game.name(k)));
  return branchName({ parent: origin?.game ?? null, at: origin?.at ?? 0 });
}

/** Return a shorter title, for narrow windows. @param {Game} game @param {Game} other */
const shortTitle = (game, other) => (game.head.value?.forked_from ? say("branch-from-short", { n: String(game.head.value.forked_from.at) }) : titleOf(game, other));

/** @param {{game: Game, player: import("../play/player.js").Player}} props */
export function ComparedTables({ game, player }) {
  const comparison = /** @type {Comparison} */ (game.comparison.value);
  const { other } = comparison;
  const marks = Object.fromEntries(comparison.places.value.map((place) => [place, { look: "differs" }]));
  const there = other.problem.value
    ? html`<div class="felt unseen"><p class="error" role="alert">${other.problem.value}</p></div>`
    : html`<${CurrentTable} game=${other} isSecond more=${marks} />`;
  return html`
    <div class="compared" data-pane=${comparison.pane.value}>
      <${Heads} game=${game} comparison=${comparison} />
      <div class="both">
        <section class="one here" aria-label=${titleOf(game, other)}><${CurrentTable} game=${game} player=${player} more=${marks} /></section>
        <section class="one there" aria-label=${titleOf(other, game)}>${there}</section>
      </div>
    </div>`;
}

/** Describe a place in words, for screen readers. @param {Game} game @param {string} place */
function describePlace(game, place) {
  const [, first, k, zone, i] = place.split("/");
  /** @type {Record<string, () => string>} */
  const zones = { draw_pile: () => say("table-draw-pile"), discard_pile: () => say("table-discards"), turned_up: () => say("table-turned-up"), hand: () => say("table-hand"), set_aside: () => say("table-set-aside"), fields: () => say("table-field", { field: Number(i) + 1 }) };
  const words = zones[first === "seats" ? zone : first]?.() ?? "";
  return words && first === "seats" ? `${game.name(Number(k))} ${words}` : words;
}

/** @param {{game: Game, comparison: Comparison}} props */
function Heads({ game, comparison }) {
  const { other, gains, places, pane, step } = comparison;
  const coinTexts = gains.value.map(({ seat, from, to }) => say("branch-gain", { name: game.name(seat), from, to }));
  const summary = other.isCurrent.value && game.isCurrent.value ? (coinTexts.length ? coinTexts.join(", ") : say(places.value.length ? "branch-same-coins" : "branch-no-difference")) : "";
  const where = places.value.length && summary ? say("branch-differs", { places: places.value.map((place) => describePlace(game, place)).filter(Boolean).join(", ") }) : "";
  return html`
    <div class="compared-heads">
      <div>
        <p class="title-here"><b>${titleOf(game, other)}</b> <span>${game.n.value}</span></p>
        <div class="panes" role="group" aria-label=${say("branch-panes")}>
          ${PANES.map((one) => html`<button type="button" class=${`quiet pane-${one}`} aria-pressed=${String(pane.value === one)} onClick=${() => { pane.value = pane.value === one ? "here" : one; }}>
            ${one === "list" ? say("branch-list") : one === "here" ? shortTitle(game, other) : shortTitle(other, game)}</button>`)}
        </div>
        <p class="gains" role="status" title=${where}>${summary}${where && html`<span class="visually-hidden">. ${where}</span>`}</p>
      </div>
      <div>
        <p class="title-there"><b>${other.head.value ? html`<a href=${addressOf(game, other.id, other.n.value, { compare: game.id })}>${titleOf(other, game)}</a>` : titleOf(other, game)}</b> <span>${other.n.value || ""}</span></p>
        <label class="step"><span class="visually-hidden">${say("branch-step")}</span>
          <select value=${step.value} onChange=${(/** @type {any} */ event) => { step.value = event.target.value; }}>
            <option value="event">${say("branch-by-event")}</option><option value="turn">${say("branch-by-turn")}</option></select></label>
        <button type="button" class="quiet" onClick=${() => compare(game, null)}>${say("branch-stop")}</button>
      </div>
    </div>`;
}
