// @ts-check
// What people say about a game, event by event, with a form for whoever belongs to it.
import { Component } from "preact";
import { signal } from "@preact/signals";
import { html } from "../html.js";
import { canSay, say } from "../i18n.js";
import { write } from "./comment_focus.js";
import { parts, threads } from "./threads.js";
import { viewName } from "./header.js";
import { trouble } from "../error_messages.js";

/** @typedef {import("../game/game.js").Game} Game */
/** Who said something, by name. @param {Game} game @param {string} by */
export function author(game, by) {
  const [kind, seat] = by.split(":");
  if (kind === "seat") return game.name(Number(seat));
  return canSay(`replay-by-${kind}`) ? say(`replay-by-${kind}`) : by;
}

/** What was written, or what was noted in the words of the page. @param {Game} game @param {import("./threads.js").Note} note */
function told(game, { by, code, facts, text }) {
  const key = `replay-noted-${(code ?? "").replaceAll(".", "-")}`;
  if (!code || !canSay(key)) return text;
  const { seat, view } = facts;
  return say(key, { ...facts, who: author(game, by), event: `#${facts.event}`,
    ...(seat === undefined ? {} : { seat: game.name(Number(seat)) }), ...(view === undefined ? {} : { view: viewName(game, String(view)) }) });
}

/** @extends {Component<{game: Game}>} */
export class Comments extends Component {
  problem = signal("");
  busy = signal(false);

  send = async (/** @type {any} */ event) => {
    event.preventDefault();
    const { game } = this.props;
    const form = event.target;
    const text = form.elements.text.value.trim();
    if (!text || this.busy.value) return;
    this.busy.value = true;
    try {
      await game.ask("/annotations", {}, { method: "POST", body: { n: game.n.value, text } });
      form.reset();
      this.problem.value = "";
      await game.others();
    } catch (error) {
      this.problem.value = trouble(error);
    } finally {
      this.busy.value = false;
    }
  };

  render(/** @type {{game: Game}} */ { game }) {
    const all = threads(game.notes.value, game.limit.value);
    return html`
      <div class="comments">
        <div class="threads" tabindex="0" role="region" aria-label=${say("replay-comments")}>
          ${!all.length && html`<p class="nothing-here">${say("replay-no-comments")}</p>`}
          ${all.map(([n, notes]) => html`<${Thread} key=${n} n=${n} notes=${notes} game=${game} />`)}
        </div>
        ${game.token ? html`<form onSubmit=${this.send}>
            <label>${say("replay-comment-on", { n: String(game.n.value) })}<textarea ref=${write} name="text" rows="2" maxlength="2000" required></textarea></label>
            ${this.problem.value && html`<p class="error" role="alert">${this.problem.value}</p>`}
            <button type="submit" aria-disabled=${String(this.busy.value)}>${say("replay-comment-add")}</button>
          </form>` : html`<p class="small">${say("replay-comment-closed")}</p>`}
      </div>`;
  }
}

/** @param {{n: number, notes: import("./threads.js").Note[], game: Game}} props */
const Thread = ({ n, notes, game }) => html`
  <section class=${`thread ${n === game.n.value ? "current" : ""}`}>
    <h3><button type="button" class="jump" onClick=${() => game.goTo(n, { push: true })}><b>${n}</b> ${game.sentences[n - 1]}</button></h3>
    <ul>${notes.map((note) => html`<li key=${note.id} class=${`remark ${note.kind}`}><b>${author(game, note.by)}</b> <time datetime=${note.at}>${new Date(note.at).toLocaleString(game.lang, { dateStyle: "short", timeStyle: "short" })}</time>
      <p>${parts(told(game, note)).map((part) => (typeof part === "string" ? part : html`<${Jump} n=${part} game=${game} />`))}</p></li>`)}</ul>
  </section>`;

/** @param {{n: number, game: Game}} props */
const Jump = ({ n, game }) => (n >= 1 && n <= game.version.value
  ? html`<button type="button" class="jump" onClick=${() => game.goTo(n, { push: true })}>#${n}</button>` : `#${n}`);
