// @ts-check
// The dialog in which a player disputes an event, or confirms the result of a finished game.
import { useEffect, useState } from "preact/hooks";
import { ask, randomKey, gamePath, withQuery } from "../api.js";
import { data, html } from "../html.js";
import { isFault } from "../game/verdicts.js";
import { Dialog } from "../replay/dialog.js";
import { disputesOf } from "../replay/print_links.js";
import { lang, say } from "../i18n.js";
import { refusalMessage, errorMessage } from "../error_messages.js";

/**
 * @typedef {import("../game/game.js").Game} Game
 * @typedef {{article: string, term: string, since: number, until: string | null}} Claim
 * @typedef {{event: number, claims: Claim[], disputed: {event: number, dispute: number}[], acts: {type: string, refused: {code: string, says: string} | null}[]}} Acts
 * @typedef {{id: string, name: string, findings: string[]}} Entry
 */

const TEXT_MAX = 4000;
/** The maximum number of recent events to choose from, besides illegal events and the shown one. */
const EVENTS_MAX = 60;
/** Events that are no player's action, so that nobody can dispute them. */
const NOT_DISPUTABLE = /^(phase_|seat_|share_|turn_(started|ended)|game_(created|started|forked|grouped))/;

/** Return the events that can be disputed now: illegal ones first, then the newest. @param {Game} game @param {Acts} acts */
function disputableEvents(game, { claims, event }) {
  const first = Math.min(...claims.map((claim) => claim.since));
  const isDisputable = (/** @type {number} */ n) => !NOT_DISPUTABLE.test(game.events[n - 1]?.event.type ?? "");
  const faults = game.verdicts.faults.value.filter((n) => n >= first && n <= event).reverse();
  const newest = Array.from({ length: Math.max(0, event - first + 1) }, (_, i) => event - i).filter(isDisputable).slice(0, EVENTS_MAX);
  const shown = [game.n.value].filter((n) => n >= first && isDisputable(n));
  return { faults, all: [...new Set([...faults, ...newest, ...shown])] };
}

/** Describe until when a claim can be filed. @param {Claim} claim */
const describeTerm = ({ term: name, until }) => (until ? say("play-dispute-until", { time: new Date(until).toLocaleString(lang, { dateStyle: "short", timeStyle: "short" }) }) : say(`play-dispute-term-${name}`));

/** Return the article that fits an event: the remedy of the verdict, otherwise the one about such events. @param {Game} game @param {number} n @param {Entry[]} entries @param {Claim[]} open */
function suggestedArticle(game, n, entries, open) {
  const remedy = game.verdicts.of(n)?.remedy?.id;
  const kind = `:${game.events[n - 1]?.event.type.split(".")[0]}`;
  const matching = entries.find(({ id, findings }) => open.some(({ article }) => article === id) && findings.some((one) => `${one}.`.includes(`${kind}.`)));
  return open.find(({ article }) => article === remedy)?.article ?? matching?.id ?? open[0]?.article ?? "";
}

/** Show the engine's verdict on an event. @param {{game: Game, n: number}} props */
function Finding({ game, n }) {
  const verdict = game.verdicts.of(n);
  if (!verdict) return null;
  const finding = isFault(verdict) ? "wrong" : verdict.verdict === "unknown" ? "unjudged" : "right";
  return html`<p class=${`finding ${finding}`}><b>${say(`play-dispute-${finding}`)}</b> ${verdict.clause} ${verdict.says}</p>`;
}

/** @param {{game: Game, acts: Acts, entries: Entry[], file: (act: object) => void}} props */
function ClaimForm({ game, acts, entries, file }) {
  const { faults, all } = disputableEvents(game, acts);
  const [chosenEvent, setEvent] = useState(/** @type {number | null} */ (null));
  const [article, setArticle] = useState("");
  const [text, setText] = useState(/** @type {string | null} */ (null));
  const event = chosenEvent !== null && all.includes(chosenEvent) ? chosenEvent : faults[0] ?? (all.includes(game.n.value) ? game.n.value : all[0]);
  if (event === undefined) return html`<p>${say("play-dispute-late")}</p>`;
  const open = acts.claims.filter(({ since }) => since <= event);
  const chosen = open.find((one) => one.article === article) ?? open.find((one) => one.article === suggestedArticle(game, event, entries, open));
  const existing = acts.disputed.find((one) => one.event === event);
  const name = (/** @type {string} */ id) => entries.find((one) => one.id === id)?.name ?? "";
  const claim = (/** @type {SubmitEvent} */ submitted) => {
    submitted.preventDefault();
    const form = new FormData(/** @type {HTMLFormElement} */ (submitted.target));
    file({ type: "OpenDispute", event, article: chosen?.article, text: form.get("text") });
  };
  return html`<form class="dispute-form" onSubmit=${claim}>
    <p class="small">${say("play-dispute-as", { who: game.name(game.you.value ?? 0) })}</p>
    <label>${say("play-dispute-what")} <select name="event" value=${event} onChange=${(/** @type {any} */ { target }) => { setEvent(Number(target.value)); setArticle(""); }}>
      ${all.map((n) => html`<option key=${n} value=${n}>${faults.includes(n) ? "✗ " : ""}${n}: ${game.sentences[n - 1]}</option>`)}</select></label>
    <${Finding} game=${game} n=${event} />
    ${existing ? html`<p class="note">${say("play-dispute-before", { dispute: existing.dispute })} <a href=${`${disputesOf(game)}#dispute-${existing.dispute}`}>${say("play-dispute-state")}</a></p>` : html`
      <label>${say("play-dispute-article")} <select name="article" value=${chosen?.article} onChange=${(/** @type {any} */ { target }) => setArticle(target.value)}>
        ${open.map((one) => html`<option key=${one.article} value=${one.article}>${one.article} ${name(one.article)} (${describeTerm(one)})</option>`)}</select></label>
      ${chosen && html`<p class="small term">${say("play-dispute-open", { article: chosen.article, term: describeTerm(chosen) })}</p>`}
      <label>${say("play-dispute-text")} <textarea name="text" rows="3" required maxlength=${TEXT_MAX} value=${text ?? `${name(chosen?.article ?? "")}: ${game.sentences[event - 1]}.`} onInput=${(/** @type {any} */ { target }) => setText(target.value)}></textarea></label>
      <p class="actions"><button>${say("play-dispute-file")}</button></p>`}
  </form>`;
}

/** @param {{game: Game}} props */
export function DisputeDialog({ game }) {
  const [entries, setEntries] = useState(/** @type {Entry[]} */ ([]));
  const [acts, setActs] = useState(/** @type {Acts | null} */ (null));
  const [problem, setProblem] = useState("");
  const [done, setDone] = useState(false);
  const version = game.version.value;
  useEffect(() => {
    ask(withQuery(`/v1/books/${encodeURIComponent(data().book)}`, { lang })).then((book) => setEntries(book.entries), (error) => setProblem(errorMessage(error)));
  }, []);
  useEffect(() => {
    ask(gamePath(game.id, "/acts"), { token: game.token }).then(setActs, (error) => setProblem(errorMessage(error)));
  }, [version]); // any event may end the term of a claim

  /** @param {object} act */
  const file = (act) => ask(gamePath(game.id, "/disputes"), { method: "POST", body: act, token: game.token, headers: { "Idempotency-Key": randomKey() } })
    .then(() => { setDone(true); setProblem(""); }, (error) => setProblem(errorMessage(error)));
  const confirming = acts?.acts.find(({ type }) => type === "ConfirmResult");
  return html`
    <${Dialog} game=${game} label=${say("play-dispute")}>
      ${done ? html`<p role="status">${say("play-dispute-filed")}</p>` : acts && html`
        ${acts.claims.length ? entries.length > 0 && html`<${ClaimForm} game=${game} acts=${acts} entries=${entries} file=${file} />` : html`<p>${say("play-dispute-late")}</p>`}
        ${!game.isLive.value && confirming && (confirming.refused ? html`<p class="small">${refusalMessage(confirming.refused)}</p>`
          : html`<p class="actions"><button type="button" class="quiet" onClick=${() => file({ type: "ConfirmResult" })}>${say("play-confirm")}</button></p>`)}`}
      ${problem && html`<p class="error" role="alert">${problem}</p>`}
      <p class="small"><a href=${disputesOf(game)}>${say("replay-disputes")}</a></p>
    <//>`;
}
