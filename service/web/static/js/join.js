// @ts-check
// Takes the key to a seat out of the address, keeps it in this browser, and goes to the table.
import { ask, tokens } from "./api.js";
import { stateSitting } from "./person.js";
import { lang, say } from "./say.js";
import { trouble } from "./trouble.js";

const told = /** @type {HTMLElement} */ (document.getElementById("say"));
const otherwise = /** @type {HTMLElement} */ (document.getElementById("otherwise"));
const { game = "" } = told.dataset;
const inLanguage = new URLSearchParams(location.search).has("lang");

/** @param {string} says */
function refuse(says) {
  told.textContent = says;
  told.className = "error";
  otherwise.hidden = false;
}

async function join() {
  const token = new URLSearchParams(location.hash.slice(1)).get("token");
  history.replaceState(null, "", location.pathname + location.search);
  const key = token || tokens.get(game);
  if (!key) return refuse(say("join-no-key"));
  try {
    const me = await ask("/v1/tokens/me", { token: key });
    if (me.game && me.game !== game) return refuse(say("join-other-game")); // whoever may act in every game has a key of none
    tokens.keep(game, { seat: me.seat, token: key });
    await stateSitting(game, me.seat, key);
    const query = new URLSearchParams();
    if (me.seat !== null && me.seat !== undefined) query.set("as", `seat:${me.seat}`);
    if (inLanguage) query.set("lang", lang);
    location.replace(`/games/${encodeURIComponent(game)}${query.size ? `?${query.toString().replaceAll("%3A", ":")}` : ""}`);
  } catch (error) {
    refuse(trouble(error));
  }
}

addEventListener("hashchange", () => location.hash && join()); // a link pasted over this page changes nothing else
join();
