// @ts-check
// The arbiter's page: the table, the command, and the answer.
import "../lang.js";
import { data, html, render } from "../html.js";
import { say } from "../i18n.js";
import { sizeObserver } from "../table/element_size.js";
import { Table, describeState } from "../table/table.js";
import { errorMessage } from "../error_messages.js";
import { JsonEditor, checkQuestion } from "./json_editor.js";
import { Choices, Verdict } from "./answer.js";
import { Cards } from "./cards.js";
import { Command } from "./command.js";
import { commandsFrom, commandAfterPress } from "./compose.js";
import { decodeQuestion } from "./fragment.js";
import { Inventory } from "./inventory.js";
import { originOf } from "./source_event.js";
import { valueAt, withFields, withoutOffer } from "./position.js";
import { Question } from "./question.js";
import { TurnEditor } from "./turn_state.js";
import { Terrain } from "./terrain.js";
import { Toolbar } from "./toolbar.js";
import { toPointer, zoneOf, zonesOf } from "./places.js";

const DEFAULT_PLAYERS = 4;
const question = new Question();
const observeSize = sizeObserver();
const { editions } = data();

/** Handle a press on the table: edit its cards, or fill in the command. @param {string} place */
async function handlePress(place) {
  const { drawn, command, seat, wanted, choices } = question;
  const position = drawn.value;
  if (!position || question.showsAfter.value) return;
  if (question.mode.value === "table") {
    const owner = /^\/seats\/([0-9]+)\/fields\/([0-9]+)$/.exec(place);
    const k = Number(owner?.[1]);
    if (owner && Number(owner[2]) === position.seats[k].fields.length) question.change({ position: withFields(position, k, [...position.seats[k].fields, []]) });
    question.place.value = place.replace(/^(\/(?:draw|discard)_pile|\/seats\/[0-9]+\/(?:coins|fields\/[0-9]+))\/.*$/, "$1");
    return;
  }
  const made = command.value && commandAfterPress(position, command.value, place, wanted.value);
  if (made) {
    wanted.value = null;
    question.change({ command: made });
    return;
  }
  await question.whenJudged(); // the service's choices rank the commands of the phase first
  const [first] = commandsFrom(position, seat.value, place, choices.value, question.picked);
  question.picked = place;
  if (first) question.change({ command: first });
}

/** Return the marks of the table. @returns {import("../table/table.js").Marks} */
function marks() {
  const drawn = question.drawn.value;
  /** @type {import("../table/table.js").Marks} */
  const found = {};
  if (!drawn) return found;
  const tableAfter = question.showsAfter.value && question.verdict.value?.table;
  if (tableAfter) {
    for (const zone of zonesOf(tableAfter)) if (JSON.stringify(valueAt(drawn, zone)) !== JSON.stringify(valueAt(tableAfter, zone))) found[zone] = { look: "came" };
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
  if (verdict?.verdict === "unknown" && question.isAnswered.value) found[toPointer(verdict.needs)] = { look: "came wrong" };
  return found;
}

/** Return the button that removes an offer, while the table is being edited. @returns {((proposal: number) => any) | null} */
function offerActions() {
  const position = question.drawn.value;
  if (!position || question.mode.value !== "table") return null;
  return (proposal) => html`<button type="button" class="quiet" onClick=${() => question.change({ position: withoutOffer(position, proposal) })}>${say("ask-offer-away")}</button>`;
}

function App() {
  const snapshot = question.snapshot.value;
  if (!question.state.value || !snapshot.table) return html`<p class=${question.problem.value ? "error" : "loading"} role="status">${question.problem.value || say("ask-laying")}</p>`;
  const after = question.showsAfter.value && question.verdict.value?.table;
  const shown = after ? { n: 1, table: after, pays: question.verdict.value.pays, moves: [] } : snapshot;
  const mode = question.mode.value;
  const terrain = /^\/board\/(.+)$/.exec(question.place.value);
  const choose = (/** @type {"table" | "command"} */ one) => () => { question.mode.value = one; };
  return html`
    <${Toolbar} question=${question} />
    <div class="ask">
      <div class="answers-here"><${Verdict} question=${question} /></div>
      <div class="felt" data-shown=${after ? "after" : "before"}><h2 class="visually-hidden">${describeState(shown.table, question.name)}</h2><div class="moving" ref=${observeSize}><${Table} key=${question.ruleset.value?.edition} snapshot=${shown} name=${question.name} marks=${marks()} press=${handlePress} actions=${offerActions()} /></div></div>
      <section class="desk no-print" aria-label=${say("ask-desk")}>
        <div class="segments" role="group" aria-label=${say("ask-mode")}>
          <button type="button" class="quiet" aria-pressed=${String(mode === "command")} onClick=${choose("command")}>${say("ask-mode-command")}</button>
          <button type="button" class="quiet" aria-pressed=${String(mode === "table")} onClick=${choose("table")}>${say("ask-mode-table")}</button></div>
        ${mode === "command" ? html`<${Command} question=${question} />` : html`${terrain ? html`<${Terrain} question=${question} id=${terrain[1]} />` : html`<${Cards} question=${question} />`}<${TurnEditor} question=${question} />`}
      </section>
      <div class="choices-here"><${Choices} question=${question} /><${Inventory} question=${question} /><${JsonEditor} question=${question} /></div>
    </div>`;
}

/** Open the question of the address: one in its fragment, one about an event of a game, or an empty table. */
async function begin() {
  const query = new URLSearchParams(location.search);
  const [game, n] = [query.get("game"), Number(query.get("n"))];
  let edition = query.get("edition") ?? "";
  if (game && n > 0) {
    try {
      const origin = await originOf(game, n, query.get("as"));
      question.names.value = origin.names;
      question.source.value = { game, n, view: query.get("as"), first: origin.first };
      edition = origin.position.edition;
      const known = origin.command && editions[edition].commands[origin.command.type];
      question.begin({ position: origin.position, command: known ? origin.command : null }, true);
    } catch (error) {
      question.problem.value = errorMessage(error);
    }
  }
  const own = location.hash.slice(1);
  const found = own ? await decodeQuestion(own).then(({ position, command }) => checkQuestion(question, { position, commands: command }), () => null).catch(() => null) : null;
  if (found && "state" in found) question.begin(found.state);
  else if (own) question.note.value = say("ask-link-broken");
  if (!question.state.value && !question.problem.value) {
    question.mode.value = "table";
    const chosen = Object.hasOwn(editions, edition) ? edition : Object.keys(editions)[0];
    const { players } = editions[chosen];
    await question.startEmpty(chosen, players.includes(DEFAULT_PLAYERS) ? DEFAULT_PLAYERS : players[0]);
  }
}

const root = /** @type {HTMLElement} */ (document.getElementById("app"));
root.replaceChildren();
render(html`<${App} />`, root);
question.start();
addEventListener("hashchange", begin);
begin();
