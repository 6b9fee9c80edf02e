// @ts-check
// The forms on the page of disputes, for browsers with an arbiter's token or that of the claiming seat.
import "./lang.js";
import { ask, randomKey, gamePath, tokens } from "./api.js";
import { showConditions } from "./ruling_conditions.js";
import { joinLink } from "./links.js";
import { updateChoices, showRelevantFields, prefillRuling } from "./ruling_form.js";
import "./print_sheet.js";
import { refusalMessage, errorMessage } from "./error_messages.js";

const sheet = /** @type {HTMLElement | null} */ (document.querySelector("[data-game]"));
const game = sheet?.dataset.game ?? "";
const token = tokens.get(game);
/** The maximum delay of a timer. */
const TIMER_MS_MAX = 2 ** 31 - 1;
const NUMBERS = new Set(["back_to", "against", "proposed"]);

/** Return the filled and visible fields of a form. @param {HTMLFormElement} form @returns {Record<string, unknown>} */
function filledFields(form) {
  /** @type {Record<string, unknown>} */
  const found = {};
  for (const field of /** @type {Iterable<HTMLInputElement>} */ (form.elements)) {
    if (!field.name || (field.closest("[hidden]") && field.name !== "remedy")) continue; // a dismissed claim has no remedy
    if (field.name === "events") found.events = [.../** @type {number[]} */ (found.events ?? []), ...(field.checked ? [Number(field.value)] : [])];
    else if (field.type === "checkbox") found[field.name] = field.checked;
    else if (field.name === "committee") found.committee = field.value.split(/[\s,;]+/).filter(Boolean);
    else if (field.value !== "") found[field.name] = NUMBERS.has(field.name) ? Number(field.value) : field.value;
  }
  return found;
}

/** Send a form, and show errors in it. @param {HTMLFormElement} form @param {() => Promise<void>} send */
function sendForm(form, send) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const says = /** @type {HTMLElement} */ (form.querySelector("[role=alert]"));
    const button = /** @type {HTMLButtonElement} */ (form.querySelector("button:not([type=button])"));
    button.disabled = true;
    send().then(() => { says.hidden = true; }, (error) => {
      says.textContent = errorMessage(error);
      says.hidden = false;
      button.disabled = false;
    });
  });
}

/** Send a request with a token and an idempotency key. @param {string} path @param {object} body @param {string} key @param {string | null} [own] */
const post = (path, body, key, own = token) => ask(gamePath(game, path), { method: "POST", body, token: own, headers: { "Idempotency-Key": key } });

/** Reload the page at a dispute. @param {string | undefined} dispute */
function reloadAt(dispute) {
  if (dispute) location.hash = `dispute-${dispute}`;
  location.reload();
}

/** Call off a game that does not count, so that games of the same deal can become public. @param {HTMLFormElement} form @param {string} own */
function callOffGame(form, own) {
  const { dispute, void: other = "" } = form.dataset;
  const [key, reason] = [randomKey(), `By the ruling on dispute ${dispute} of ${game} this game does not count.`];
  sendForm(form, async () => {
    await ask(gamePath(other, "/void"), { method: "POST", body: { reason }, token: own, headers: { "Idempotency-Key": key } });
    reloadAt(dispute);
  });
}

/** @param {HTMLFormElement} form */
function played(form) {
  const { dispute, at, mode } = form.dataset;
  const key = randomKey();
  sendForm(form, async () => {
    const made = await post("/forks", { at: Number(at), mode, dispute: Number(dispute) }, key);
    const list = /** @type {HTMLElement} */ (form.querySelector("ul"));
    list.replaceChildren(...made.tokens.map((/** @type {{seat: number, token: string}} */ { seat, token: own }) => {
      const [item, link] = [document.createElement("li"), joinLink(made.game, own)];
      item.append(`${seat + 1}: `, Object.assign(document.createElement("a"), { href: link, textContent: link }));
      return item;
    }));
    const id = form.querySelector("code");
    if (id) id.textContent = made.game;
    /** @type {HTMLElement} */ (form.querySelector(".made")).hidden = false;
  });
}

/** Return the token for a form: of its seat, of the organiser for calling off, otherwise an arbiter's. @param {HTMLFormElement} form @param {string | null} judge */
function tokenFor({ dataset }, judge) {
  if (dataset.seat !== undefined) return tokens.seats(game).find(({ seat }) => seat === Number(dataset.seat))?.token;
  if (dataset.power !== undefined) return tokens.organiser(game) ?? judge;
  const seat = tokens.seats(game).some((one) => one.token === token) ? token : tokens.seats(game)[0]?.token ?? null;
  if (dataset.by === "seat") return seat;
  if (dataset.by === "any") return judge ?? seat;
  return dataset.void === undefined ? judge : tokens.organiser(dataset.void) ?? (dataset.void === game ? judge : null);
}

/** @typedef {{type: string, dispute: number | null, refused: {code: string, says: string} | null}} Act */

/** The possible acts of each token, requested once. @type {Map<string, Promise<Act[]>>} */
const asked = new Map();

/** @param {string} own @returns {Promise<Act[]>} */
function actsOf(own) {
  const before = asked.get(own) ?? ask(gamePath(game, "/acts"), { token: own }).then(({ acts }) => acts);
  asked.set(own, before);
  return before;
}

/** Return whether a form is available. The reason of a refusal may replace it. @param {HTMLFormElement} form @param {string} own */
async function isAvailable(form, own) {
  const { act, dispute, power } = form.dataset;
  if (power) return true;
  const acts = (await actsOf(own)).filter((one) => one.dispute === Number(dispute));
  if (!act) return form.dataset.void !== undefined || !acts.some(({ refused }) => refused?.code.startsWith("arbiter."));
  const found = acts.find(({ type }) => type === act);
  if (!found) return false;
  if (found.refused && TOLD.has(act) && !UNTOLD.test(found.refused.code)) {
    form.before(Object.assign(document.createElement("p"), { className: "small no-print refused", textContent: refusalMessage(found.refused) }));
  }
  return !found.refused;
}

/** Forms that the reason of a refusal replaces. */
const TOLD = new Set(["RuleDispute", "JoinRuling", "AppealRuling"]);
/** Refusals that the page explains elsewhere. */
const UNTOLD = /^(arbiter|dispute)\./;

/** Prepare a form that is sent with a token. @param {HTMLFormElement} form @param {string} own */
function prepareForm(form, own) {
  const { act, dispute, power, until } = form.dataset;
  const left = Date.parse(until ?? "") - Date.now();
  if (left <= 0) return;
  form.hidden = false;
  if (left < TIMER_MS_MAX) setTimeout(() => { form.hidden = true; }, left);
  showRelevantFields(form);
  form.addEventListener("change", (event) => updateChoices(form, event));
  form.addEventListener("input", () => { form.dataset.touched = ""; });
  if (act) sendForm(form, async () => {
    await post("/disputes", { type: act, dispute: Number(dispute), ...filledFields(form) }, randomKey(), own);
    reloadAt(dispute);
  });
  else if (power) sendForm(form, async () => {
    await post(`/${power}`, filledFields(form), randomKey(), own);
    reloadAt(undefined);
  });
  else if (form.dataset.void) callOffGame(form, own);
  else played(form);
  if (act === "RuleDispute") prefillRuling(form, game, own).catch(() => {}); // then the form has no defaults
}

async function showForms() {
  if (!sheet) return;
  const judge = token && (await ask("/v1/tokens/me", { token })).kind === "arbiter" ? token : null;
  for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll("form.ruling"))) {
    const own = tokenFor(form, judge);
    if (own && await isAvailable(form, own)) prepareForm(form, own);
  }
  for (const one of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-putting-right]"))) one.hidden = !judge;
}

showConditions(game).catch(() => {});
showForms().catch(() => {}); // then the page stays the public one
