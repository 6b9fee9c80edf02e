// @ts-check
// What the page shows of watching together: a chip, a line while one follows, reactions, and the link that leads others.
import { html } from "../html.js";
import { say } from "../i18n.js";
import { Copied } from "../links.js";
import { REACTIONS } from "../game/watching.js";

/** @typedef {import("../game/watching.js").Watching} Watching */

/** How many watch, coarsely. @param {number} least */
const many = (least) => (least < 5 ? say("replay-watching-few") : say("replay-watching", { count: least }));

/** The same as a chip. @param {{watching: Watching}} props */
export const Count = ({ watching }) => html`<span class="chip watching" title=${say("replay-watching-says")}>${many(watching.count.value)}</span>`;

/** Whom one follows, with a way out, and reactions. @param {{watching: Watching}} props */
export const Together = ({ watching }) => (watching.follows.value || watching.leads.value || watching.reacts.value) && html`
  <div class="together" role="group" aria-label=${say("replay-together")}>
    ${watching.follows.value && html`<span role="status">${say(watching.isLed.value ? "replay-following" : "replay-followed-gone")}</span> <button type="button" class="quiet" onClick=${() => watching.leave()}>${say("replay-follow-leave")}</button>`}
    ${watching.leads.value && html`<span role="status">${say("replay-leading")}</span> <button type="button" class="quiet" onClick=${() => { watching.leads.value = false; }}>${say("replay-lead-stop")}</button>`}
    ${watching.reacts.value && REACTIONS.map((one) => html`<button type="button" key=${one} class="quiet" onClick=${() => watching.react(one)}>${say(`replay-react-${one}`, { count: watching.reactions.value[one] ?? 0 })}</button>`)}
  </div>`;

/** What one may do together, in the dialog of links. @param {{watching: Watching, link: string}} props */
export const Leading = ({ watching, link }) => html`
  <h3>${say("replay-together")}</h3>
  ${watching.count.value > 0 && html`<p>${many(watching.count.value)}. ${say("replay-watching-says")}</p>`}
  <label class="check"><input type="checkbox" checked=${watching.leads.value} onChange=${(/** @type {any} */ event) => { watching.leads.value = event.target.checked; }} />${say("replay-lead")}</label>
  ${watching.leads.value && (watching.lead.value ? html`<ul class="tokens"><${Copied} label=${say("replay-lead-link")} value=${`${link}${link.includes("?") ? "&" : "?"}follow=${watching.lead.value}`} isLink /></ul>` : html`<p role="status">…</p>`)}
  <label class="check"><input type="checkbox" checked=${watching.reacts.value} onChange=${(/** @type {any} */ event) => { watching.reacts.value = event.target.checked; }} />${say("replay-reactions")}</label>`;
