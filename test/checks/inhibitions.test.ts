import type { Inhibits } from "../../lib/alerts/inhibits";
import { byNamespace } from "../../lib/alerts/owner";
import type { AlertProps } from "../../lib/alerts/rule";
import { inhibitions } from "../../lib/checks/inhibitions";
import { addRules, SITE, SMALL, sampleAlert, whats } from "./small-platform";

const cause = (inhibits: readonly Inhibits[], changes: Partial<AlertProps> = {}) =>
  sampleAlert({ severity: "critical", component: "Platform", inhibits, ...changes }, "NodeGone");
const told = (changes: Partial<AlertProps> = {}, name = "NodeHot") =>
  sampleAlert({ severity: "warning", component: "Platform", ...changes }, name);
const found = (inhibits: readonly Inhibits[], changes: Partial<AlertProps> = {}, causeChanges: Partial<AlertProps> = {}) =>
  whats(inhibitions, addRules(cause(inhibits, causeChanges), told(changes)));

test("the example installation passes", () => {
  expect(inhibitions.run(SMALL)).toEqual([]);
});

test("a consequence of the same component, no worse, by labels that both carry", () => {
  expect(found([{ alerts: ["NodeHot"], sharing: ["instance"] }])).toEqual([]);
  expect(found([{ alerts: ["NodeHot"] }], { severity: "critical" })).toEqual([]);
  expect(found([{ alerts: ["NodeHot"] }], { component: byNamespace(SITE) })).toEqual([]);
});

test("a name that no alert has", () => {
  const [finding] = inhibitions.run(addRules(cause([{ alerts: ["NodeHott"] }]), told()));
  expect(finding).toEqual({
    where: 'rules/added.ts group "added" rule "NodeGone" inhibits "NodeHott"',
    what: 'no alert is called so; did you mean "NodeHot"?',
    fix: "name an alert of rules/, or take it out",
  });
});

test("one that waits for what this site has not, and a detector's, are names", () => {
  const platform = addRules(cause([{ alerts: ["NodeAway", SMALL.detectors[0]?.alert ?? ""] }]));
  expect(whats(inhibitions, { ...platform, dormantAlerts: ["NodeAway"] })).toEqual([]);
});

test("the heartbeat", () => {
  expect(found([{ alerts: ["WatchdogOps"] }])).toEqual(["the dead-man switch would raise its alarm"]);
});

test("what is worse than its cause", () => {
  expect(found([{ alerts: ["NodeHot"] }], { severity: "critical" }, { severity: "warning" })).toEqual([
    "it is critical, and the cause only warning: what is worse would not be told",
  ]);
});

test("what stands once for each severity is worse for other things, which a shared label tells apart", () => {
  const each = { isOfEachSeverity: true } as const;
  const judged = (inhibits: Inhibits) => found([inhibits], { ...each, severity: "critical" }, { ...each, severity: "warning" });
  expect(judged({ alerts: ["NodeHot"], sharing: ["instance"] })).toEqual([]);
  expect(judged({ alerts: ["NodeHot"] })).toHaveLength(1);
});

test("another component's, whose state the page would lose", () => {
  expect(found([{ alerts: ["NodeHot"] }], { component: "Mail" })).toEqual([
    "it is Mail's, and the cause Platform's: the page would lose a component's trouble, so that they are never taken together",
  ]);
});

test("a label that one of them lacks: two that lack it would be alike wherever they are", () => {
  expect(found([{ alerts: ["NodeHot"], sharing: ["instance"] }], { expr: "sum by (job) (up) == 0" })).toEqual([
    'they share "instance", which not everything that "NodeHot" fires on carries',
  ]);
  expect(found([{ alerts: ["NodeHot"], sharing: ["instance"] }], {}, { expr: "sum(up) == 0" })).toEqual([
    'they share "instance", which not everything that "NodeGone" fires on carries',
  ]);
});

test("a circle, in which nobody is told of any", () => {
  const circle = addRules(
    cause([{ alerts: ["NodeHot"] }]),
    told({ severity: "critical", inhibits: [{ alerts: ["NodeLoud"] }] }),
    told({ severity: "critical", inhibits: [{ alerts: ["NodeGone"] }] }, "NodeLoud"),
  );
  expect(whats(inhibitions, circle)).toEqual(Array(3).fill("it inhibits what inhibits it, so that nobody would be told of either"));
});
