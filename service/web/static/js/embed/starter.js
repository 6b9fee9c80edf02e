// @ts-check
// Unpacks the file of a game that this script stands in: what it keeps, and the modules of its viewer, which it starts.
/** @param {string} id */
const unpacked = (id) => {
  const bytes = Uint8Array.from(atob(document.getElementById(id)?.textContent ?? ""), (sign) => sign.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).json();
};

/** @type {any} */ (globalThis).kept = await unpacked("kept");

// No module of a file may name another file. So each gets an address in memory, those that it imports at once before it.
/** Where each module lies, for those that import it later. @type {Record<string, string>} */
const addresses = (/** @type {any} */ (globalThis).addresses = {});
let last = "";
for (const [name, ...parts] of await unpacked("modules")) {
  const source = parts.map((/** @type {string} */ part, /** @type {number} */ i) => (i % 2 ? JSON.stringify(addresses[part]) : part));
  last = addresses[name] = URL.createObjectURL(new Blob(source, { type: "text/javascript" }));
}
await import(last);
export {};
