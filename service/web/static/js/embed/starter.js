// @ts-check
// Starts the viewer in a standalone file: unpacks the embedded responses and the viewer's modules.
/** @param {string} id */
const unpacked = (id) => {
  const bytes = Uint8Array.from(atob(document.getElementById(id)?.textContent ?? ""), (sign) => sign.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).json();
};

/** @type {any} */ (globalThis).kept = await unpacked("kept");

// Modules of a standalone file cannot import files. So each gets a blob address, after the modules that it imports.
/** The address of each module, for dynamic imports. @type {Record<string, string>} */
const addresses = (/** @type {any} */ (globalThis).addresses = {});
let last = "";
for (const [name, ...parts] of await unpacked("modules")) {
  const source = parts.map((/** @type {string} */ part, /** @type {number} */ i) => (i % 2 ? JSON.stringify(addresses[part]) : part));
  last = addresses[name] = URL.createObjectURL(new Blob(source, { type: "text/javascript" }));
}
await import(last);
export {};
