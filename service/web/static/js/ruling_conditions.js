// @ts-check
// The conditions for a ruling, at the top of the page of disputes, with the organiser's actions.
import { ask, gamePath, tokens } from "./api.js";
import { hasMessage, say } from "./i18n.js";
import { errorMessage } from "./error_messages.js";

/** Return the organiser's token of this browser, or null. @param {string} game @param {{kind: string} | null} me */
const organiserToken = (game, me) => tokens.organiser(game) ?? (me?.kind === "organiser" ? tokens.get(game) : null);

/** Tell an arbiter why a ruling is not allowed. @param {string} game @param {string} token */
async function tellHindrance(game, token) {
  const place = document.querySelector("[data-hindrance]");
  const { hindrance } = await ask(gamePath(game, "/disputes"), { token });
  if (!(place instanceof HTMLElement) || !hindrance) return;
  const key = `hearing-${hindrance.code.replaceAll(".", "-")}`;
  place.textContent = hasMessage(key) ? say(key) : hindrance.says;
  place.hidden = false;
}

/** Offer the organiser to confirm that different people sit at the table. @param {HTMLFormElement} form @param {string} game @param {string} token */
function offerToConfirm(form, game, token) {
  const says = /** @type {HTMLElement} */ (form.querySelector("[role=alert]"));
  form.hidden = false;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    ask(gamePath(game, "/persons"), { method: "PUT", body: { different: true }, token }).then(() => location.reload(), (error) => {
      says.textContent = errorMessage(error);
      says.hidden = false;
    });
  });
}

/** @param {string} game */
export async function showConditions(game) {
  const token = tokens.get(game);
  const me = token ? await ask("/v1/tokens/me", { token }).catch(() => null) : null;
  const form = /** @type {HTMLFormElement | null} */ (document.querySelector("form[data-persons]"));
  const host = organiserToken(game, me);
  if (form && host) offerToConfirm(form, game, host);
  if (token && me?.kind === "arbiter") await tellHindrance(game, token);
}
