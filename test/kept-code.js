/**
 * One vm context for all the files that a worker runs, where jest makes one for each. The modules are evaluated anew all the same, so
 * that no file finds another's state in them, but from functions that V8 has compiled and made fast before: a third less to compute.
 */
const { AsyncLocalStorage } = require("node:async_hooks");
const vm = require("node:vm");
const { TestEnvironment } = require("jest-environment-node");
const { installCommonGlobals } = require("jest-util");

/** The environment of this worker, from its first file on. */
let kept;

const compiled = new Map();
const { compileFunction } = vm;
/** What jest-runtime compiles every module with. */
vm.compileFunction = (source, parameters, options) => {
  const isOfTests = kept !== undefined && options?.parsingContext === kept.getVmContext();
  // a file of tests does not come twice
  if (!isOfTests || options.filename.endsWith(".test.ts")) return compileFunction(source, parameters, options);
  const key = [options.filename, ...parameters].join("\n");
  // by its source: `--watch` keeps the process, and a file may be edited
  if (compiled.get(key)?.source !== source) {
    // without what holds the first file's whole runtime, for an `import()` that jest refuses anyway
    const compile = (names) => compileFunction(source, names, { ...options, importModuleDynamically: undefined });
    compiled.set(key, { source, made: besideItsOwn(compile, parameters) });
  }
  return compiled.get(key).made;
};

/** A module that declares one of the globals that are handed over (`sandboxInjectedGlobals`) has its own. */
function besideItsOwn(compile, parameters) {
  try {
    return compile(parameters);
  } catch (error) {
    const [, own] = /^Identifier '(\w+)' has already been declared$/.exec(error.message) ?? [];
    if (!parameters.includes(own)) throw error;
    return besideItsOwn(compile, parameters.with(parameters.indexOf(own), `_${own}`));
  }
}

// jest-circus makes two for each file and leaves them on, and in Node 20 each of them slows every promise of every later file
const storages = new Set();
const { run } = AsyncLocalStorage.prototype;
AsyncLocalStorage.prototype.run = function (...given) {
  storages.add(this);
  return run.apply(this, given);
};

class KeptCode extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    this.shipped = shippedState(this.global);
  }

  /** What the file before has changed: globals, what it added to a built-in, `process` with its variables and listeners, matchers. */
  takeBack() {
    for (const [object, shipped] of this.shipped) restore(object, shipped);
    const made = { Date, Symbol };
    installCommonGlobals(made, {});
    this.global.process = made.process;
    // the one global of jest's own that can't be deleted
    const expected = this.global[Symbol.for("$$jest-matchers-object")];
    Object.assign(expected ?? {}, { matchers: {}, customEqualityTesters: [] });
    for (const storage of storages) storage.disable();
    storages.clear();
    // jest keeps every value that a global ever had, to empty it in the end: all modules of all files
    this._globalProxy.leftovers = [];
  }

  /** Without jest's, which empties the context. */
  async teardown() {
    this.fakeTimersModern.dispose();
  }
}

/** Jest makes a new one for each file. */
module.exports = function environment(config, context) {
  kept?.takeBack();
  kept ??= new KeptCode(config, context);
  return kept;
};

/** Of the globals, and of each of them with its prototype. */
function shippedState(global) {
  const values = Object.values(Object.getOwnPropertyDescriptors(global)).flatMap(({ value }) => [value, value?.prototype]);
  const objects = values.filter((value) => (typeof value === "object" && value !== null) || typeof value === "function");
  return [...new Set([global, ...objects])].map((object) => [object, Object.getOwnPropertyDescriptors(object)]);
}

function restore(object, shipped) {
  for (const key of new Set([...Reflect.ownKeys(object), ...Reflect.ownKeys(shipped)])) {
    const found = Object.getOwnPropertyDescriptor(object, key);
    if (found?.configurable === false) continue;
    if (!Object.hasOwn(shipped, key)) delete object[key];
    else if (found?.value !== shipped[key].value || found.get !== shipped[key].get) Object.defineProperty(object, key, shipped[key]);
  }
}
