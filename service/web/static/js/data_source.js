// @ts-check
// Where the viewer gets its data: from the service, or from the standalone file that contains it.
import { data } from "./html.js";

/** The responses embedded in a standalone file, by their path below the game's. @type {Record<string, any> | undefined} */
const fileResponses = /** @type {any} */ (globalThis).kept;

/** Whether this is a standalone file, which never changes. */
export const isFile = Boolean(fileResponses);

/** Whether the game is shown outside the service's own pages, in a file or a frame, where no tokens exist. */
export const isEmbedded = isFile || Boolean(data().apart);

/**
 * The anonymous responses that the page embeds, each for the first request. A page from the browser's cache may be old,
 * so its responses are not used.
 * @type {Record<string, any>}
 */
const prefetched = /** @type {any} */ (performance.getEntriesByType("navigation")[0])?.transferSize > 0 ? { ...data().answers } : {};

/** Send a request like `fetch`, or answer it from embedded responses. @type {(path: string, options: RequestInit) => Promise<Response>} */
export const fetchData = (path, options) => {
  if (fileResponses) return Promise.resolve(embeddedResponse(fileResponses, path));
  if (!(path in prefetched) || options.method !== "GET" || "Authorization" in (options.headers ?? {})) return fetch(path, options);
  const answer = prefetched[path];
  delete prefetched[path];
  return Promise.resolve(new Response(JSON.stringify(answer)));
};

/** @param {Record<string, any>} all @param {string} path */
function embeddedResponse(all, path) {
  const { pathname, searchParams } = new URL(path, "file:///");
  const name = pathname.replace(/^\/v1\/games\/[^/]+/, "");
  if (!(name in all)) return new Response('{"status":404,"code":"not-found"}', { status: 404 });
  if (name !== "/tables") return new Response(typeof all[name] === "string" ? all[name] : JSON.stringify(all[name]));
  const after = Number(searchParams.get("after"));
  return new Response(JSON.stringify({ tables: all[name].tables.slice(after, after + Number(searchParams.get("limit"))) }));
}
