/** The files that take longest begin first: on a fresh clone jest knows no times, and one that comes last keeps everybody waiting. */
const { default: Sequencer } = require("@jest/test-sequencer");

/** By what they waited and computed when that was measured, the longest first; one that is not listed follows in jest's own order. */
const LONGEST = [
  "relay/relay",
  "bin/images/commands",
  "bin/gitops/publish",
  "bin/dashboards",
  "charts/log-store",
  "bin/tap",
  "batch/run",
  "platform/left-out",
  "bin/entry",
  "service/body",
  "bin/tap-connection",
  "relay/process",
  "images/script-image",
  "service/full-disk",
  "bin/belfry",
  "stale-mounts/restarter",
  "service/deployed",
  "bin/watch",
  "status-page/adapter",
  "boiler-bridge/scenarios",
  "site/any-site.property",
  "charts/probes",
  "checks/connections",
  "charts/platform",
  "charts/alert-receivers",
  "site/changes",
  "world/world",
  "install/page",
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
