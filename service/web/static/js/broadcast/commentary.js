// @ts-check
// The commentator's page: the spectators' table, private notes, marks, arrows, and publishing.
import "../lang.js";
import { computed, signal } from "@preact/signals";
import { ask, randomKey, gamePath, sendRequest } from "../api.js";
import { errorMessage } from "../error_messages.js";
import { readMessages } from "../game/sse_parser.js";
import { acquireSlot } from "../game/stream_slots.js";
import { html } from "../html.js";
import { say } from "../i18n.js";
import { NavigationBar } from "../replay/bar.js";
import { Arrows, commentaryMarks } from "../replay/commentary.js";
import { Dialogs } from "../replay/dialogs.js";
import { EventCaption } from "../replay/event_caption.js";
import { Chips, Title } from "../replay/header.js";
import { openGame } from "../replay/init.js";
import { CurrentTable } from "../replay/table_view.js";
import { storedTokens, tournamentPage } from "../tournament/tokens.js";
import { PrivateNotes } from "./notes.js";

/** @typedef {import("../game/game.js").Game} Game */
/** @typedef {import("./notes.js").Mark} Mark */

const RETRY_MS = 2000;
const tournament = new URLSearchParams(location.search).get("tournament") ?? "";
const text = signal("");
const marks = signal(/** @type {Mark[]} */ ([]));
/** Whether the next two pressed places become an arrow. */
const drawsArrow = signal(false);
const arrowFrom = signal("");
const problem = signal("");
const busy = signal(false);

const token = () => {
  const { broadcaster, director } = storedTokens(tournament);
  return broadcaster ?? director ?? null;
};

/** Stop following the game, so that the table stays at the event of the note. */
const stopFollowing = () => { game.following.value = false; };

/** Mark a place or remove its mark. While drawing an arrow, take two places. @param {string} place */
function press(place) {
  stopFollowing();
  if (!drawsArrow.value) {
    const others = marks.value.filter((one) => one.place !== place || one.to);
    marks.value = others.length < marks.value.length ? others : [...marks.value, { place }];
  } else if (!arrowFrom.value) arrowFrom.value = place;
  else {
    if (place !== arrowFrom.value) marks.value = [...marks.value, { place: arrowFrom.value, to: place }];
    arrowFrom.value = "";
  }
  return true;
}

const presser = { press, marks: computed(() => commentaryMarks([...marks.value, ...(arrowFrom.value ? [{ place: arrowFrom.value }] : [])])), answers: () => null };

/** Start a new note, at the latest event if the game is live. */
function clear() {
  text.value = arrowFrom.value = "";
  marks.value = [];
  if (game.isLive.value) game.goTo(game.version.value);
}

/** @param {{n: number, text: string, marks: Mark[]}} said */
async function publish(said) {
  if (busy.value) return false;
  busy.value = true;
  try {
    const body = { game: game.id, n: said.n, text: said.text, marks: said.marks };
    await ask(`/v1/tournaments/${encodeURIComponent(tournament)}/commentary`, { method: "POST", body, token: token(), headers: { "Idempotency-Key": randomKey() } });
    problem.value = "";
    await game.loadExtras();
    return true;
  } catch (error) {
    problem.value = errorMessage(error);
    return false;
  } finally {
    busy.value = false;
  }
}

/** @param {{game: Game, notes: PrivateNotes}} props */
function Notes({ game, notes }) {
  const n = game.n.value;
  const draft = { n, text: text.value.trim(), marks: marks.value };
  const send = async () => { if (await publish(draft)) clear(); };
  const said = game.notes.value.filter((/** @type {any} */ one) => one.kind === "commentary");
  return html`<aside class="notes-panel" aria-label=${say("cast-notes")}>
    <p class="small">${say("cast-notes-how")} <a href=${tournamentPage(tournament)}>${say("cast-back")}</a></p>
    ${problem.value && html`<p class="error" role="alert">${problem.value}</p>`}
    ${!token() && html`<p class="error">${say("cast-no-token")}</p>`}
    <label>${say("cast-note-on", { n: String(n) })}<textarea rows="3" maxlength="2000" value=${text.value} onInput=${(/** @type {any} */ event) => { stopFollowing(); text.value = event.target.value; }}></textarea></label>
    <label class="check"><input type="checkbox" checked=${drawsArrow.value} onChange=${(/** @type {any} */ event) => { drawsArrow.value = event.target.checked; arrowFrom.value = ""; }} /> ${say("cast-arrow")}</label>
    <p class="small">${say("cast-marked", { count: marks.value.length })} ${marks.value.length > 0 && html`<button type="button" class="quiet" onClick=${clear}>${say("cast-clear")}</button>`}</p>
    <p class="actions"><button type="button" disabled=${!draft.text || busy.value || !token()} onClick=${send}>${say("cast-publish")}</button>
      <button type="button" class="quiet" disabled=${!draft.text} onClick=${() => { notes.add(draft); clear(); }}>${say("cast-keep")}</button></p>
    <h2>${say("cast-private")}</h2>
    <ul>${notes.all.value.map((one) => html`<li key=${one.id}><button type="button" class="jump" onClick=${() => game.goTo(one.n)}>#${one.n}</button><p>${one.text}</p>
      <p class="actions"><button type="button" class="quiet" disabled=${busy.value || !token()} onClick=${async () => { if (await publish(one)) notes.remove(one.id); }}>${say("cast-publish")}</button>
        <button type="button" class="quiet" onClick=${() => notes.remove(one.id)}>${say("cast-discard")}</button></p></li>`)}</ul>
    <h2>${say("cast-published")}</h2>
    <ul>${said.map((/** @type {any} */ one) => html`<li key=${one.id} data-published=${one.n}><button type="button" class="jump" onClick=${() => game.goTo(one.n)}>#${one.n}</button><p>${one.text}</p></li>`)}</ul>
  </aside>`;
}

/** @param {{game: Game}} props */
const App = ({ game }) => html`
  <header class="game-top"><${Title} game=${game} /><${Chips} game=${game} /></header>
  <main class="play-area" id="main">
    <div class="scene"><${EventCaption} game=${game} /><div class="stage"><${CurrentTable} game=${game} player=${presser} /><${Arrows} marks=${marks.value} n=${game.n.value} /></div></div>
    <${Notes} game=${game} notes=${notes} />
  </main>
  <${NavigationBar} game=${game} />
  <${Dialogs} game=${game} />`;

/** Follow what others publish, while the page is open and a stream is free. */
async function follow() {
  for (;;) {
    const slot = await acquireSlot();
    try {
      if (slot) {
        const answer = await sendRequest(gamePath(game.id, "/annotations/stream"), { headers: { Accept: "text/event-stream" }, signal: slot.lost });
        for await (const _ of readMessages(/** @type {ReadableStream} */ (answer.body))) await game.loadExtras();
      }
    } catch {
      // The next round tries again.
    } finally {
      slot?.release();
    }
    await new Promise((done) => { setTimeout(done, RETRY_MS); });
  }
}

const game = openGame(App);
const notes = new PrivateNotes(game.id);
follow();
