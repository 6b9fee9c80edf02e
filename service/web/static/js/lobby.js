// @ts-check
// The lobby: start a game against bots, or import a game file.
import "./lang.js";
import { ask } from "./api.js";
import { html, render } from "./html.js";
import { lang, say } from "./i18n.js";
import { playAgainstBots } from "./quick_game.js";
import { errorMessage } from "./error_messages.js";

const place = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const gamePage = (/** @type {string} */ game, rest = "") => `/games/${encodeURIComponent(game)}${rest}`;
const fail = (/** @type {string} */ id, /** @type {unknown} */ error) => render(html`<p class="error">${errorMessage(error)}</p>`, place(id));

const quick = document.getElementById("quick");
quick?.addEventListener("click", () => playAgainstBots(quick, (error) => fail("quick-said", error)));

const bring = /** @type {HTMLFormElement} */ (document.getElementById("import"));
bring.addEventListener("submit", async (event) => {
  event.preventDefault();
  const file = /** @type {HTMLInputElement} */ (bring.elements.namedItem("file")).files?.[0];
  if (!file) return;
  try {
    const headers = { "Content-Type": "application/x-ndjson" };
    const answer = await ask("/v1/games:import", { method: "POST", body: file.slice(0, file.size, "application/x-ndjson"), headers });
    render(html`<p class="done">${say("lobby-brought", { count: answer.version })} <a href=${gamePage(answer.game)}>${say("lobby-brought-watch", { game: answer.game })}</a></p>`, place("imported"));
  } catch (error) {
    fail("imported", error);
  }
});

/** Relative times for today's games; older games show their date. */
const ago = new Intl.RelativeTimeFormat(lang, { numeric: "auto" });
for (const time of document.querySelectorAll("time")) {
  const minutes = (Date.now() - Date.parse(time.dateTime)) / 60_000;
  time.title = new Date(time.dateTime).toLocaleString(lang);
  if (minutes < 60) time.textContent = ago.format(-Math.round(minutes), "minute");
  else if (minutes < 1440) time.textContent = ago.format(-Math.round(minutes / 60), "hour");
  else time.textContent = new Date(time.dateTime).toLocaleDateString(lang, { dateStyle: "medium" });
}
