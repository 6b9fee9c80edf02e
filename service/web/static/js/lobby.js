// The forms of the lobby: a new game, and a game file brought in.
import { ask, words } from "./api.js";
import { data, html, render } from "./html.js";
import { SeatLinks } from "./links.js";
import { SeatLine, seatsOf } from "./seats.js";

const { editions } = data();
const form = document.getElementById("new-game");
const seats = document.getElementById("seats");

function seatLines() {
  const lines = Array.from({ length: Number(form.players.value) }, (_, k) => k);
  render(html`${lines.map((k) => html`<${SeatLine} key=${k} k=${k} who=${k > 0 ? "trader" : "human"} />`)}`, seats);
}

function chooseEdition() {
  const { players } = editions[form.edition.value];
  form.players.replaceChildren(...players.map((count) => new Option(count, count, count === 4, count === 4)));
  for (const block of form.querySelectorAll("[data-edition]")) block.hidden = block.dataset.edition !== form.edition.value;
  seatLines();
}

/** The body of POST /v1/games; options at their default are left out. */
function order() {
  const options = {};
  for (const choice of form.querySelectorAll(`[data-edition="${CSS.escape(form.edition.value)}"] [data-option]`)) {
    const value = choice.dataset.open === undefined ? choice.value : JSON.stringify(choice.value);
    if (value !== choice.dataset.default) options[choice.dataset.option] = JSON.parse(value);
  }
  const count = Number(form.players.value);
  const delay = Number(form.delay.value || 0);
  return {
    edition: form.edition.value,
    players: count,
    options,
    seats: seatsOf(form, count),
    start: form.start.value,
    practice: form.practice.checked,
    private: form.private.checked,
    pace: Number(form.pace.value || 0),
    ...(delay ? { spectator_delay: { [form.delay_unit.value]: delay } } : {}),
  };
}

const tell = (place, what) => render(what, document.getElementById(place));

form.edition.addEventListener("change", chooseEdition);
form.players.addEventListener("change", seatLines);
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  try {
    tell("created", html`<${SeatLinks} answer=${await ask("/v1/games", { method: "POST", body: order() })} />`);
  } catch (error) {
    tell("created", html`<p class="error">${words(error)}</p>`);
  }
});

document.getElementById("import").addEventListener("submit", async (event) => {
  event.preventDefault();
  const file = event.target.file.files[0];
  if (!file) return;
  try {
    const headers = { "Content-Type": "application/x-ndjson" };
    const answer = await ask("/v1/games:import", { method: "POST", body: file.slice(0, file.size, "application/x-ndjson"), headers });
    tell("imported", html`<p class="done">Imported: <a href=${`/games/${encodeURIComponent(answer.game)}`}>${answer.game}</a>, ${answer.version} events.</p>`);
  } catch (error) {
    tell("imported", html`<p class="error">${words(error)}</p>`);
  }
});

chooseEdition();
