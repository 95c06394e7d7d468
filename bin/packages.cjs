/**
 * The packages of our sources as one script with V8's code cache: loaded in a third of the time that their files take. The script
 * is kept beside the packages, belongs to what is installed and to this Node, and is made anew where it is missing or not whole.
 * Where it can't be kept it is made in every run. A package that was edited by hand is seen after `rm -r node_modules/.cache`.
 */
const { execFileSync } = require("node:child_process");
const { createHash } = require("node:crypto");
const { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } = require("node:fs");
const { dirname, join } = require("node:path");
const { setFlagsFromString } = require("node:v8");
const { Script } = require("node:vm");

// V8 makes a function fast after 66 KiB of its bytecode: in a run of a second its compiler took a quarter of the time, for what soon ends.
// Here, because the kept cache belongs to the flags
setFlagsFromString("--interrupt-budget=500000");

const ROOT = dirname(__dirname);
const KEPT = join(ROOT, "node_modules/.cache/belfry/packages");
const DIGEST_BYTES = 32;
const LENGTH_BYTES = 4;

/** The program itself: it answers sooner than through its library, which would be loaded first and talk to it. */
exports.ESBUILD = join(ROOT, "node_modules/esbuild/bin/esbuild");

/** The packages of an earlier run, evaluated, by the name they are imported by; none where nothing whole is kept. */
exports.keptPackages = () => {
  const bytes = readIfThere(KEPT);
  const content = bytes.subarray(DIGEST_BYTES);
  if (content.length < LENGTH_BYTES || !digest(content).equals(bytes.subarray(0, DIGEST_BYTES))) return new Map();
  const end = LENGTH_BYTES + content.readUInt32LE(0);
  const script = scriptOf(content.toString("utf8", LENGTH_BYTES, end), content.subarray(end));
  // V8 refuses a cache of other flags or of another processor: what would be slow is made again
  return script.cachedDataRejected ? new Map() : evaluated(script);
};

/** These packages, made now and kept for later runs. */
exports.makePackages = (names) => {
  const table = names.map((name) => `${JSON.stringify(name)}: () => require(${JSON.stringify(name)}),`).join("\n");
  const options = ["--bundle", "--platform=node", "--target=node20", "--minify-whitespace", "--legal-comments=none", "--log-level=error"];
  const source = execFileSync(exports.ESBUILD, options, { cwd: ROOT, input: `module.exports = {${table}}`, maxBuffer: Infinity });
  const script = scriptOf(source.toString());
  const packages = evaluated(script);
  // not before the end: the cache holds the functions that have run
  process.once("exit", () => keep(source, script.createCachedData()));
  return packages;
};

function keep(source, code) {
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32LE(source.length);
  const content = Buffer.concat([length, source, code]);
  const fresh = `${KEPT}.${process.pid}`;
  // where it fails, for a read-only folder or a full disk, the next run makes them again
  quietly(() => {
    mkdirSync(dirname(KEPT), { recursive: true });
    writeFileSync(fresh, Buffer.concat([digest(content), content]));
    // whoever reads meanwhile has the old one or the new one
    renameSync(fresh, KEPT);
  });
  quietly(() => rmSync(fresh, { force: true }));
}

/** Of the content and of what it was made for: npm's own note of what is installed, too, which changes later than the lock file. */
function digest(content) {
  const installed = ["package-lock.json", "node_modules/.package-lock.json"].map((file) => readIfThere(join(ROOT, file)));
  const hash = createHash("sha256").update(process.version);
  for (const part of [...installed, content]) hash.update(`${part.length}\n`).update(part);
  return hash.digest();
}

const readIfThere = (file) => quietly(() => readFileSync(file)) ?? Buffer.alloc(0);

function quietly(work) {
  try {
    return work();
  } catch {
    return undefined;
  }
}

function scriptOf(source, cachedData) {
  return new Script(`(function (require, module) {${source}\n})`, { filename: KEPT, cachedData });
}

function evaluated(script) {
  const module = { exports: {} };
  script.runInThisContext()(require, module);
  return new Map(Object.entries(module.exports).map(([name, load]) => [name, load()]));
}
