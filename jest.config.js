/** @type {import("jest").Config} */
module.exports = {
  testEnvironment: "<rootDir>/test/kept-code.js",
  // a failing test may leave a server or a child behind: report the failure instead of waiting for it
  forceExit: true,
  // many files wait for servers and clocks more than they compute
  maxWorkers: 4,
  testSequencer: "<rootDir>/test/longest-first.js",
  transform: { "^.+\\.ts$": ["@swc/jest", { jsc: { parser: { syntax: "typescript" }, target: "es2023" }, module: { type: "commonjs" } }] },
  moduleNameMapper: { "^\\.\\./locales/index\\.cjs$": "<rootDir>/test/no-locales.js" },
  testMatch: ["<rootDir>/test/**/*.test.ts"],
  testPathIgnorePatterns: ["/node_modules/", "<rootDir>/test/engines/"],
  modulePathIgnorePatterns: ["<rootDir>/dist", "<rootDir>/build"],
};
