// @ts-check
// The comments on a game, by event, with a form for members and for spectators who give a name.
import { Component } from "preact";
import { signal } from "@preact/signals";
import { gamePath, sendRequest } from "../api.js";
import { html } from "../html.js";
import { hasMessage, say } from "../i18n.js";
import { focusIfRequested } from "./comment_focus.js";
import { officialToken } from "./dispute_banner.js";
import { splitReferences, groupByEvent } from "./threads.js";
import { viewName } from "./header.js";
import { errorMessage } from "../error_messages.js";
import { markRead } from "../seen_comments.js";

/** @typedef {import("../game/game.js").Game} Game */
/** The storage key of the name under which this browser's user last commented. */
const NAME_KEY = "haricot:name";
const NAME_MAX = 100;
const TEXT_MAX = 2000;
const SPECTATOR_TEXT_MAX = 500;

/** Return the name of a comment's author. @param {Game} game @param {string} by @param {string | null} [name] the name that a spectator gave */
export function authorName(game, by, name = null) {
  if (name) return say("replay-by-named", { name });
  const [kind, seat] = by.split(":");
  if (kind === "seat") return game.name(Number(seat));
  return hasMessage(`replay-by-${kind}`) ? say(`replay-by-${kind}`) : by;
}

/** Return the text of a comment. Notes of the service are put in the page's language. @param {Game} game @param {import("./threads.js").Note} note */
function textOf(game, { by, code, facts, text }) {
  const key = `replay-noted-${(code ?? "").replaceAll(".", "-")}`;
  if (!code || !hasMessage(key)) return text;
  const { seat, view } = facts;
  return say(key, { ...facts, who: authorName(game, by), event: `#${facts.event}`,
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
      if (name) localStorage.setItem(NAME_KEY, name);
      form.elements.text.value = "";
      this.problem.value = "";
      await game.loadExtras();
    } catch (error) {
      this.problem.value = errorMessage(error);
    } finally {
      this.busy.value = false;
    }
  };

  /** Remove a comment, or open or close the comments of spectators, as an organiser or arbiter. @param {string} method @param {string} rest @param {object} [body] */
  moderate = async (method, rest, body) => {
    const { game } = this.props;
    try {
      await sendRequest(gamePath(game.id, rest), { method, body, token: officialToken(game) });
      this.problem.value = "";
      await game.loadExtras();
    } catch (error) {
      this.problem.value = errorMessage(error);
    }
  };

  /** Draw the form; `needsName` is true for spectators. @param {Game} game @param {boolean} needsName */
  form(game, needsName) {
    return html`<form onSubmit=${this.send}>
        ${needsName && html`<label>${say("replay-comment-name")} <input name="name" required maxlength=${NAME_MAX} autocomplete="nickname" value=${localStorage.getItem(NAME_KEY) ?? ""} /></label>`}
        <label>${say("replay-comment-on", { n: String(game.n.value) })}<textarea ref=${focusIfRequested} name="text" rows="2" maxlength=${needsName ? SPECTATOR_TEXT_MAX : TEXT_MAX} required></textarea></label>
        ${needsName && game.isLive.value && html`<p class="small">${say("replay-comment-later")}</p>`}
        <button type="submit" aria-disabled=${String(this.busy.value)}>${say("replay-comment-add")}</button>
      </form>`;
  }

  render(/** @type {{game: Game}} */ { game }) {
    const official = officialToken(game);
    const isOpen = game.allowsSpectatorComments.value;
    const remove = official && ((/** @type {string} */ id) => this.moderate("DELETE", `/annotations/${id}`));
    const all = groupByEvent(game.notes.value, game.limit.value);
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

/** Return whether a note is a spectator's comment, which an organiser or arbiter may remove. @param {import("./threads.js").Note} note */
const isOfSpectator = ({ kind, by }) => kind === "comment" && by === "spectator";

/** @param {{n: number, notes: import("./threads.js").Note[], game: Game, remove: ((id: string) => void) | null}} props */
const Thread = ({ n, notes, game, remove }) => html`
  <section class=${`thread ${n === game.n.value ? "current" : ""}`}>
    <h3><button type="button" class="jump" onClick=${() => game.goTo(n, { push: true })}><b>${n}</b> ${game.sentences[n - 1]}</button></h3>
    <ul>${notes.map((note) => html`<li key=${note.id} class=${`remark ${note.kind}`}><b>${authorName(game, note.by, note.name)}</b> <time datetime=${note.at}>${new Date(note.at).toLocaleString(game.lang, { dateStyle: "short", timeStyle: "short" })}</time>
      <p>${splitReferences(textOf(game, note)).map((part) => (typeof part === "string" ? part : html`<${Jump} n=${part} game=${game} />`))}</p>
      ${remove && isOfSpectator(note) && html`<button type="button" class="quiet" aria-label=${say("replay-comment-remove-of", { name: authorName(game, note.by, note.name) })} onClick=${() => remove(note.id)}>${say("replay-comment-remove")}</button>`}</li>`)}</ul>
  </section>`;

/** @param {{n: number, game: Game}} props */
const Jump = ({ n, game }) => (n >= 1 && n <= game.version.value
  ? html`<button type="button" class="jump" onClick=${() => game.goTo(n, { push: true })}>#${n}</button>` : `#${n}`);
