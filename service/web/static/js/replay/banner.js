// @ts-check
// The banner that lists the illegal events of a game, until the user closes it.
import { signal } from "@preact/signals";
import { html } from "../html.js";
import { Icon } from "../icons.js";
import { say } from "../i18n.js";
import { Clause } from "./clause.js";

/** @typedef {import("../game/game.js").Game} Game */

/** The maximum number of listed events. The chip and the marks lead to the others. */
const EVENTS_MAX = 5;
const isClosed = signal(false);

/** @param {{game: Game}} props */
export function FaultBanner({ game }) {
  const faults = game.verdicts.faults.value.filter((n) => n <= game.version.value);
  if (isClosed.value || !faults.length) return null;
  const [first, ...others] = faults.slice(0, EVENTS_MAX);
  return html`
    <section class="banner" aria-label=${say("replay-faults", { count: faults.length })}>
      <b>${say("replay-faults", { count: faults.length })}:</b>
      <${Fault} game=${game} n=${first} />
      ${others.length > 0 && html`<details><summary>${say("replay-and-more", { count: faults.length - 1 })}</summary>
        <ul>${others.map((n) => html`<li key=${n}><${Fault} game=${game} n=${n} /></li>`)}</ul></details>`}
      <button type="button" class="quiet shut-banner" aria-label=${say("replay-close")} title=${say("replay-close")} onClick=${() => { isClosed.value = true; }}><${Icon} name="close" /></button>
    </section>`;
}

/** @param {{game: Game, n: number}} props */
function Fault({ game, n }) {
  const verdict = game.verdicts.of(n);
  return html`<span class="fault"><span class="says">${n}, ${game.sentences[n - 1]}</span>
    ${verdict?.clause && html`<${Clause} game=${game} verdict=${verdict} at="banner" />`}
    <button type="button" class="quiet" onClick=${() => game.goTo(n, { push: true })}>${say("replay-show")}</button></span>`;
}
