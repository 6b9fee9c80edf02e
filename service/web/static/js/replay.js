// The replay page: puts the parts together around one game, and keeps it playing.
import { LANGUAGES, read } from "./address.js";
import { Audit, isFault } from "./audit.js";
import { Coins } from "./chart.js";
import { Controls, Jumps } from "./controls.js";
import { Citation, EventList, kind } from "./events.js";
import { Game } from "./game.js";
import { data, html, render } from "./html.js";
import { Icon } from "./icons.js";
import { listen } from "./keys.js";
import { Follower } from "./live.js";
import { Orders, loadOrders } from "./orders.js";
import { Dialogs, Forks, Legal, Notes, loadLegal, save } from "./panels.js";
import { Table } from "./table.js";

const TONGUES = { en: "English", fr: "Français", de: "Deutsch" };
const page = data();
const game = new Game(page.game);
const follower = new Follower(game);
const root = document.getElementById("app");

function App({ state }) {
  const { head, problem, table, n } = state;
  if (problem && !head) return html`<p class="error" role="alert">${problem}</p>`;
  if (!head || !state.events.length) return html`<p class="lead">Laying the table …</p>`;
  const name = (seat) => head.seats[seat]?.name || `seat ${seat}`;
  return html`
    <${Header} state=${state} />
    ${problem && html`<p class="error" role="alert">${problem}</p>`}
    <div class="board">
      <div class="left">
        <div class="telling">
          <${Sentence} state=${state} />
          <p class="flash small" role="status">${state.flash}</p>
        </div>
        <${Orders} state=${state} game=${game} name=${name} />
        <div class=${`there ${game.isInStep ? "" : "stale"}`} aria-busy=${String(!game.isInStep)}>
          ${table ? html`<${Table} position=${table.position} name=${name} own=${ownSeat(state)} you=${head.may.seat}
            touched=${state.events[table.n - 1]?.event} />` : html`<div class="felt waiting"></div>`}
          ${!game.isInStep && html`<p class="note lagging" role="status">${table && `This is the table after event ${table.n}. `}Loading event ${n} …
            ${state.late && html` <b>${state.late}</b>`}</p>`}
        </div>
        <${Jumps} state=${state} game=${game} />
      </div>
      <div class="right">
        <${EventList} state=${state} game=${game} name=${name} />
        <${Legal} state=${state} game=${game} name=${name} />
        <${Coins} state=${state} game=${game} name=${name} />
        <${Forks} state=${state} />
        <${Notes} state=${state} game=${game} />
      </div>
    </div>
    <${Controls} state=${state} game=${game} />
    <${Dialogs} state=${state} game=${game} n=${n} />`;
}

const ownSeat = ({ view }) => (view?.startsWith("seat:") ? Number(view.slice(5)) : null);

function named(head, k) {
  const { name } = head.seats[k];
  return !name || name === `seat-${k}` ? `Seat ${k}` : `${name} (seat ${k})`;
}

function Header({ state }) {
  const { head, view, lang } = state;
  const label = (one) => (one === "omniscient" ? "Everything" : one === "spectator" ? "Spectator" : named(head, one.slice(5)));
  return html`
    <div class="game-bar">
      <span class="small">${page.editions[head.rules.edition]?.name || head.rules.edition}, <a href=${`/rules/${encodeURIComponent(head.rules.edition)}?version=${encodeURIComponent(head.rules.version)}`}>rules ${head.rules.version}</a></span>
      <span class=${`chip ${head.status}`}>${head.status}</span>
      <${Audit} audit=${state.audit} lang=${lang} game=${game} />
      ${head.paused && html`<span class="chip">paused</span>`}
      <${Live} state=${state} />
      ${game.isLive && state.following && head.to_act?.length > 0 && html`<span class="small">waiting for ${head.to_act.map((k) => head.seats[k].name || `seat ${k}`).join(", ")}</span>`}
      <span class="spring"></span>
      <label><span class="view-word">View </span><select aria-label="View" value=${view} onChange=${(event) => game.look(event.target.value)}>
        ${head.may.views.map((one) => html`<option value=${one}>${label(one)}</option>`)}</select></label>
      <label><span class="visually-hidden">Language of the sentences</span><select value=${lang} onChange=${(event) => game.speak(event.target.value)}>
        ${LANGUAGES.map((one) => html`<option value=${one} lang=${one}>${TONGUES[one]}</option>`)}</select></label>
      <button type="button" class="quiet" aria-label="Download the game file" title="Download the game file" onClick=${() => save(game)}><${Icon} name="save" /></button>
    </div>`;
}

function Live({ state }) {
  if (!game.isLive) return null;
  const behind = game.version - state.n;
  if (state.connection === "lost") return html`<span class="chip lost" role="status">reconnecting …</span>`;
  if (behind > 0) return html`<button type="button" class="chip-button" onClick=${() => game.goTo(game.version)}>+${behind} event${behind === 1 ? "" : "s"}</button>`;
  const late = told(state.head.spectator_delay);
  return late ? html`<span class="chip late" title="What you see is the game as it was then">${late} behind</span>` : html`<span class="chip live">LIVE</span>`;
}

/** How far whoever looks on is kept behind the game, in words; nothing for those who are not. */
function told(delay) {
  const part = (count, unit) => (count ? `${count} ${unit}${count === 1 ? "" : "s"}` : "");
  return delay ? [part(delay.events, "event"), part(delay.seconds, "second")].filter(Boolean).join(" and ") : "";
}

function Sentence({ state }) {
  const { n, sentences, verdicts, lang, head, playing } = state;
  const verdict = verdicts.get(n);
  const wrong = isFault(verdict);
  return html`
    <p class=${`sentence ${wrong ? "wrong" : ""}`} aria-live=${playing ? "off" : "polite"}><span class="count">${n}</span>
      <span lang=${lang}>${sentences[n - 1] ?? kind(state.events[n - 1].event)}</span>
      ${wrong && html` <strong class="verdict-word">${verdict.verdict}</strong>`}
      ${verdict?.clause && html` <${Citation} class="small" edition=${head.rules.edition} clause=${verdict.clause} />`}
      ${wrong && html`<span class="why">${verdict.says}</span>`}</p>`;
}

let timer = null;
function keepPlaying({ playing, speed, n }) {
  clearTimeout(timer);
  if (!playing) return;
  if (n >= game.version && !game.isLive) {
    game.set({ playing: false });
    return;
  }
  timer = setTimeout(() => {
    if (game.state.n < game.version) game.step(1);
    else keepPlaying(game.state);
  }, 1000 / speed);
}

let shown = {};
game.onChange = (state) => {
  render(html`<${App} state=${{ ...state }} />`, root);
  if (state.playing !== shown.playing || state.n !== shown.n || state.speed !== shown.speed) keepPlaying(state);
  if (state.table !== shown.table) loadLegal(game);
  if (state.following && ["grown", "head", "orders", "following"].some((part) => state[part] !== shown[part])) loadOrders(game);
  shown = { ...state };
};
game.onLeft = () => follower.stop();
game.onLoaded = () => (game.isLive ? follower.start() : follower.stop());

addEventListener("popstate", () => {
  const { n, view, lang } = read();
  if (lang !== game.state.lang) game.speak(lang);
  if (view && view !== game.state.view) {
    game.state.n = n;
    game.look(view);
  } else game.goTo(n ?? game.version);
});

root.replaceChildren();
listen(game);
game.open();
