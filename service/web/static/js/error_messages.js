// @ts-check
// Problems of the service as messages in the language of the page.
import { Problem } from "./api.js";
import { hasMessage, say } from "./i18n.js";

/** The problem codes whose detail is shown too, since it names the line, member or number. */
const SHOWN_WITH_DETAIL = new Set(["file.corrupt", "request.shape", "option.unknown", "position.invalid"]);

/** Describe an error of a request, with the seat or player of a list that it concerns. @param {{place: string, says: string}} error */
function describeError({ place, says }) {
  const [, list, index] = /^(?:body\.)?(seats|players)\[([0-9]+)\]/.exec(place) ?? [];
  return list === undefined ? says : say(list === "seats" ? "trouble-seat" : "trouble-player", { n: Number(index) + 1, says });
}

/** Return why a command would be refused, before it is sent. @param {{code: string, says: string}} refused */
export function refusalMessage({ code, says }) {
  const key = `trouble-${code.replaceAll(".", "-")}`;
  return hasMessage(key) ? say(key) : says;
}

/**
 * Return an error as text, with the clause if the rules forbid the command. Pages that use this include the section
 * `trouble`.
 * @param {unknown} error
 * @returns {string}
 */
export function errorMessage(error) {
  if (!(error instanceof Problem)) return say("trouble-unforeseen", { detail: String(error) });
  const { code = "", title = "", clause, errors } = error.problem;
  const detail = errors?.length ? errors.map(describeError).join(" ") : error.problem.detail ?? "";
  const key = `trouble-${code.replaceAll(".", "-")}`;
  const known = hasMessage(key) ? say(key) : detail || title;
  const text = SHOWN_WITH_DETAIL.has(code) && detail && known !== detail ? `${known} (${detail})` : known;
  if (!clause?.id) return text;
  return text.includes(clause.says) ? `${clause.id}: ${text}` : `${text} ${clause.id}: ${clause.says}`;
}
