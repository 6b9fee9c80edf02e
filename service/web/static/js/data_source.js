// @ts-check
// Whence the viewer has what it shows: the service, or the file that it stands in.
import { data } from "./html.js";

/** What the file keeps, by the address below that of its game. @type {Record<string, any> | undefined} */
const kept = /** @type {any} */ (globalThis).kept;

/** Whether this is a file, in which nothing happens any more. */
export const isFile = Boolean(kept);

/** Whether the game is shown apart from the service, in a file or a frame: there nobody has a token. */
export const isApart = isFile || Boolean(data().apart);

/** What the page brings of the answers to anybody without a token, each for who asks first. One that came from the browser's cache may be old. @type {Record<string, any>} */
const brought = /** @type {any} */ (performance.getEntriesByType("navigation")[0])?.transferSize > 0 ? { ...data().answers } : {};

/** Asks as `fetch` does. @type {(path: string, options: RequestInit) => Promise<Response>} */
export const asked = (path, options) => {
  if (kept) return Promise.resolve(answered(kept, path));
  if (!(path in brought) || options.method !== "GET" || "Authorization" in (options.headers ?? {})) return fetch(path, options);
  const answer = brought[path];
  delete brought[path];
  return Promise.resolve(new Response(JSON.stringify(answer)));
};

/** @param {Record<string, any>} all @param {string} path */
function answered(all, path) {
  const { pathname, searchParams } = new URL(path, "file:///");
  const name = pathname.replace(/^\/v1\/games\/[^/]+/, "");
  if (!(name in all)) return new Response('{"status":404,"code":"not-found"}', { status: 404 });
  if (name !== "/tables") return new Response(typeof all[name] === "string" ? all[name] : JSON.stringify(all[name]));
  const after = Number(searchParams.get("after"));
  return new Response(JSON.stringify({ tables: all[name].tables.slice(after, after + Number(searchParams.get("limit"))) }));
}
