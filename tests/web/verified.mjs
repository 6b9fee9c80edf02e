// What the verifier of the pages says of each file in a folder: a line of JSON for each, in the order of their names.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { verifyBundle } from "../../service/web/static/js/verify/bundle.js";

const [folder, plain] = process.argv.slice(2);
if (plain === "plain") Object.defineProperty(globalThis, "crypto", { value: undefined }); // as over plain http
for (const name of readdirSync(folder).sort()) {
  const begun = performance.now();
  const { verdict, faults } = await verifyBundle(new Uint8Array(readFileSync(join(folder, name))));
  console.log(JSON.stringify({ verdict, faults: faults.map(({ step, verdict: own, n }) => [step, own, n]), ms: performance.now() - begun, codes: faults.map(({ code }) => code) }));
}
