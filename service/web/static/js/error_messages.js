// @ts-check
// What went wrong, told to people in their language: the service tells programs in the words of HTTP.
import { Problem } from "./api.js";
import { canSay, say } from "./i18n.js";

/** Of these it helps to hear which line, member or number the service means, in its own words. */
const IN_DETAIL = new Set(["file.corrupt", "request.shape", "option.unknown", "position.invalid"]);

/** What is wrong, and with which seat or player of a list, if it is with one. @param {{place: string, says: string}} fault */
function atPlace({ place, says }) {
  const [, list, index] = /^(?:body\.)?(seats|players)\[([0-9]+)\]/.exec(place) ?? [];
  return list === undefined ? says : say(list === "seats" ? "trouble-seat" : "trouble-player", { n: Number(index) + 1, says });
}

/** Why something would be refused, told before it is tried. @param {{code: string, says: string}} refused */
export function refusal({ code, says }) {
  const key = `trouble-${code.replaceAll(".", "-")}`;
  return canSay(key) ? say(key) : says;
}

/**
 * An error as text, each thing said once; with the clause where the rules forbid it. Pages that use it have the
 * section `trouble`.
 * @param {unknown} error
 * @returns {string}
 */
export function trouble(error) {
  if (!(error instanceof Problem)) return say("trouble-unforeseen", { detail: String(error) });
  const { code = "", title = "", clause, errors } = error.problem;
  const detail = errors?.length ? errors.map(atPlace).join(" ") : error.problem.detail ?? "";
  const key = `trouble-${code.replaceAll(".", "-")}`;
  const known = canSay(key) ? say(key) : detail || title;
  const told = IN_DETAIL.has(code) && detail && known !== detail ? `${known} (${detail})` : known;
  if (!clause?.id) return told;
  return told.includes(clause.says) ? `${clause.id}: ${told}` : `${told} ${clause.id}: ${clause.says}`;
}
