// @ts-check
// The form for a new game: its seats and options, and then the links to the seats.
import "./lang.js";
import { ask, tokens, withQuery } from "./api.js";
import { ClockFields, clockOf } from "./clock_fields.js";
import { html, render } from "./html.js";
import { SeatLinks } from "./links.js";
import { ownPersonId } from "./person.js";
import { lang } from "./i18n.js";
import { SeatLine, seatsOf } from "./seats.js";
import { errorMessage } from "./error_messages.js";

const form = /** @type {HTMLFormElement} */ (document.getElementById("new-game"));
const lines = /** @type {HTMLElement} */ (document.getElementById("seats"));
const made = /** @type {HTMLElement} */ (document.getElementById("created"));

/** Return a field of the form. @param {string} name */
const field = (name) => /** @type {HTMLInputElement} */ (form.elements.namedItem(name));
const edition = () => /** @type {HTMLInputElement} */ (form.querySelector("[name=edition]:checked"));

function seatLines() {
  const seats = Array.from({ length: Number(field("players").value) }, (_, k) => k);
  render(html`${seats.map((k) => html`<${SeatLine} key=${k} k=${k} who=${k > 0 ? "trader" : "human"} />`)}`, lines);
}

function chooseEdition() {
  const players = (edition().dataset.players ?? "").split(" ");
  const chosen = players.includes("4") ? "4" : players[0];
  /** @type {any} */ (field("players")).replaceChildren(...players.map((count) => new Option(count, count, count === chosen, count === chosen)));
  for (const block of form.querySelectorAll("[data-edition]")) {
    /** @type {HTMLElement} */ (block).hidden = /** @type {HTMLElement} */ (block).dataset.edition !== edition().value;
  }
  seatLines();
}

/** Return the body of POST /v1/games, without options at their default. */
function newGameBody() {
  /** @type {Record<string, unknown>} */
  const options = {};
  const choices = form.querySelectorAll(`[data-edition="${CSS.escape(edition().value)}"] [data-option]`);
  for (const choice of /** @type {NodeListOf<HTMLSelectElement>} */ (choices)) {
    const value = choice.dataset.open === undefined ? choice.value : JSON.stringify(choice.value);
    if (value !== choice.dataset.default) options[choice.dataset.option ?? ""] = JSON.parse(value);
  }
  const count = Number(field("players").value);
  const delay = Number(field("delay").value || 0);
  const seed = field("seed").value.trim();
  const level = field("level").value;
  const clock = clockOf(new FormData(form));
  return {
    edition: edition().value,
    players: count,
    options,
    seats: seatsOf(form, count),
    person: ownPersonId(),
    start: field("start").value,
    practice: field("practice").checked,
    private: field("private").checked,
    ...(field("hints").checked ? {} : { hints: false }),
    level,
    ...(level === "tournament" ? { term: Number(field("term").value || 300) } : {}),
    ...(level === "duplicate" ? { tables: Number(field("tables").value || 1) } : {}),
    ...(clock && { clock }),
    dispute_terms: { protest: Number(field("protest").value), appeal: Number(field("appeal").value) },
    pace: Number(field("pace").value || 0),
    patience: Number(field("patience").value || 0),
    ...(delay ? { spectator_delay: { [field("delay_unit").value]: delay } } : {}),
    ...(seed && field("practice").checked ? { seed } : {}),
  };
}

form.addEventListener("change", (event) => {
  const { name } = /** @type {HTMLInputElement} */ (event.target);
  if (name === "edition") chooseEdition();
  if (name === "players") seatLines();
});
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  try {
    const body = newGameBody();
    const answer = await ask(withQuery("/v1/games", { lang }), { method: "POST", body });
    const names = body.seats.map(({ name }) => name);
    const every = [answer, ...(answer.beside ?? [])];
    for (const one of every) tokens.addNewGame(one);
    form.hidden = true;
    render(every.map((one) => html`<${SeatLinks} key=${one.game} answer=${one} names=${names} />`), made);
    made.focus();
  } catch (error) {
    render(html`<p class="error">${errorMessage(error)}</p>`, made);
  }
});

render(html`<${ClockFields} />`, /** @type {HTMLElement} */ (document.getElementById("clock-fields")));
chooseEdition();
