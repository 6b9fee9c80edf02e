// @ts-check
// A game against bots that starts at once.
import { ask, tokens } from "./api.js";
import { ownPersonId } from "./person.js";
import { lang } from "./i18n.js";

/** The names of the bots: beans with the same name in many languages. */
const BEANS = ["Pinto", "Adzuki", "Borlotti", "Flageolet", "Edamame", "Lima", "Mungo"];

/** Return three different names. */
function botNames() {
  const start = Math.floor(Math.random() * BEANS.length);
  return [0, 2, 4].map((step) => BEANS[(start + step) % BEANS.length]);
}

/** Start a game for a pressed button. @param {HTMLElement} button @param {(error: unknown) => void} failed */
export async function playAgainstBots(button, failed) {
  if (button.ariaBusy === "true") return;
  button.ariaBusy = "true";
  try {
    const bots = botNames().map((name) => ({ kind: "bot", bot: "trader", name }));
    const person = ownPersonId();
    const seats = [{ kind: "human", name: button.dataset.name, person }, ...bots];
    const made = await ask("/v1/games", { method: "POST", body: { edition: "classic", seats, person, start: "now" } });
    tokens.addNewGame(made);
    const chosen = location.search.includes("lang=") ? `&lang=${lang}` : "";
    location.assign(`/games/${encodeURIComponent(made.game)}?as=seat:0${chosen}`);
  } catch (error) {
    button.ariaBusy = "false";
    failed(error);
  }
}
