// Says which scripts of two folders are not the same program: as the compiler prints both without their comments.
import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";

const [modules, written, served] = process.argv.slice(2);
const ts = createRequire(`${modules}/`)("typescript");
const printer = ts.createPrinter({ removeComments: true });

function printed(path) {
  const file = ts.createSourceFile(path, readFileSync(path, "utf-8"), ts.ScriptTarget.Latest, false, ts.ScriptKind.JS);
  if (file.parseDiagnostics.length) return `not understood: ${path}`;
  return printer.printFile(file);
}

for (const name of readdirSync(written)) {
  if (printed(`${written}/${name}`) !== printed(`${served}/${name}`)) console.log(name);
}
