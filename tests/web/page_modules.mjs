// Has Node load our scripts as a page does: a bare name is a vendored file, by the import map of the pages.
import { readFileSync } from "node:fs";
import { register } from "node:module";
import { isMainThread } from "node:worker_threads";

const VENDOR = new URL("../../service/web/static/vendor/", import.meta.url);
const { imports } = JSON.parse(readFileSync(new URL("importmap.json", VENDOR), "utf-8"));

export async function resolve(name, context, next) {
  const found = await next(name in imports ? new URL(imports[name], VENDOR).href : name, context);
  return found.url.endsWith(".js") ? { ...found, format: "module" } : found;
}

// Node asks from a thread of its own, into which it loads this file again.
if (isMainThread) register(import.meta.url);
