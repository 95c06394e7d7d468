#!/usr/bin/env node
/**
 * Starts bin/belfry.ts: our sources are bundled in every run, so that no edit is ever missed, while their packages are loaded from
 * one script that is kept (packages.cjs). Plain JavaScript, because nothing has to be loaded to run it.
 */
const { execFile, execFileSync } = require("node:child_process");
const { statSync } = require("node:fs");
const { SourceMap } = require("node:module");
const { dirname, join } = require("node:path");
const { compileFunction } = require("node:vm");
const { dependencies } = require("../package.json");
const { ESBUILD, keptPackages, makePackages } = require("./packages.cjs");

const ROOT = dirname(__dirname);
const BUNDLE = join(__dirname, "belfry.js");
const OPTIONS = ["--bundle", "--platform=node", "--target=node20", "--packages=external", "--supported:dynamic-import=false"];
const args = process.argv.slice(2);
const flags = args.slice(0, args.includes("--") ? args.indexOf("--") : undefined);
const isHelp = [undefined, "help"].includes(args[0]) || flags.some((flag) => ["--help", "-h", "--version"].includes(flag));
// those of images that need no platform: bundling it would take them as long as all their work
const isLean = args[0] === "images" && ["list", "push", "build"].includes(args[1]);
const outside = (folders) => folders.map((folder) => `--external:../${folder}/*`);
const leftOut = isHelp ? outside(["work", "import", "images"]) : isLean ? outside(["work", "import"]) : [];
const MAPPED = ["--sourcemap=inline", "--sources-content=false"];
// a watch outlives its sources; in every other run the map would cost 10 ms
const mapped = flags.includes("--watch") ? MAPPED : [];
const asked = ["bin/belfry.ts", ...OPTIONS, ...leftOut, "--log-level=warning"];
const child = { cwd: ROOT, encoding: "utf8", maxBuffer: Infinity };

execFile(ESBUILD, [...asked, ...mapped], child, (error, source, messages) => {
  process.stderr.write(messages);
  if (error === null) return run(source);
  const reason = `belfry can't run esbuild: ${error.message}; install the packages again: npm ci`;
  // said by esbuild itself where it could start
  if (messages === "") console.error(reason);
  if (flags.includes("--json")) console.log(JSON.stringify({ ok: false, findings: mistakes(messages, reason) }, undefined, 2));
  process.exitCode = 1;
});
// esbuild is busy for twice as long
let packages = isHelp || isLean ? new Map() : keptPackages();

/** What esbuild says for people, for a program: "✘ [ERROR] Unexpected "="", an empty line, "    rules/storage.ts:2:6:". */
function mistakes(messages, reason) {
  const told = Array.from(messages.matchAll(/\[ERROR\] (.*)\n\n {4}(\S+:\d+:\d+):$/gm), ([, what, where]) => ({ where, what }));
  return (told.length > 0 ? told : [{ where: "belfry", what: reason }]).map((one) => ({ check: "source", ...one }));
}

function run(bundle) {
  const { source, inline } = parts(bundle);
  // the few of these would be kept instead of all
  const names = isHelp || isLean ? [] : packagesIn(source);
  const load = (name) => {
    if (!names.includes(name)) return require(name);
    // all of them together: two that share a third have to find the same one
    if (!names.every((one) => packages.has(one))) packages = makePackages(names);
    return packages.get(name);
  };
  load.resolve = require.resolve;
  Error.prepareStackTrace = (thrown, frames) => {
    // esbuild's own, between two of our files
    const ours = frames.filter((frame) => frame.getFunctionName() !== "__init");
    return inSources([thrown, ...ours].join("\n    at "), inline);
  };
  const module = { exports: {} };
  compileFunction(source, ["require", "module", "exports", "__dirname"], { filename: BUNDLE })(load, module, module.exports, __dirname);
  module.exports.belfry(args);
}

/** Not those that find files beside their own, as esbuild does, that one command alone needs, as ws, or that only development has. */
function packagesIn(source) {
  const names = Array.from(source.matchAll(/\brequire\("([^"]+)"\)/g), ([, name]) => name);
  const isBundled = (name) => !["esbuild", "ws"].includes(name) && /^(@[^/]+\/)?[^/]+/.exec(name)?.[0] in dependencies;
  return [...new Set(names)].filter(isBundled);
}

/** The places of a stack trace in our sources; as they are where those have been edited since. */
function inSources(stack, inline) {
  map ??= new SourceMap(sourceMap(inline) ?? NO_MAP);
  return stack.replaceAll(/[^\s(]*bin\/belfry\.js:(\d+):(\d+)/g, (place, line, column) => {
    const { originalSource, originalLine, originalColumn } = map.findEntry(line - 1, column - 1);
    return originalSource ? `${join(ROOT, originalSource)}:${originalLine + 1}:${originalColumn + 1}` : place;
  });
}

let map;
const NO_MAP = { version: 3, sources: [], names: [], mappings: "" };

/** The one that came with the bundle, or else one made when something is thrown, if the sources are still what they were. */
function sourceMap(inline) {
  const read = (base64) => JSON.parse(Buffer.from(base64, "base64"));
  if (inline !== undefined) return read(inline);
  try {
    // quietly: what is wrong with the sources of now is another matter
    const bundle = execFileSync(ESBUILD, [...asked, ...MAPPED], { ...child, stdio: ["ignore", "pipe", "ignore"] });
    const made = read(parts(bundle).inline);
    // the same code may come of other lines; this time can't be set back, as that of an edit can
    return made.sources.some((file) => statSync(join(ROOT, file)).ctimeMs > performance.timeOrigin) ? undefined : made;
  } catch {
    return undefined;
  }
}

/** What esbuild printed: the source, and its map where it was asked for. */
function parts(bundle) {
  const [source, inline] = bundle.split("//# sourceMappingURL=data:application/json;base64,");
  return { source, inline };
}
