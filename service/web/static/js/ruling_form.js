// @ts-check
// The form of a ruling, prefilled from the claim and the engine's verdict. Only relevant fields are shown.
import { ask, gamePath, withQuery } from "./api.js";
import { lang, say } from "./i18n.js";

const field = (/** @type {HTMLFormElement} */ form, /** @type {string} */ name) => /** @type {HTMLSelectElement | HTMLInputElement | null} */ (form.elements.namedItem(name));

/** Show only the fields that belong to the chosen outcome, remedy and penalty. @param {HTMLFormElement} form */
export function showRelevantFields(form) {
  const upheld = field(form, "outcome")?.value !== "dismissed";
  const remedy = field(form, "remedy");
  if (remedy && !upheld) remedy.value = "stands";
  for (const one of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-for]"))) one.hidden = one.dataset.for !== remedy?.value;
  for (const one of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-upheld]"))) one.hidden = !upheld;
  const article = /** @type {HTMLSelectElement | null} */ (field(form, "article"));
  const penalty = /** @type {HTMLSelectElement | null} */ (field(form, "penalty"));
  if (!article || !penalty) return;
  const known = new Set(["none", ...(article.selectedOptions[0]?.dataset.penalties ?? "").split(" ")]);
  for (const option of penalty.options) {
    option.hidden = option.disabled = !known.has(option.value);
    if (option.selected && option.disabled) penalty.value = "none";
  }
  for (const one of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-struck]"))) one.hidden = penalty.value === "none";
}

/** Update the form after a choice: an upheld claim gets the default remedy. @param {HTMLFormElement} form @param {Event} event */
export function updateChoices(form, event) {
  const [remedy, outcome, text] = ["remedy", "outcome", "text"].map((name) => field(form, name));
  if (remedy && outcome && event.target === outcome) {
    remedy.value = outcome.value === "upheld" ? "repair" : "stands";
    const { found, reasons = "" } = form.dataset;
    if (text && ["", reasons].includes(text.value)) text.value = outcome.value === found ? reasons : ""; // a ruling against the engine needs written reasons
  }
  showRelevantFields(form);
}

/** Offer texts that a press inserts as reasons. @param {HTMLFormElement} form @param {HTMLElement} place */
function offerWords(form, place) {
  place.hidden = false;
  place.addEventListener("click", ({ target }) => {
    const text = /** @type {HTMLTextAreaElement | null} */ (form.elements.namedItem("text"));
    if (!(target instanceof HTMLButtonElement) || !text) return;
    text.value = `${text.value.trim()} ${target.textContent}`.trim();
    text.focus();
  });
}

/**
 * Prefill a ruling with the engine's verdict on the disputed event, in the arbiter's view.
 * @param {HTMLFormElement} form @param {string} game @param {string} token
 */
export async function prefillRuling(form, game, token) {
  const words = /** @type {HTMLElement | null} */ (form.querySelector("[data-ready-words]"));
  if (words) offerWords(form, words);
  const { verdict } = await ask(withQuery(gamePath(game, `/events/${form.dataset.event}`), { as: "omniscient", lang }), { token });
  if (!verdict || verdict.verdict === "unknown") return;
  const wrong = ["illegal", "differs"].includes(verdict.verdict);
  const says = `${say(wrong ? "play-dispute-wrong" : "play-dispute-right")} ${[verdict.clause, verdict.says].filter(Boolean).join(" ")}`;
  const finding = /** @type {HTMLElement} */ (form.querySelector("[data-finding]"));
  finding.textContent = says;
  finding.classList.toggle("wrong", wrong);
  finding.hidden = false;
  if (form.dataset.touched !== undefined) return; // the user has changed the form meanwhile
  const begun = { outcome: wrong ? "upheld" : "dismissed", clause: verdict.clause ?? "", remedy: wrong ? "repair" : "stands", ...(verdict.remedy ? { article: verdict.remedy.id } : {}) };
  for (const [name, value] of Object.entries(begun)) {
    const one = field(form, name);
    if (one) one.value = value;
  }
  const text = /** @type {HTMLTextAreaElement} */ (form.elements.namedItem("text"));
  const reasons = /[.!?]$/.test(says) ? says : `${says}.`;
  Object.assign(form.dataset, { found: begun.outcome, reasons });
  text.value ||= reasons;
  showRelevantFields(form);
}
