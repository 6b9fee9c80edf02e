// @ts-check
// The parts of the page for watching together: a chip, the state of following, reactions, and the link for followers.
import { html } from "../html.js";
import { say } from "../i18n.js";
import { CopyLine } from "../links.js";
import { REACTIONS } from "../game/watching.js";

/** @typedef {import("../game/watching.js").Watching} Watching */

/** Describe roughly how many viewers there are. @param {number} least */
const describeCount = (least) => (least < 5 ? say("replay-watching-few") : say("replay-watching", { count: least }));

/** Show the number of viewers as a chip. @param {{watching: Watching}} props */
export const Count = ({ watching }) => html`<span class="chip watching" title=${say("replay-watching-says")}>${describeCount(watching.count.value)}</span>`;

/** Show the state of following or leading, with a button to stop, and the reactions. @param {{watching: Watching}} props */
export const Together = ({ watching }) => (watching.followedId.value || watching.isLeading.value || watching.showsReactions.value) && html`
  <div class="together" role="group" aria-label=${say("replay-together")}>
    ${watching.followedId.value && html`<span role="status">${say(watching.isLeaderPresent.value ? "replay-following" : "replay-followed-gone")}</span> <button type="button" class="quiet" onClick=${() => watching.stopFollowing()}>${say("replay-follow-leave")}</button>`}
    ${watching.isLeading.value && html`<span role="status">${say("replay-leading")}</span> <button type="button" class="quiet" onClick=${() => { watching.isLeading.value = false; }}>${say("replay-lead-stop")}</button>`}
    ${watching.showsReactions.value && REACTIONS.map((one) => html`<button type="button" key=${one} class="quiet" onClick=${() => watching.react(one)}>${say(`replay-react-${one}`, { count: watching.reactions.value[one] ?? 0 })}</button>`)}
  </div>`;

/** Show the choices for watching together, in the share dialog. @param {{watching: Watching, link: string}} props */
export const WatchingChoices = ({ watching, link }) => html`
  <h3>${say("replay-together")}</h3>
  ${watching.count.value > 0 && html`<p>${describeCount(watching.count.value)}. ${say("replay-watching-says")}</p>`}
  <label class="check"><input type="checkbox" checked=${watching.isLeading.value} onChange=${(/** @type {any} */ event) => { watching.isLeading.value = event.target.checked; }} />${say("replay-lead")}</label>
  ${watching.isLeading.value && (watching.followId.value ? html`<ul class="tokens"><${CopyLine} label=${say("replay-lead-link")} value=${`${link}${link.includes("?") ? "&" : "?"}follow=${watching.followId.value}`} isLink /></ul>` : html`<p role="status">…</p>`)}
  <label class="check"><input type="checkbox" checked=${watching.showsReactions.value} onChange=${(/** @type {any} */ event) => { watching.showsReactions.value = event.target.checked; }} />${say("replay-reactions")}</label>`;
