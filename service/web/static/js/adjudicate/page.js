// @ts-check
// The page of the arbiter: the table that is asked about, the command, and the answer.
import "../lang.js";
import { data, html, render } from "../html.js";
import { say } from "../i18n.js";
import { fitting } from "../table/element_size.js";
import { Table, whereabouts } from "../table/table.js";
import { trouble } from "../error_messages.js";
import { Advanced, examined } from "./json_editor.js";
import { Choices, Verdict } from "./answer.js";
import { Cards } from "./cards.js";
import { Command } from "./command.js";
import { begun, press } from "./compose.js";
import { unpacked } from "./fragment.js";
import { Inventory } from "./inventory.js";
import { originOf } from "./source_event.js";
import { at, withFields, withoutOffer } from "./position.js";
import { Question } from "./question.js";
import { Situation } from "./turn_state.js";
import { Terrain } from "./terrain.js";
import { Tools } from "./toolbar.js";
import { pointer, zoneOf, zonesOf } from "./places.js";

const USUAL_PLAYERS = 4;
const question = new Question();
const room = fitting();
const { editions } = data();

/** A press on the table changes what lies there, or says something of the command. @param {string} place */
async function pressed(place) {
  const { drawn, command, seat, wanted, choices } = question;
  const position = drawn.value;
  if (!position || question.after.value) return;
  if (question.mode.value === "table") {
    const owner = /^\/seats\/([0-9]+)\/fields\/([0-9]+)$/.exec(place);
    const k = Number(owner?.[1]);
    if (owner && Number(owner[2]) === position.seats[k].fields.length) question.change({ position: withFields(position, k, [...position.seats[k].fields, []]) });
    question.place.value = place.replace(/^(\/(?:draw|discard)_pile|\/seats\/[0-9]+\/(?:coins|fields\/[0-9]+))\/.*$/, "$1");
    return;
  }
  const made = command.value && press(position, command.value, place, wanted.value);
  if (made) {
    wanted.value = null;
    question.change({ command: made });
    return;
  }
  await question.looked(); // what belongs to the phase comes first
  const [first] = begun(position, seat.value, place, choices.value, question.picked);
  question.picked = place;
  if (first) question.change({ command: first });
}

/** What is chosen on the table. @returns {import("../table/table.js").Marks} */
function marks() {
  const drawn = question.drawn.value;
  /** @type {import("../table/table.js").Marks} */
  const found = {};
  if (!drawn) return found;
  const later = question.after.value && question.verdict.value?.table;
  if (later) {
    for (const zone of zonesOf(later)) if (JSON.stringify(at(drawn, zone)) !== JSON.stringify(at(later, zone))) found[zone] = { look: "came" };
    return found;
  }
  if (question.mode.value === "table") {
    const [zone] = zoneOf(question.place.value);
    found[question.place.value] = { look: "came" };
    if (zone !== question.place.value) found[zone] = { look: "came" };
    const most = editions[drawn.edition].max_fields;
    drawn.seats.forEach((/** @type {any} */ seat, /** @type {number} */ k) => {
      if (seat.fields.length < most) found[`/seats/${k}/fields/${seat.fields.length}`] = { look: "sale", note: say("ask-field-more") };
    });
  }
  const verdict = question.verdict.value;
  if (verdict?.verdict === "unknown" && question.answered.value) found[pointer(verdict.needs)] = { look: "came wrong" };
  return found;
}

/** Takes an offer from the table, or names it in the command. @returns {((proposal: number) => any) | null} */
function offerActions() {
  const position = question.drawn.value;
  if (!position || question.mode.value !== "table") return null;
  return (proposal) => html`<button type="button" class="quiet" onClick=${() => question.change({ position: withoutOffer(position, proposal) })}>${say("ask-offer-away")}</button>`;
}

function App() {
  const film = question.film.value;
  if (!question.now.value || !film.table) return html`<p class=${question.problem.value ? "error" : "loading"} role="status">${question.problem.value || say("ask-laying")}</p>`;
  const after = question.after.value && question.verdict.value?.table;
  const shown = after ? { n: 1, table: after, pays: question.verdict.value.pays, moves: [] } : film;
  const mode = question.mode.value;
  const terrain = /^\/board\/(.+)$/.exec(question.place.value);
  const choose = (/** @type {"table" | "command"} */ one) => () => { question.mode.value = one; };
  return html`
    <${Tools} question=${question} />
    <div class="ask">
      <div class="answers-here"><${Verdict} question=${question} /></div>
      <div class="felt" data-shown=${after ? "after" : "before"}><h2 class="visually-hidden">${whereabouts(shown.table, question.name)}</h2><div class="moving" ref=${room}><${Table} key=${question.ruleset.value?.edition} film=${shown} name=${question.name} marks=${marks()} press=${pressed} actions=${offerActions()} /></div></div>
      <section class="desk no-print" aria-label=${say("ask-desk")}>
        <div class="segments" role="group" aria-label=${say("ask-mode")}>
          <button type="button" class="quiet" aria-pressed=${String(mode === "command")} onClick=${choose("command")}>${say("ask-mode-command")}</button>
          <button type="button" class="quiet" aria-pressed=${String(mode === "table")} onClick=${choose("table")}>${say("ask-mode-table")}</button></div>
        ${mode === "command" ? html`<${Command} question=${question} />` : html`${terrain ? html`<${Terrain} question=${question} id=${terrain[1]} />` : html`<${Cards} question=${question} />`}<${Situation} question=${question} />`}
      </section>
      <div class="choices-here"><${Choices} question=${question} /><${Inventory} question=${question} /><${Advanced} question=${question} /></div>
    </div>`;
}

/** The question that the address asks: one of its own, that of an event of a game, or none yet. */
async function begin() {
  const query = new URLSearchParams(location.search);
  const [game, n] = [query.get("game"), Number(query.get("n"))];
  let edition = query.get("edition") ?? "";
  if (game && n > 0) {
    try {
      const origin = await originOf(game, n, query.get("as"));
      question.names.value = origin.names;
      question.from.value = { game, n, view: query.get("as"), first: origin.first };
      edition = origin.position.edition;
      const known = origin.command && editions[edition].commands[origin.command.type];
      question.begin({ position: origin.position, command: known ? origin.command : null }, true);
    } catch (error) {
      question.problem.value = trouble(error);
    }
  }
  const own = location.hash.slice(1);
  const found = own ? await unpacked(own).then(({ position, command }) => examined(question, { position, commands: command }), () => null).catch(() => null) : null;
  if (found && "state" in found) question.begin(found.state);
  else if (own) question.note.value = say("ask-link-broken");
  if (!question.now.value && !question.problem.value) {
    question.mode.value = "table";
    const chosen = Object.hasOwn(editions, edition) ? edition : Object.keys(editions)[0];
    const { players } = editions[chosen];
    await question.empty(chosen, players.includes(USUAL_PLAYERS) ? USUAL_PLAYERS : players[0]);
  }
}

const root = /** @type {HTMLElement} */ (document.getElementById("app"));
root.replaceChildren();
render(html`<${App} />`, root);
question.start();
addEventListener("hashchange", begin);
begin();
