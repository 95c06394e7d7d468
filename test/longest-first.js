/** The files that take longest begin first: on a fresh clone jest knows no times, and one that comes last keeps everybody waiting. */
const { default: Sequencer } = require("@jest/test-sequencer");

/** By what they waited and computed when that was measured, the longest first; one that is not listed follows in jest's own order. */
const LONGEST = [
  "bin/entry",
  "bin/watch",
  "boiler-bridge/scenarios",
  "bin/belfry",
  "site/changes",
  "charts/platform",
  "site/any-site.property",
  "checks/connections",
  "world/world",
  "charts/alert-receivers",
  "install/page",
  "relay/relay",
];

module.exports = class extends Sequencer {
  sort(tests) {
    const rank = ({ path }) => {
      const index = LONGEST.findIndex((name) => path.endsWith(`/test/${name}.test.ts`));
      return index < 0 ? LONGEST.length : index;
    };
    return super.sort(tests).sort((a, b) => rank(a) - rank(b));
  }
};
