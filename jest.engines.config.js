const unit = require("./jest.config.js");

/** @type {import("jest").Config} */
module.exports = {
  ...unit,
  testMatch: ["<rootDir>/test/engines/**/*.test.ts"],
  testPathIgnorePatterns: ["/node_modules/"],
  testTimeout: 300_000,
  maxWorkers: 1,
};
