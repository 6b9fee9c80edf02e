// Requests to the service: the token of a seat goes along, and a problem becomes an error with its words.

import { asked } from "./source.js";

export { isApart } from "./source.js";
export { tokens } from "./tokens.js";

/** An answer that is no answer; `problem` is the document that the service sent. */
export class Problem extends Error {
  constructor(problem) {
    super(problem.detail || problem.title || "the service did not answer");
    this.problem = problem;
  }
}

export const gamePath = (game, rest = "") => `/v1/games/${encodeURIComponent(game)}${rest}`;

/** An address with those parameters that have a value. */
export function withQuery(path, parameters) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== null && value !== undefined && value !== "") query.set(name, value);
  }
  const text = query.toString();
  return text ? `${path}?${text}` : path;
}

export async function raw(path, { method = "GET", body, token, headers = {}, signal } = {}) {
  const all = { ...headers };
  if (token) all.Authorization = `Bearer ${token}`;
  if (body !== undefined && !(body instanceof Blob)) all["Content-Type"] = "application/json";
  let answer;
  try {
    const sent = body === undefined || body instanceof Blob ? body : JSON.stringify(body);
    answer = await asked(path, { method, headers: all, body: sent, signal });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Problem({ status: 0, code: "offline", detail: "The service cannot be reached.", retry: 0 });
  }
  if (!answer.ok) throw new Problem({ ...await problemOf(answer), retry: Number(answer.headers.get("Retry-After")) || 0 });
  return answer;
}

export const ask = async (path, options) => (await raw(path, options)).json();

async function problemOf(answer) {
  try {
    return await answer.json();
  } catch {
    return { status: answer.status, code: "unavailable", detail: `The service answered ${answer.status}.` };
  }
}

/** All events of a game in one answer, one a line. */
export async function events(game, parameters, token) {
  const path = withQuery(gamePath(game, "/events"), parameters);
  const answer = await raw(path, { token, headers: { Accept: "application/x-ndjson" } });
  const text = await answer.text();
  return text.split("\n").filter(Boolean).map((line) => JSON.parse(line));
}

/** A key for one command; randomUUID is there only on secure pages, and this may be a plain one on a local network. */
export const freshKey = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Sends a command; its key makes a repeated request harmless. */
export const command = (game, order, token, key = freshKey()) =>
  ask(gamePath(game, "/commands"), { method: "POST", body: order, token, headers: { "Idempotency-Key": key } });

/** What the service tells programs in the words of HTTP, told to people. */
const FOR_PEOPLE = {
  "auth.missing": "Only who belongs to this game can do that: open it with the link to your seat.",
  "auth.invalid": "This link is not valid, or no longer. Ask whoever made the game for a new one.",
  "seat.forbidden": "Your link to this game does not allow that.",
  "rate.limited": "That was too much at once. Wait a moment, then try again.",
  "request.malformed": "The service could not read that.",
  "media-type": "This is not a kind of file that the service takes.",
  "version.mismatch": "The game has gone on meanwhile. Look at the table again.",
  "not-found": "There is no such game here, or it is private: then open it with the link to your seat.",
};

/** What went wrong, in words, each said once; with the clause when the rules forbid it. */
export function words(error) {
  const problem = error instanceof Problem ? error.problem : { detail: String(error) };
  const said = FOR_PEOPLE[problem.code] || problem.detail || problem.title;
  const { id, says } = problem.clause || {};
  if (!id) return said;
  return said.includes(says) ? `${id}: ${said}` : `${said} ${id}: ${says}`;
}

/** Whether the same request may succeed a little later: nobody answered, or not at the moment. */
export const passing = (error) => error instanceof Problem && [0, 429, 502, 503, 504].includes(error.problem.status);

/** Waits so many milliseconds, or until the network is there again. */
const rest = (ms) => new Promise((done) => {
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
