/**
 * Declarations are evaluated once in each worker, where jest evaluates them for each file: they hold no state, and with them stays what was
 * computed of them (the trees of 400 expressions, the platform of the example). A third of what all tests compute is spared.
 */
const { readFileSync } = require("node:fs");
const { join, relative } = require("node:path");
const { default: Runtime } = require("jest-runtime");

const ROOT = join(__dirname, "..");

/** What declares and computes, and never a service: that has clocks, sockets and counters. */
const KEPT = [
  /^(?:charts|dashboards|imports|rules)\//,
  /^lib\/(?!service\/(?!(?:declaration|environment|json-parts|node-flags|process-series|webhook)\.))/,
  /^components\/(?!.*\/service\/|batch\/jobs\/[^/]+\/(?!(?:job|settings|series)\.))/,
  /^node_modules\/(?:@lezer|@prometheus-io|cdk8s|cdk8s-plus-30|constructs|ipaddr\.js|yaml|zod)\//,
  // the platforms that many files judge, and the schemas that some judge them by
  /^bin\/import\/schema\.ts$/,
  /^test\/(?:example|example-site|platform-changes|alerts\/sample-rules|checks\/(?:example|small-platform)|kubernetes\/schema)\.ts$/,
];
/** What a file of tests replaces, others must not find; and whoever replaces one finds none that was evaluated before. */
const REPLACES = /\bjest\s*\.\s*(?:\w*[mM]ock\w*|resetModules|isolateModules\w*)\(/;

/** The modules by their path, and for the places in a stack trace the paths of their source maps. */
const modules = new Map();
const sourceMaps = new Map();

class KeptModules extends Runtime {
  constructor(...given) {
    super(...given);
    const [, , , , , , file, { watch, watchAll }] = given;
    // a watch keeps its process while files are edited
    this.keeps = !watch && !watchAll && !REPLACES.test(readFileSync(file, "utf8"));
    if (!this.keeps) return;
    const registry = this.registries.getActiveCjsRegistry();
    for (const [path, module] of modules) registry.set(path, module);
  }

  teardown() {
    if (this.keeps) {
      const evaluated = [...this.registries.getActiveCjsRegistry()].filter(([path, { loaded }]) => loaded && isKept(path));
      for (const [path, module] of evaluated) {
        if (!modules.has(path)) requireAlike(path, module);
        modules.set(path, module);
      }
      for (const [path, map] of super.getSourceMaps()) if (modules.has(path)) sourceMaps.set(path, map);
    }
    super.teardown();
  }

  getSourceMaps() {
    const own = super.getSourceMaps();
    for (const [path, map] of sourceMaps) if (!own.has(path)) own.set(path, map);
    return own;
  }
}

/** What a kept one imports it has for good: in a file that evaluated it anew there would be two. */
function requireAlike(path, { children }) {
  const other = children.find(({ id }) => id.endsWith(".ts") && !isKept(id));
  if (other !== undefined) throw new Error(`${path} is kept and imports ${other.id}, which is not: add it to KEPT in ${__filename}`);
}

const isKept = (path) => KEPT.some((kept) => kept.test(relative(ROOT, path)));

module.exports = KeptModules;
