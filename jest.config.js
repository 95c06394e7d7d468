// what is random is the same in each run, so that a change is refused for what it did: `SEED=$RANDOM npm test` draws other cases
process.env.SEED ??= "20261122";

/** @type {import("jest").Config} */
module.exports = {
  testEnvironment: "<rootDir>/test/kept-code.js",
  runtime: "<rootDir>/test/kept-modules.js",
  // none is about speed: what waits for a process or a server may do so beside compilers that share the cores
  testTimeout: 30_000,
  // a failing test may leave a server or a child behind: report the failure instead of waiting for it
  forceExit: true,
  // many files wait for servers and clocks more than they compute
  maxWorkers: 4,
  testSequencer: "<rootDir>/test/longest-first.js",
  transform: { "^.+\\.ts$": ["@swc/jest", { jsc: { parser: { syntax: "typescript" }, target: "es2023" }, module: { type: "commonjs" } }] },
  // as the compiler has it: bin/belfry is belfry.ts, not belfry.cjs
  moduleFileExtensions: ["ts", "js", "mjs", "cjs", "json", "node"],
  // looked up in a vm context, a global takes a hundred times as long as a variable. None that a test replaces, as it does the clock's
  sandboxInjectedGlobals: [
    ...["Array", "BigInt", "Boolean", "Buffer", "Error", "JSON", "Map", "Math", "Number", "Object", "Promise", "Proxy", "Reflect"],
    ...["RegExp", "Set", "String", "Symbol", "TypeError", "URL", "Uint8Array", "WeakMap", "WeakSet", "isNaN", "parseFloat", "parseInt"],
  ],
  moduleNameMapper: {
    "^\\.\\./locales/index\\.cjs$": "<rootDir>/test/no-locales.js",
    "^fast-check$": "<rootDir>/test/seeded-fast-check.js",
  },
  testMatch: ["<rootDir>/test/**/*.test.ts"],
  testPathIgnorePatterns: ["/node_modules/", "<rootDir>/test/engines/"],
  modulePathIgnorePatterns: ["<rootDir>/dist", "<rootDir>/build"],
};
