import { HEALTHY } from "../../components/healthy";
import { WATCHDOG } from "../../lib/alerts/labels";
import { minutes } from "../../lib/duration";
import type { Site } from "../../lib/site/schema";
import { becomes } from "../../lib/world/fault";
import { kept, worldOf } from "../../lib/world/world";
import { fullPlatform } from "../example";
import { describeEngines } from "./engine";
import { faultTable } from "./fault-table";
import { clusteredFaultsOf, faultsOf } from "./faults/all";
import type { Fault } from "./faults/fault";
import { HOUR, judged, type Verdict } from "./judged-faults";
import { type Message, pushMessages } from "./push-messages";
import { startVictoriaMetrics } from "./victoria-metrics";
import { EVALUATION_SECONDS, plannedRules } from "./world";

/** In the first hour of a fault. */
const MOST_MESSAGES = 3;
/** Seconds that pass in one while an hour is played to the alert manager. */
const SPEED = 60;
/** Milliseconds for all of them: four minutes on a quiet machine. */
const MOST_TIME = 15 * 60_000;

/** What is played: a platform, its world and its rules. */
function stageOf(scale: Site["scale"], faults: typeof faultsOf) {
  const platform = fullPlatform({ scale });
  const world = kept(worldOf(platform, HEALTHY, 1));
  return { scale, platform, world, rules: plannedRules(platform.manifests), faults: faults(world) };
}
const single = stageOf("single", faultsOf);

async function verdictsOf(
  faults: readonly Fault[],
  { world, rules }: Pick<typeof single, "world" | "rules"> = single,
): Promise<readonly Verdict[]> {
  const store = await startVictoriaMetrics([], "victoria-metrics-1.150");
  try {
    return await judged(faults, world, rules, store);
  } finally {
    await store.stop();
  }
}

describeEngines(
  ["victoria-metrics-1.150", "vmalert-1.150", "alertmanager"],
  "what goes wrong is told: the right component, the right severity, in time, and once",
  () => {
    describe.each([single, stageOf("cluster", clusteredFaultsOf)])("scale: $scale", ({ platform, faults, ...stage }) => {
      let verdicts: readonly Verdict[] = [];
      let messages: readonly (readonly Message[])[] = [];

      beforeAll(async () => {
        verdicts = await verdictsOf(faults, stage);
        const scenarios = verdicts.map(({ courses }) => courses.filter(({ labels }) => labels.alertname !== WATCHDOG));
        messages = await pushMessages({ routing: platform.routing, scenarios, length: HOUR, step: EVALUATION_SECONDS, speed: SPEED });
      }, MOST_TIME);

      afterAll(() => {
        const played = verdicts.map((verdict, index) => ({ ...verdict, messages: messages[index]?.length ?? 0 }));
        process.stdout.write(`\n${faultTable(platform.rules, played)}\n`);
      });

      test.each(faults.map(({ title }, index) => [title, index] as const))("%s", (_, index) => {
        expect(verdicts[index]?.problems).toEqual([]);
        // nobody reads a fourth
        expect(messages[index]?.slice(MOST_MESSAGES)).toEqual([]);
      });
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
      { title: "one of two", change, expect: [expected, { ...expected, alert: "DeploymentUnavailable" }] },
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
      ["one of two", ["DeploymentUnavailable (Mail, critical) does not fire"]],
      ["never", ["ProbeFailed (Mail, critical) fires after 300 s, and should not"]],
      ["harmless", ["ProbeFailed (Mail, critical) fires after 300 s, and nothing should"]],
    ]);
  });
});
