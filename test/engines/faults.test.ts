import { HEALTHY } from "../../components/healthy";
import { minutes } from "../../lib/duration";
import { becomes } from "../../lib/world/fault";
import { kept, worldOf } from "../../lib/world/world";
import { fullPlatform } from "../example";
import { describeEngines } from "./engine";
import { faultsOf } from "./faults/all";
import type { Fault } from "./faults/fault";
import { judged, type Verdict } from "./judged-faults";
import { startVictoriaMetrics } from "./victoria-metrics";
import { plannedRules } from "./world";

const platform = fullPlatform();
const world = kept(worldOf(platform, HEALTHY, 1));
const rules = plannedRules(platform.manifests);

async function verdictsOf(faults: readonly Fault[]): Promise<readonly Verdict[]> {
  const store = await startVictoriaMetrics([], "victoria-metrics-1.150");
  try {
    return await judged(faults, world, rules, store);
  } finally {
    await store.stop();
  }
}

describeEngines(
  ["victoria-metrics-1.150", "vmalert-1.150"],
  "what goes wrong is told: the right component, the right severity, in time",
  () => {
    const faults = faultsOf(world);
    let verdicts: readonly Verdict[] = [];

    beforeAll(async () => {
      verdicts = await verdictsOf(faults);
    });

    test.each(faults.map(({ title }, index) => [title, index] as const))("%s", (_, index) => {
      expect(verdicts[index]?.problems).toEqual([]);
    });
  },
);

describeEngines(["victoria-metrics-1.150", "vmalert-1.150"], "the judge of faults", () => {
  test("sees an alert that does not come, one that comes too late, and one of another component", async () => {
    const change = becomes('probe_success{component="Mail"}', 0);
    const expected = { alert: "ProbeFailed", component: "Mail", severity: "critical", within: minutes(6) } as const;
    const found = await verdictsOf([
      { title: "right", change, expect: expected },
      { title: "another alert", change, expect: { ...expected, alert: "DeploymentUnavailable" } },
      { title: "too late", change, expect: { ...expected, within: minutes(4) } },
      { title: "another component", change, expect: { ...expected, component: "DNS" } },
      { title: "never", change, expect: { ...expected, never: ["ProbeFailed"] } },
      { title: "harmless", change, expect: { nothingFor: minutes(10) } },
    ]);
    expect(found.map(({ fault, problems }) => [fault.title, [...new Set(problems)]])).toEqual([
      ["right", []],
      ["another alert", ["DeploymentUnavailable (Mail, critical) does not fire"]],
      ["too late", ["ProbeFailed fires after 300 s only"]],
      [
        "another component",
        ["ProbeFailed (DNS, critical) does not fire", "ProbeFailed (Mail, critical) fires, which is another component's"],
      ],
      ["never", ["ProbeFailed (Mail, critical) fires after 300 s, and should not"]],
      ["harmless", ["ProbeFailed (Mail, critical) fires after 300 s, and nothing should"]],
    ]);
  });
});
