// @ts-check
// Requests to the service. Problem responses become errors.
import { recordServerDate } from "./clock.js";
import { lang } from "./i18n.js";

import { waitForRateLimit } from "./rate_limit_notice.js";
import { fetchData } from "./data_source.js";

export { isEmbedded } from "./data_source.js";
export { tokens } from "./tokens.js";

/**
 * A problem response of the service: RFC 9457, with members of Haricot. `status` is 0 without a response.
 * `retry` is the number of seconds after which to retry, or 0.
 * @typedef {{status: number, code?: string, title?: string, detail?: string, retry: number, clause?: {id: string, says: string}, errors?: {place: string, says: string}[]}} ProblemDocument
 *
 * @typedef {{method?: string, body?: unknown, token?: string | null, headers?: Record<string, string>, signal?: AbortSignal}} RequestOptions
 */

/** A failed request; `problem` is the document that the service sent. */
export class Problem extends Error {
  /** @param {ProblemDocument} problem */
  constructor(problem) {
    super(problem.detail || problem.title || "the service did not answer");
    this.problem = problem;
  }
}

/** Return the API path of a game, or of a resource below it. @param {string} game */
export const gamePath = (game, rest = "") => `/v1/games/${encodeURIComponent(game)}${rest}`;

/** Return a path with those parameters that have a value. @param {string} path @param {Record<string, any>} parameters */
export function withQuery(path, parameters) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== null && value !== undefined && value !== "") query.set(name, value);
  }
  const text = query.toString();
  return text ? `${path}?${text}` : path;
}

/**
 * Send a request and return the response, also 304. Throw Problem for any other failure. After a rate limit (429) the
 * same request is sent again, with the same idempotency key, once the limit allows it.
 * @param {string} path @param {RequestOptions} options
 */
export async function sendRequest(path, { method = "GET", body, token, headers = {}, signal } = {}) {
  /** @type {Record<string, string>} */
  const allHeaders = { ...headers };
  if (token) allHeaders.Authorization = `Bearer ${token}`;
  if (body !== undefined && !(body instanceof Blob)) allHeaders["Content-Type"] = "application/json";
  const requestBody = body === undefined || body instanceof Blob ? body : JSON.stringify(body);
  let answer;
  for (;;) {
    try {
      answer = await fetchData(path, { method, headers: allHeaders, body: requestBody, signal });
    } catch (error) {
      if (/** @type {Error} */ (error).name === "AbortError") throw error;
      throw new Problem({ status: 0, code: "offline", detail: "The service cannot be reached.", retry: 0 });
    }
    if (answer.status !== 429) break;
    await waitForRateLimit(Number(answer.headers.get("Retry-After")) || 2, { acts: method !== "GET", signal });
  }
  recordServerDate(answer.headers.get("Date"));
  if (!answer.ok && answer.status !== 304) throw new Problem({ ...await problemOf(answer), retry: Number(answer.headers.get("Retry-After")) || 0 });
  return answer;
}

/** Send a request and return the JSON of its response. @param {string} path @param {RequestOptions} [options] @returns {Promise<any>} */
export const ask = async (path, options) => (await sendRequest(path, options)).json();

/** @param {Response} answer */
async function problemOf(answer) {
  try {
    return await answer.json();
  } catch {
    return { status: answer.status, code: "unavailable", detail: `The service answered ${answer.status}.` };
  }
}

/** Load all events of a game in one response. @param {string} game @param {Record<string, any>} parameters @param {string | null} [token] */
export async function loadEvents(game, parameters, token) {
  const path = withQuery(gamePath(game, "/events"), parameters);
  const answer = await sendRequest(path, { token, headers: { Accept: "application/x-ndjson" } });
  const text = await answer.text();
  return text.split("\n").filter(Boolean).map((line) => JSON.parse(line));
}

/** Return an idempotency key. crypto.randomUUID exists only on secure pages, and this may be plain HTTP on a local network. */
export const randomKey = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/**
 * Send a command. Its idempotency key makes a repeated request harmless. A refusal comes in the page's language.
 * @param {string} game @param {object} order @param {string | null} [token]
 */
export const sendCommand = (game, order, token, key = randomKey()) =>
  ask(withQuery(gamePath(game, "/commands"), { lang }), { method: "POST", body: order, token, headers: { "Idempotency-Key": key } });

/** Return whether the same request may succeed later: no response, or 502 to 504. @param {unknown} error @returns {error is Problem} */
export const isTemporary = (error) => error instanceof Problem && [0, 502, 503, 504].includes(error.problem.status);

/** Wait for some milliseconds, or until the network is back. */
const waitForRetry = (/** @type {number} */ ms) => new Promise((/** @type {(value?: unknown) => void} */ done) => {
  const finish = () => {
    clearTimeout(timer);
    removeEventListener("online", finish);
    done();
  };
  const timer = setTimeout(finish, ms);
  addEventListener("online", finish);
});

/**
 * Run a task until it succeeds, with backoff. A lasting error is thrown, and any error once `wanted` returns false.
 * `failed` is called for each failure in between.
 * @type {(task: () => Promise<any>, options?: {failed?: (error: any) => void, wanted?: () => boolean}) => Promise<any>}
 */
export async function withRetries(task, { failed = () => {}, wanted = () => true } = {}) {
  for (let backoff = 500, retryAfter = 0; ; backoff = Math.min(backoff * 2, 5000)) {
    try {
      return await task();
    } catch (error) {
      if (!isTemporary(error) || !wanted()) throw error;
      failed(error);
      retryAfter = error.problem.retry;
    }
    await waitForRetry(Math.max(backoff, retryAfter * 1000));
  }
}
