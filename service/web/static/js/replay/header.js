// @ts-check
// The header of the page: the players, the state of the game, and the view.
import { html, lazy } from "../html.js";
import { Icon } from "../icons.js";
import { formatList, say } from "../i18n.js";
import { data } from "../html.js";
import { LiveChip } from "./live.js";
import { Verdict } from "./verdict.js";

const Count = lazy(async () => (await import("./watching_parts.js")).Count);

/** @param {{game: import("../game/game.js").Game}} props */
export const Header = ({ game }) => html`
    <header class="game-top">
      <a class="home" href="/" aria-label="Haricot"><svg class="bean" viewBox="0 0 48 48" aria-hidden="true"><use href="#bean-green" /></svg></a>
      <${Title} game=${game} />
      <${Chips} game=${game} />
      <${ViewSelect} game=${game} />
      <button type="button" class="quiet icon-only" aria-label=${say("replay-menu")} title=${say("replay-menu")} onClick=${() => game.dialog.value = "menu"}><${Icon} name="menu" /></button>
    </header>`;

/** Show the players and the edition. @param {{game: import("../game/game.js").Game}} props */
export function Title({ game }) {
  const head = game.head.value;
  const { edition, version } = head.rules;
  const rules = `/rules/${encodeURIComponent(edition)}?version=${encodeURIComponent(version)}`;
  const names = formatList(game.seats.value.map((_, k) => game.name(k)));
  return html`
    <div class="title"><h1 title=${names}>${names}</h1>
      <p title=${data().editions[edition]?.name || edition}><a href=${rules}>${data().editions[edition]?.name || edition}</a><span class="id"> · ${head.game}</span></p></div>`;
}

/** Show the state of the game as chips. @param {{game: import("../game/game.js").Game}} props */
export const Chips = ({ game }) => html`
  <div class="chips">
    <${LiveChip} game=${game} />
    ${game.head.value.paused && html`<span class="chip">${say("replay-paused")}</span>`}
    ${game.head.value.practice && html`<span class="chip">${say("replay-practice")}</span>`}
    ${game.watching.value && game.watching.value.count.value > 0 && html`<${Count} watching=${game.watching.value} />`}
    <${Verdict} game=${game} />
  </div>`;

/** Show the selector of the view. @param {{game: import("../game/game.js").Game}} props */
export const ViewSelect = ({ game }) => html`
  <label class="eyes"><span class="visually-hidden">${say("replay-view")}</span>
    <select value=${game.view.value} onChange=${(/** @type {{target: HTMLSelectElement}} */ event) => game.changeView(event.target.value)}>
      ${game.head.value.may.views.map((/** @type {string} */ one) => html`<option value=${one}>${viewName(game, one)}</option>`)}</select></label>`;

/** Return the name of a view. @param {import("../game/game.js").Game} game @param {string} view */
export const viewName = (game, view) => (view === "omniscient" ? say("replay-everything") : view === "spectator" ? say("replay-spectator") : say("replay-eyes-of", { name: game.name(Number(view.slice(5))) }));
