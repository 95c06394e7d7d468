import { parseSite } from "../../../lib/site/load";
import { mistakesOf } from "../mistakes";
import { PLAIN_SITE } from "../plain-site";

const FIRST_LINE = PLAIN_SITE.split("\n").length;
const OFF = "namespace: git, name: forge, mode: Off, because: it bursts";
const AMOUNTS = "target: { cpu: 250m, memory: 512Mi }, upper_bound: { cpu: 500m, memory: 1Gi }";

const one = (text: string) => `  workloads: [{ ${text} }]\n`;

test.each<[string, string]>([
  ["no workload", "  workloads: []\n"],
  ["several replicas that are evicted", one("namespace: git, name: forge, mode: Recreate, replicas: 2")],
  ["a pod on each node that is evicted", one("namespace: git, kind: DaemonSet, name: forge, mode: Recreate")],
  ["a single replica that is resized", one("namespace: git, kind: StatefulSet, name: forge, mode: InPlaceOrRecreate")],
  ["one that is sized by hand", one(OFF)],
  ["one with what was recorded for it", one(`${OFF}, containers: [{ name: forge, recorded: 2026-10-01, ${AMOUNTS} }]`)],
  ["two kinds of one name", `  workloads: [{ ${OFF} }, { ${OFF}, kind: StatefulSet }]\n  excluded: [databases]\n`],
])("%s may be said", (_, text) => {
  expect(parseSite(`${PLAIN_SITE}autoscaling:\n${text}`, "site.yaml").autoscaling).toBeDefined();
});

test.each<[string, string, string]>([
  ["a section without a value", "", "0:1 autoscaling: is empty; it holds the keys workloads, excluded"],
  [
    "an old word for a mode",
    one("namespace: git, name: forge, mode: Auto"),
    '1:52 autoscaling.workloads[0].mode: "Auto" is not an allowed value; use one of: Recreate, InPlaceOrRecreate, Off',
  ],
  [
    "a single replica that is evicted",
    one("namespace: git, name: forge, mode: Recreate, replicas: 1"),
    '1:52 autoscaling.workloads[0].mode: "Recreate" evicts pods, and a single replica is never evicted; write InPlaceOrRecreate where it bears a restart, else Off',
  ],
  [
    "replicas that nobody counts",
    one("namespace: git, name: forge, mode: Recreate"),
    '1:15 autoscaling.workloads[0].replicas: is missing: "Recreate" is for several replicas; write how many there are, or write InPlaceOrRecreate where it bears a restart, else Off',
  ],
  [
    "replicas of what is on each node",
    one("namespace: git, kind: DaemonSet, name: forge, mode: Recreate, replicas: 3"),
    "1:89 autoscaling.workloads[0].replicas: stands beside a DaemonSet, which has a pod for each node; leave it out",
  ],
  [
    "replicas of what nobody touches",
    one(`${OFF}, replicas: 3`),
    '1:87 autoscaling.workloads[0].replicas: stands beside mode: "Off", which touches no pod; leave it out',
  ],
  [
    "Off without a reason",
    one("namespace: git, name: forge, mode: Off"),
    "1:15 autoscaling.workloads[0].because: is missing: say why the autoscaler may not change its pods, for example a restart ends the jobs that run",
  ],
  [
    "Off without a reason, as YAML 1.1 writes it",
    one("namespace: git, name: forge, mode: false"),
    "1:15 autoscaling.workloads[0].because: is missing: say why the autoscaler may not change its pods, for example a restart ends the jobs that run",
  ],
  [
    "what is no mode",
    one("namespace: git, name: forge, mode: true"),
    "1:52 autoscaling.workloads[0].mode: true is not an allowed value; use one of: Recreate, InPlaceOrRecreate, Off",
  ],
  [
    "a reason for a mode that needs none",
    one("namespace: git, name: forge, mode: InPlaceOrRecreate, because: why not"),
    "1:80 autoscaling.workloads[0].because: stands beside mode: InPlaceOrRecreate; only Off needs a reason, leave it out",
  ],
  [
    "a record of what the autoscaler sets",
    one(`namespace: git, name: forge, mode: InPlaceOrRecreate, containers: [{ name: forge, recorded: 2026-10-01, ${AMOUNTS} }]`),
    '1:83 autoscaling.workloads[0].containers: stands beside mode: InPlaceOrRecreate, in which the autoscaler sets requests and limits itself; leave it out, or write mode: "Off"',
  ],
  [
    "a bound below the target",
    one(
      `${OFF}, containers: [{ name: forge, recorded: 2026-10-01, target: { cpu: 250m, memory: 512Mi }, upper_bound: { cpu: 0.2, memory: 1Gi } }]`,
    ).replace("cpu: 0.2", 'cpu: "0.2"'),
    '1:185 autoscaling.workloads[0].containers[0].upper_bound.cpu: "0.2" is below the target "250m"; write the recommendation\'s upperBound here, and its target there',
  ],
  [
    "a day that is none",
    one(`${OFF}, containers: [{ name: forge, recorded: 2026-02-30, ${AMOUNTS} }]`),
    '1:115 autoscaling.workloads[0].containers[0].recorded: "2026-02-30" is not a day (YYYY-MM-DD); use for example 2026-10-01',
  ],
  [
    "processors in another unit",
    one(`${OFF}, containers: [{ name: forge, recorded: 2026-10-01, ${AMOUNTS.replace("250m", "250u")} }]`),
    '1:142 autoscaling.workloads[0].containers[0].target.cpu: "250u" is not an amount of processor (millicores such as 250m, or processors such as 2); use for example 250m',
  ],
  [
    "the same twice",
    `  workloads: [{ ${OFF} }, { ${OFF}, kind: Deployment }]\n`,
    '1:103 autoscaling.workloads[1].name: Deployment "forge" of "git" is listed twice; two autoscalers would change its pods in turns: keep one',
  ],
  [
    "an identity service",
    one("namespace: sso, name: identity, mode: InPlaceOrRecreate"),
    '1:28 autoscaling.workloads[0].namespace: "sso" belongs to Sign-in (SSO): no autoscaler looks at identity services and hosted sites; take it out',
  ],
  [
    "a hosted site",
    one("namespace: websites, name: shop, mode: Recreate, replicas: 2"),
    '1:28 autoscaling.workloads[0].namespace: "websites" belongs to Websites: no autoscaler looks at identity services and hosted sites; take it out',
  ],
  [
    "what is excluded beside it",
    `${one(OFF)}  excluded: [git]\n`,
    '1:28 autoscaling.workloads[0].namespace: "git" is in autoscaling.excluded; take it out of one of the two',
  ],
  [
    "one of the platform's own",
    one("namespace: monitoring, name: relay, mode: InPlaceOrRecreate"),
    '1:28 autoscaling.workloads[0].namespace: "monitoring" holds the platform\'s own workloads, each of which says itself how it is scaled; take it out',
  ],
])("%s is refused", (_, text, message) => {
  const found = mistakesOf(`${PLAIN_SITE}autoscaling:\n${text}`).map((line) =>
    line.replace(/^\d+/, (number) => String(Number(number) - FIRST_LINE)),
  );
  expect(found).toEqual([message]);
});
