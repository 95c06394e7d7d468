/** fast-check as it is, but for the seed of what names none: jest.config.js gives it. */
const fastCheck = require("../node_modules/fast-check/lib/cjs/fast-check.js");

fastCheck.configureGlobal({ seed: Number(process.env.SEED) });

module.exports = fastCheck;
