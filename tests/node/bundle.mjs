// Bundles the scripts and styles of the pages: node tests/node/bundle.mjs SOURCES TARGET. `make bundle` runs it.
//
// Each script of entries.json becomes one file, what it imports included. All that it imports later, by `import()`, is
// one more file, and what both need a third: a page asks for two files, and for one later. Each style is one file.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const MODULES = fileURLToPath(new URL("../../.venv/node/", import.meta.url));
const esbuild = createRequire(MODULES)("esbuild");

const [sources, target] = process.argv.slice(2).map((path) => resolve(path));
const OUT = join(sources, "../bundle"); // what maps say of their sources is relative to it, wherever the files go
const LATER = "later";
const { scripts, styles, files } = JSON.parse(readFileSync(join(sources, "entries.json"), "utf-8"));
const { imports } = JSON.parse(readFileSync(join(sources, "vendor/importmap.json"), "utf-8"));

/** What the pages know of each bundle: its file, and the files that it imports at once or later. */
const manifest = {};
const written = new Map();

const shared = {
  absWorkingDir: sources,
  bundle: true,
  minify: true,
  charset: "utf8",
  format: "esm",
  target: "esnext",
  outdir: OUT,
  outbase: sources,
  write: false,
  sourcesContent: false,
  metafile: true,
  legalComments: "inline",
  logLevel: "error",
};

const licences = readdirSync(join(sources, "vendor/licences")).sort();
const NOTICE = `/*! Haricot (Apache-2.0), with ${licences.map((name) => name.replace(".txt", "")).join(", ")}: licences.txt has their licences. */`;

/** A bare name is a vendored file, by the import map. */
const vendored = {
  name: "vendored",
  setup(build) {
    build.onResolve({ filter: /^[@\w]/ }, ({ path }) => (imports[path] ? { path: join(sources, "vendor", imports[path]) } : undefined));
  },
};

/** What each source imports later: by its file, the files by the names that it gives them. */
async function importedLater() {
  const { metafile } = await esbuild.build({ ...shared, minify: false, entryPoints: scripts, splitting: true, plugins: [vendored] });
  const found = {};
  for (const [file, { imports: named }] of Object.entries(metafile.inputs)) {
    found[file] = { now: [], late: new Map() };
    for (const { kind, original, path, external } of named) {
      if (external) continue;
      if (kind === "dynamic-import") found[file].late.set(original, path);
      else found[file].now.push(path);
    }
  }
  return found;
}

/** Every file that this script needs, now or later. */
function below(inputs, script) {
  const found = new Set([script]);
  for (const file of found) for (const path of [...inputs[file].now, ...inputs[file].late.values()]) found.add(path);
  return [...found];
}

/** Makes one module of all that is imported later below a script, if it is more than one file. */
function together(inputs, script) {
  const late = new Set(below(inputs, script).flatMap((file) => [...inputs[file].late.values()]));
  const part = new Map([...late].sort().map((path, number) => [path, `part${number}`]));
  return {
    name: LATER,
    setup(build) {
      if (part.size < 2) return;
      build.onResolve({ filter: /^haricot:later$/ }, () => ({ path: LATER, namespace: LATER }));
      build.onLoad({ filter: /.*/, namespace: LATER }, () => ({
        contents: [...part].map(([path, name]) => `export * as ${name} from ${JSON.stringify(`./${path}`)};`).join("\n"),
        resolveDir: sources,
      }));
      build.onLoad({ filter: /\.js$/ }, ({ path }) => {
        const { late } = inputs[relative(sources, path)];
        if (!late.size) return undefined;
        const renamed = (whole, name) => (late.has(name) ? `import("haricot:later").then((all) => all.${part.get(late.get(name))})` : whole);
        return { contents: readFileSync(path, "utf-8").replace(/\bimport\("([^"]+)"\)/g, renamed) };
      });
    },
  };
}

/** A source map names its sources by the address that the service has for them, and does not repeat what is in them. */
function keep(outputFiles) {
  for (const { path, text, contents } of outputFiles) {
    if (!path.endsWith(".map")) written.set(relative(OUT, path), contents);
    else {
      const map = JSON.parse(text);
      const named = map.sources.map((source) => relative(sources, resolve(dirname(path), source)));
      written.set(relative(OUT, path), `${JSON.stringify({ ...map, sourceRoot: "/assets/sources/", sources: named })}\n`);
    }
  }
}

async function bundleScript(inputs, script) {
  const name = script.replace(/^js\//, "").replace(/\.js$/, "");
  const { outputFiles, metafile } = await esbuild.build({
    ...shared,
    entryPoints: { [name]: script },
    entryNames: "[dir]/[name]-[hash]",
    chunkNames: `${name}-[name]-[hash]`,
    splitting: true,
    sourcemap: true,
    plugins: [vendored, together(inputs, script)],
    banner: { js: NOTICE },
  });
  keep(outputFiles);
  const own = (path) => relative(OUT, resolve(sources, path));
  for (const [path, { entryPoint, imports: named }] of Object.entries(metafile.outputs)) {
    if (entryPoint !== script) continue;
    const of = (kind) => [...new Set(named.filter((one) => one.kind === kind).map((one) => own(one.path)))];
    manifest[script] = { file: own(path), imports: of("import-statement"), later: of("dynamic-import") };
  }
}

async function bundleStyle([name, sheets]) {
  const contents = sheets.map((sheet) => `@import "./${sheet}";`).join("\n");
  const { outputFiles, metafile } = await esbuild.build({
    ...shared,
    stdin: { contents, resolveDir: sources, loader: "css", sourcefile: `${name}.css` },
    entryNames: `css/${name}-[hash]`,
    assetNames: "[name]-[hash]",
    loader: { ".woff2": "file" },
    sourcemap: true,
  });
  keep(outputFiles);
  const path = Object.keys(metafile.outputs).find((one) => one.endsWith(".css"));
  manifest[`css/${name}`] = { file: relative(OUT, resolve(sources, path)), imports: [], later: [] };
}

function copy(name) {
  const contents = readFileSync(join(sources, name));
  const hash = createHash("sha256").update(contents).digest("hex").slice(0, 8).toUpperCase();
  const file = name.replace(/(\.\w+)$/, `-${hash}$1`);
  written.set(file, contents);
  manifest[name] = { file, imports: [], later: [] };
}

const titled = (name) => `${name.replace(".txt", "")}\n\n${readFileSync(join(sources, "vendor/licences", name), "utf-8").trim()}\n`;

try {
  const inputs = await importedLater();
  await Promise.all([...scripts.map((script) => bundleScript(inputs, script)), ...Object.entries(styles).map(bundleStyle)]);
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
files.forEach(copy);
written.set("licences.txt", licences.map(titled).join(`\n${"-".repeat(80)}\n\n`));
written.set("manifest.json", `${JSON.stringify(Object.fromEntries(Object.entries(manifest).sort()), null, 2)}\n`);
rmSync(target, { recursive: true, force: true });
for (const [name, contents] of written) {
  mkdirSync(dirname(join(target, name)), { recursive: true });
  writeFileSync(join(target, name), contents);
}
