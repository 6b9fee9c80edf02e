// @ts-check
// Requests to the service: the token of a seat goes along, and a problem becomes an error.
import { heard } from "./clock.js";
import { lang } from "./i18n.js";

import { limitPassed } from "./rate_limit_notice.js";
import { asked } from "./data_source.js";

export { isApart } from "./data_source.js";
export { tokens } from "./tokens.js";

/**
 * What the service answers when it cannot do what was asked for: RFC 9457, with our own members. `status` is 0 where
 * nobody answered; `retry` says in how many seconds to ask again, 0 where nobody said.
 * @typedef {{status: number, code?: string, title?: string, detail?: string, retry: number, clause?: {id: string, says: string}, errors?: {place: string, says: string}[]}} ProblemDocument
 *
 * @typedef {{method?: string, body?: unknown, token?: string | null, headers?: Record<string, string>, signal?: AbortSignal}} Asking
 */

/** An answer that is no answer; `problem` is the document that the service sent. */
export class Problem extends Error {
  /** @param {ProblemDocument} problem */
  constructor(problem) {
    super(problem.detail || problem.title || "the service did not answer");
    this.problem = problem;
  }
}

/** The address of what belongs to a game. @param {string} game */
export const gamePath = (game, rest = "") => `/v1/games/${encodeURIComponent(game)}${rest}`;

/** An address with those parameters that have a value. @param {string} path @param {Record<string, any>} parameters */
export function withQuery(path, parameters) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== null && value !== undefined && value !== "") query.set(name, value);
  }
  const text = query.toString();
  return text ? `${path}?${text}` : path;
}

/**
 * The answer to a request, 304 for what is known already; Problem where the service cannot do what was asked for. Where a
 * limit was met nothing was done: the same request, with the same key, goes out again once the time is over.
 * @param {string} path @param {Asking} asking
 */
export async function raw(path, { method = "GET", body, token, headers = {}, signal } = {}) {
  /** @type {Record<string, string>} */
  const all = { ...headers };
  if (token) all.Authorization = `Bearer ${token}`;
  if (body !== undefined && !(body instanceof Blob)) all["Content-Type"] = "application/json";
  const sent = body === undefined || body instanceof Blob ? body : JSON.stringify(body);
  let answer;
  for (;;) {
    try {
      answer = await asked(path, { method, headers: all, body: sent, signal });
    } catch (error) {
      if (/** @type {Error} */ (error).name === "AbortError") throw error;
      throw new Problem({ status: 0, code: "offline", detail: "The service cannot be reached.", retry: 0 });
    }
    if (answer.status !== 429) break;
    await limitPassed(Number(answer.headers.get("Retry-After")) || 2, { acts: method !== "GET", signal });
  }
  heard(answer.headers.get("Date"));
  if (!answer.ok && answer.status !== 304) throw new Problem({ ...await problemOf(answer), retry: Number(answer.headers.get("Retry-After")) || 0 });
  return answer;
}

/** The JSON of an answer. @param {string} path @param {Asking} [options] @returns {Promise<any>} */
export const ask = async (path, options) => (await raw(path, options)).json();

/** @param {Response} answer */
async function problemOf(answer) {
  try {
    return await answer.json();
  } catch {
    return { status: answer.status, code: "unavailable", detail: `The service answered ${answer.status}.` };
  }
}

/** All events of a game in one answer, one a line. @param {string} game @param {Record<string, any>} parameters @param {string | null} [token] */
export async function events(game, parameters, token) {
  const path = withQuery(gamePath(game, "/events"), parameters);
  const answer = await raw(path, { token, headers: { Accept: "application/x-ndjson" } });
  const text = await answer.text();
  return text.split("\n").filter(Boolean).map((line) => JSON.parse(line));
}

/** A key for one command; randomUUID is there only on secure pages, and this may be a plain one on a local network. */
export const freshKey = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/**
 * Sends a command; its key makes a repeated request harmless. What the rules say to it is told in the page's language.
 * @param {string} game @param {object} order @param {string | null} [token]
 */
export const command = (game, order, token, key = freshKey()) =>
  ask(withQuery(gamePath(game, "/commands"), { lang }), { method: "POST", body: order, token, headers: { "Idempotency-Key": key } });

/** Whether the same request may succeed a little later: nobody answered, or not at the moment. @param {unknown} error @returns {error is Problem} */
export const passing = (error) => error instanceof Problem && [0, 502, 503, 504].includes(error.problem.status);

/** Waits so many milliseconds, or until the network is there again. */
const rest = (/** @type {number} */ ms) => new Promise((/** @type {(value?: unknown) => void} */ done) => {
  const woken = () => {
    clearTimeout(timer);
    removeEventListener("online", woken);
    done();
  };
  const timer = setTimeout(woken, ms);
  addEventListener("online", woken);
});

/**
 * Does a task again and again until it succeeds; an error that no repetition mends is thrown, and any once it is not
 * `wanted` any more. `failed` hears of each failure in between.
 */
/** @type {(task: () => Promise<any>, options?: {failed?: (error: any) => void, wanted?: () => boolean}) => Promise<any>} */
export async function insist(task, { failed = () => {}, wanted = () => true } = {}) {
  for (let wait = 500, asked = 0; ; wait = Math.min(wait * 2, 5000)) {
    try {
      return await task();
    } catch (error) {
      if (!passing(error) || !wanted()) throw error;
      failed(error);
      asked = error.problem.retry;
    }
    await rest(Math.max(wait, asked * 1000));
  }
}
