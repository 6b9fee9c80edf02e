// @ts-check
// What people say about a game, event by event, with a form for members, and for spectators who give a name.
import { Component } from "preact";
import { signal } from "@preact/signals";
import { gamePath, raw } from "../api.js";
import { html } from "../html.js";
import { canSay, say } from "../i18n.js";
import { write } from "./comment_focus.js";
import { officialToken } from "./dispute_banner.js";
import { parts, threads } from "./threads.js";
import { viewName } from "./header.js";
import { trouble } from "../error_messages.js";
import { markRead } from "../seen_comments.js";

/** @typedef {import("../game/game.js").Game} Game */
/** The name under which somebody commented last in this browser. */
const NAME = "haricot:name";
const NAME_MAX = 100;
const TEXT_MAX = 2000;
const SPECTATOR_TEXT_MAX = 500;

/** Who said something, by name. @param {Game} game @param {string} by @param {string | null} [name] what a spectator calls themselves */
export function author(game, by, name = null) {
  if (name) return say("replay-by-named", { name });
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

  componentDidMount() {
    this.markShown();
  }

  componentDidUpdate() {
    this.markShown();
  }

  /** The comments of spectators that are shown are read. */
  markShown() {
    const { game } = this.props;
    markRead(game.id, game.notes.value.filter((/** @type {import("./threads.js").Note} */ note) => isOfSpectator(note) && note.n <= game.limit.value));
  }

  send = async (/** @type {any} */ event) => {
    event.preventDefault();
    const { game } = this.props;
    const form = event.target;
    const text = form.elements.text.value.trim();
    const name = form.elements.name?.value.trim();
    if (!text || this.busy.value) return;
    this.busy.value = true;
    try {
      await game.ask("/annotations", {}, { method: "POST", body: { n: game.n.value, text, ...(name && { name }) } });
      if (name) localStorage.setItem(NAME, name);
      form.elements.text.value = "";
      this.problem.value = "";
      await game.others();
    } catch (error) {
      this.problem.value = trouble(error);
    } finally {
      this.busy.value = false;
    }
  };

  /** Removes a comment, or closes and opens the comments of spectators: acts of an organiser or arbiter. @param {string} method @param {string} rest @param {object} [body] */
  moderate = async (method, rest, body) => {
    const { game } = this.props;
    try {
      await raw(gamePath(game.id, rest), { method, body, token: officialToken(game) });
      this.problem.value = "";
      await game.others();
    } catch (error) {
      this.problem.value = trouble(error);
    }
  };

  /** The form; `isNamed` where a spectator has to give a name. @param {Game} game @param {boolean} isNamed */
  form(game, isNamed) {
    return html`<form onSubmit=${this.send}>
        ${isNamed && html`<label>${say("replay-comment-name")} <input name="name" required maxlength=${NAME_MAX} autocomplete="nickname" value=${localStorage.getItem(NAME) ?? ""} /></label>`}
        <label>${say("replay-comment-on", { n: String(game.n.value) })}<textarea ref=${write} name="text" rows="2" maxlength=${isNamed ? SPECTATOR_TEXT_MAX : TEXT_MAX} required></textarea></label>
        ${isNamed && game.isLive.value && html`<p class="small">${say("replay-comment-later")}</p>`}
        <button type="submit" aria-disabled=${String(this.busy.value)}>${say("replay-comment-add")}</button>
      </form>`;
  }

  render(/** @type {{game: Game}} */ { game }) {
    const official = officialToken(game);
    const isOpen = game.hearsSpectators.value;
    const remove = official && ((/** @type {string} */ id) => this.moderate("DELETE", `/annotations/${id}`));
    const all = threads(game.notes.value, game.limit.value);
    return html`
      <div class="comments">
        <div class="threads" tabindex="0" role="region" aria-label=${say("replay-comments")}>
          ${!all.length && html`<p class="nothing-here">${say("replay-no-comments")}</p>`}
          ${all.map(([n, notes]) => html`<${Thread} key=${n} n=${n} notes=${notes} game=${game} remove=${remove} />`)}
          ${official && html`<p><button type="button" class="quiet" onClick=${() => this.moderate("PUT", "/comments", { open: !isOpen })}>${say(isOpen ? "replay-comments-close" : "replay-comments-open")}</button></p>`}
          ${this.problem.value && html`<p class="error" role="alert">${this.problem.value}</p>`}
        </div>
        ${game.token || isOpen ? this.form(game, !game.token) : html`<p class="small">${say("replay-comment-closed")}</p>`}
      </div>`;
  }
}

/** Whether a spectator said this, which an organiser or arbiter may remove. @param {import("./threads.js").Note} note */
const isOfSpectator = ({ kind, by }) => kind === "comment" && by === "spectator";

/** @param {{n: number, notes: import("./threads.js").Note[], game: Game, remove: ((id: string) => void) | null}} props */
const Thread = ({ n, notes, game, remove }) => html`
  <section class=${`thread ${n === game.n.value ? "current" : ""}`}>
    <h3><button type="button" class="jump" onClick=${() => game.goTo(n, { push: true })}><b>${n}</b> ${game.sentences[n - 1]}</button></h3>
    <ul>${notes.map((note) => html`<li key=${note.id} class=${`remark ${note.kind}`}><b>${author(game, note.by, note.name)}</b> <time datetime=${note.at}>${new Date(note.at).toLocaleString(game.lang, { dateStyle: "short", timeStyle: "short" })}</time>
      <p>${parts(told(game, note)).map((part) => (typeof part === "string" ? part : html`<${Jump} n=${part} game=${game} />`))}</p>
      ${remove && isOfSpectator(note) && html`<button type="button" class="quiet" aria-label=${say("replay-comment-remove-of", { name: author(game, note.by, note.name) })} onClick=${() => remove(note.id)}>${say("replay-comment-remove")}</button>`}</li>`)}</ul>
  </section>`;

/** @param {{n: number, game: Game}} props */
const Jump = ({ n, game }) => (n >= 1 && n <= game.version.value
  ? html`<button type="button" class="jump" onClick=${() => game.goTo(n, { push: true })}>#${n}</button>` : `#${n}`);
