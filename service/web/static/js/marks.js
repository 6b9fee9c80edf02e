// @ts-check
// Marks the games in a list that break the rules: those from files, since nobody can break them here.
import { ask, gamePath } from "./api.js";
import { html, render } from "./html.js";
import { say } from "./say.js";

const ALL = 100_000; // no verdict on a single event is wanted, only what they come to

/** @param {HTMLElement} place */
async function judge(place) {
  const { judge: game = "", at = "" } = place.dataset;
  const { first } = await ask(gamePath(game, `/audit?after=${ALL}`));
  if (!first) return;
  const said = first.clause ? say("lobby-irregular", { n: String(first.n), clause: first.clause }) : say("lobby-differs", { n: String(first.n) });
  render(html`<a class="chip bad" href=${`${at}${at.includes("?") ? "&" : "?"}n=${first.n}`}>${said}</a>`, place);
}

/** One after another: an audit takes the service a moment, and what it comes to is kept there. */
export async function judgeAll() {
  for (const place of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-judge]"))) {
    await judge(place).catch(() => {}); // the list is whole without the mark, which the page of the game shows as well
  }
}
