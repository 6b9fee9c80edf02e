// Asks the arbiter: a position, a command, and the verdict with the clause it rests on.
import { ask, gamePath, tokens, withQuery, words } from "./api.js";
import { inWords } from "./cards.js";
import { TEMPLATES, example } from "./examples.js";
import { Citation } from "./events.js";
import { data, html, render } from "./html.js";
import { Table } from "./table.js";

const { editions } = data();
const form = document.getElementById("question");
const answerBox = document.getElementById("answer");

const pretty = (value) =>
  JSON.stringify(value, null, 2).replace(/\[\s+([^[\]{}]*?)\s+\]/g, (_, inside) => `[${inside.replace(/\s*\n\s*/g, " ")}]`);

function template() {
  const type = form.template.value;
  form.commands.value = JSON.stringify({ type, seat: Number(form.seat.value || 0), ...TEMPLATES[type] }, null, 2);
}

const say = (what) => render(what, answerBox);

async function load(game, n) {
  try {
    const position = await ask(withQuery(gamePath(game, "/table"), { at: n }), { token: tokens.get(game) });
    if (editions[position.edition]) {
      form.edition.value = position.edition;
      begin();
    }
    form.position.value = pretty(position);
    form.seat.value = position.turn.seat;
    template();
    say(html`<p class="small">Loaded ${game} after event ${position.n}.</p>`);
  } catch (error) {
    say(html`<p class="error">${words(error)}</p>`);
  }
}

function parsed(field, what) {
  try {
    return JSON.parse(field.value);
  } catch (error) {
    throw new Error(`${what} is not JSON: ${error.message}`);
  }
}

function drawn(position) {
  const seats = position.seats.map((seat) => ({ ...seat, fields: seat.fields || [], set_aside: seat.set_aside || [] }));
  return { proposals: [], donations: [], turned_up: [], exhaustions: 0, ...position, seats };
}

function told(answer, edition) {
  const { verdict, clause, says, events = [], needs, at } = answer;
  const kind = verdict === "legal" ? "done" : "error";
  return html`
    <div class=${kind}>
      <p><strong class="verdict-word">${verdict}</strong>${at > 0 ? ` at command ${at + 1}` : ""}
      ${clause && html` by <${Citation} edition=${edition} clause=${clause} />`}</p>
      ${says && html`<p>${says}</p>`}
      ${needs && html`<p>It hangs on a card that the position does not show: <code>${needs}</code>.</p>`}
      ${events.length > 0 && html`<p>What happens:</p><ol>${events.map((event) => html`<li><code>${event.type.split(".")[0]}</code> <span class="small">${facts(event)}</span></li>`)}</ol>`}
    </div>`;
}

/** The members of an event in plain words; cards are counted, what is empty is left out. */
function facts({ type, ...rest }) {
  const isCards = (value) => Array.isArray(value) && value.every((card) => typeof card === "string");
  const plain = (value) => (isCards(value) ? inWords(value) : typeof value === "string" ? value.replaceAll("_", " ") : JSON.stringify(value));
  return Object.entries(rest)
    .filter(([, value]) => value !== null && !(Array.isArray(value) && !value.length))
    .map(([name, value]) => `${name.replaceAll("_", " ")}: ${plain(value)}`)
    .join("; ");
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const after = document.getElementById("after");
  after.hidden = true;
  try {
    const position = parsed(form.position, "The position");
    const commands = parsed(form.commands, "The command");
    const answer = await ask("/v1/positions:adjudicate", { method: "POST", body: { position, commands } });
    say(told(answer, position.edition));
    document.getElementById("after-title").textContent = answer.verdict === "legal" ? "The table after" : "The table as it is";
    after.hidden = false;
    render(html`<${Table} position=${drawn(answer.table || position)} name=${(seat) => `seat ${seat}`} />`, document.getElementById("table"));
  } catch (error) {
    say(html`<p class="error">${words(error)}</p>`);
  }
});

/** An edition's example, and its commands to begin from. */
function begin() {
  const { commands } = editions[form.edition.value];
  form.position.value = pretty(example(form.edition.value));
  form.template.replaceChildren(...Object.keys(commands).map((type) => new Option(type, type, false, type === "HarvestField")));
  form.seat.value = 0;
  template();
}

form.edition.addEventListener("change", begin);
form.template.addEventListener("change", template);
form.seat.addEventListener("change", template);
document.getElementById("load").addEventListener("click", () => {
  if (form.game.value) load(form.game.value.trim(), form.n.value);
});

begin();
const query = new URLSearchParams(location.search);
if (query.get("game")) {
  form.game.value = query.get("game");
  form.n.value = query.get("n") || "";
  load(query.get("game"), query.get("n"));
}
