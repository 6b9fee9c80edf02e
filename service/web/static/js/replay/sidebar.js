// @ts-check
// The side rail with its tabs: events, legal commands, comments. On a phone it covers the table.
import { html } from "../html.js";
import { Icon } from "../icons.js";
import { say } from "../i18n.js";
import { useFocusTrap } from "./focus_trap.js";
import { TABS } from "./tabs.js";

/** @typedef {import("../game/game.js").Game} Game */

const STEPS = /** @type {Record<string, number>} */ ({ ArrowRight: 1, ArrowLeft: -1 });

/** Change the tab with the arrow keys, which must not step through the game here. @param {KeyboardEvent} event @param {Game} game */
function changeTab(event, game) {
  const by = STEPS[event.key];
  if (!by || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  event.stopPropagation();
  const at = TABS.findIndex(({ name }) => name === game.tab.value);
  game.tab.value = TABS[(at + by + TABS.length) % TABS.length].name;
  requestAnimationFrame(() => /** @type {HTMLElement | null} */ (document.querySelector(".rail [role=tab][aria-selected=true]"))?.focus());
}

/** @param {{game: Game}} props */
export function SideRail({ game }) {
  useFocusTrap(game);
  const { Panel, words } = TABS.find(({ name }) => name === game.tab.value) ?? TABS[0];
  const close = () => { game.sheet.value = false; };
  return html`
    ${game.sheet.value && html`<div class="behind-sheet" onClick=${close}></div>`}
    <aside class=${`rail ${game.sheet.value ? "open" : ""}`} aria-label=${say("replay-rail")}>
      <div class="tabs">
        <div role="tablist" aria-label=${say("replay-rail")} onKeyDown=${(/** @type {any} */ event) => changeTab(event, game)}>
          ${TABS.map(({ name, words: title, count }) => html`<button type="button" role="tab" key=${name} id=${`tab-${name}`} aria-controls="panel" aria-selected=${String(game.tab.value === name)}
            tabindex=${game.tab.value === name ? 0 : -1} onClick=${() => { game.tab.value = name; }}>${say(title)}<${Count} game=${game} count=${count} /></button>`)}
        </div>
        <span class="narrow-only">
          ${!game.isLive.value && html`<button type="button" class="quiet" onClick=${() => game.setResultShown(!game.result.value)}>${say(game.result.value ? "replay-hide-result" : "replay-show-result")}</button>`}
          <button type="button" class="quiet" aria-label=${say("replay-values")} title=${say("replay-values")} onClick=${() => { game.dialog.value = "values"; }}><${Icon} name="table" /></button></span>
        <button type="button" class="quiet shut" aria-label=${say("replay-close")} onClick=${close}><${Icon} name="close" /></button>
      </div>
      <div class="panel-body" id="panel" role="tabpanel" tabindex="-1" aria-label=${say(words)}><${Panel} game=${game} /></div>
    </aside>`;
}

/** @param {{game: Game, count?: (game: Game) => number}} props */
const Count = ({ game, count }) => {
  const number = count?.(game);
  return number ? html` <span class="count">${number}</span>` : null;
};
