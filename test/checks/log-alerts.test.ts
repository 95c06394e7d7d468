import { alertLabels } from "../../lib/checks/alert-labels";
import type { Check } from "../../lib/checks/check";
import { logAlerts } from "../../lib/checks/log-alerts";
import { names } from "../../lib/checks/names";
import { routes } from "../../lib/checks/routes";
import { minutes, seconds } from "../../lib/duration";
import { all, asked, not } from "../../lib/log-store/condition";
import { type LogAlert, logAlert } from "../../lib/log-store/log-alert";
import { KNOWN_REASONS } from "../../lib/log-store/signals";
import { sampleAlert } from "../alerts/sample-rules";
import { addRules, SMALL, smallPlatform, whats } from "./small-platform";

const [first] = SMALL.logAlerts;
if (first === undefined) throw new Error("the example has no alert of the log store");

const columns = {
  reason: { type: "text", what: "in one word" },
  type: { type: "text", what: "Normal or Warning" },
  namespace: { type: "text", what: "of the object" },
  count: { type: "integer", what: "how often" },
  severity: { type: "text", what: "as others call it" },
} as const;

/** Nothing is wrong with it. */
const fine = logAlert({ name: "k8s_events" }, columns, "LeaseLost", {
  component: "Platform",
  severity: "warning",
  follows: { library: "a/b", file: "c.yml" },
  where: ({ reason }) => reason.is("LeaderElection"),
  each: ["namespace"],
  within: minutes(10),
  summary: "A leader is gone",
  description: "Look for it.",
  fires: { log: "x" },
  silent: [[{ log: "y" }]],
});

const found = (change: Partial<LogAlert>, check: Check = logAlerts, base = SMALL) =>
  whats(check, { ...base, logAlerts: [...base.logAlerts, { ...fine, ...change }] });
const { reason, type } = asked(columns);

test("the example's alerts are fine, and so is one more", () => {
  expect(logAlerts.run(SMALL)).toEqual([]);
  expect(found({})).toEqual([]);
  expect(SMALL.logAlerts.length).toBeGreaterThanOrEqual(20);
});

test("a finding says where", () => {
  const [finding] = logAlerts.run({ ...SMALL, logAlerts: [{ ...fine, name: "Lease Lost" }] });
  expect(finding).toEqual({
    where: 'components/log-router/alerts/ alert "Lease Lost" on the stream "k8s_events"',
    what: 'the store takes no alert of the name "Lease Lost"',
    fix: "use letters, digits, - and _ alone",
  });
});

describe("what the store refuses or can't ask", () => {
  test.each<[string, Partial<LogAlert>, string]>([
    ...["a/b", "a:b", "a#b", "a?b", "a&b", "a%b", "a'b", 'a"b', "a b", ""].map((name): [string, Partial<LogAlert>, string] => [
      `the name "${name}"`,
      { name },
      "the store takes no alert of the name",
    ]),
    ["part of a minute", { within: seconds(330) }, "it looks 330 s back"],
    ["less than between two questions", { within: minutes(4) }, "records between two questions would not count"],
    ["a stream that is misspelt", { stream: "k8s_event" }, 'no stream "k8s_event" is stored; did you mean "k8s_events"?'],
    ["a column that is none", { each: ["nowhere"] }, 'it reads column "nowhere", which no record of the stream has'],
    ["a column in its condition that is none", { where: { kind: "isThere", column: "x" } }, 'it reads column "x"'],
    ["a counted column that is none", { differing: "x" }, 'it reads column "x"'],
    ["findings told apart by a number", { each: ["count"] }, '"count", which is no text'],
    ["a column by a name of the template's", { each: ["severity"] }, 'the store would write column "severity"'],
    ["a column of another type", { columns: { ...columns, reason: { type: "integer", what: "" } } }, "for another type than the stream's"],
    ["a pattern that looks ahead", { where: reason.matches(/a(?=b)/) }, 'for "(?"'],
    ["a class that is of all scripts", { where: reason.matches(/[\d]x/) }, 'for "\\d"'],
    ["a flag", { where: reason.matches(/a/m) }, 'for "m"'],
  ])("%s", (_, change, what) => {
    expect(found(change)).toContainEqual(expect.stringContaining(what));
  });

  test("a backslash before a letter that means itself", () => {
    expect(found({ where: reason.matches(/a\\dir/) })).toEqual([]);
  });
});

describe("what does not pass through the store's template", () => {
  test.each(['a "word"', "somebody's", "a \\ b", "two\nlines", "a {variable}", "a } b", "", " "])("%j", (text) => {
    expect(found({ description: text })).toContainEqual(expect.stringContaining("its description"));
    expect(found({ summary: text })).toContainEqual(expect.stringContaining("its summary"));
  });
});

test.each([undefined, minutes(5), minutes(10)])("an alert manager that takes it for over between two questions", (resolveTimeout) => {
  const { resolveTimeout: _, ...routing } = SMALL.routing;
  expect(found({}, logAlerts, { ...SMALL, routing: { ...routing, ...(resolveTimeout && { resolveTimeout }) } })).toContainEqual(
    expect.stringMatching(/^the store tells of it every 300 s, and the alert manager takes it for over after (?:300|600) s/),
  );
});

describe("what a rule or a detector tells already", () => {
  const unschedulable = addRules(sampleAlert({ expr: "kube_pod_status_unschedulable > 0" }, "PodWaits"));
  const scheduling = { where: all(type.is("Warning"), reason.is("FailedScheduling", "LeaderElection")) };

  test("an event of a signal that a rule reads", () => {
    expect(found(scheduling, logAlerts, unschedulable)).toEqual([
      expect.stringContaining('of which "PodWaits" tells already by kube_pod_status_unschedulable'),
    ]);
  });

  test("also where it is read by a pattern, or through a histogram's count", () => {
    const byPattern = addRules(sampleAlert({ expr: '{__name__=~"kube_pod_status_unsched.*"} > 0' }, "PodWaits"));
    expect(found(scheduling, logAlerts, byPattern)).toHaveLength(1);
    const counted = addRules(sampleAlert({ expr: 'rate(storage_operation_duration_seconds_count{status="fail"}[5m]) > 0' }, "MountFails"));
    expect(found({ where: reason.is("FailedMount") }, logAlerts, counted)).toHaveLength(1);
  });

  test("one that no rule reads here is fine", () => {
    expect(found(scheduling)).toEqual([]);
  });

  test("everything is not; everything but what is known is", () => {
    expect(found({ where: type.is("Warning") }, logAlerts, unschedulable)).toHaveLength(1);
    expect(found({ where: all(type.is("Warning"), not(reason.is(...KNOWN_REASONS))) }, logAlerts, unschedulable)).toEqual([]);
  });

  test("a line of a detector", () => {
    const line = (log: string, namespace_name = "notes", pod_name = "notes-0") => ({ log, kubernetes: { namespace_name, pod_name } });
    const says = (record: object) => found({ proof: { ...fine.proof, fires: [record as LogAlert["proof"]["fires"][0]] } });
    expect(says(line("Error: EIO: i/o error, read"))).toEqual(['detector "PodIOError" raises an alert on a line that it counts']);
    expect(says({ message: "Error: EIO: i/o error, read", kubernetes: { namespace_name: "notes" } })).toHaveLength(1);
    expect(says(line("[client 203.0.113.9] ModSecurity: Access denied with code 403 (phase 2)."))).toEqual([]);
    expect(says(line("[client 192.168.1.9] ModSecurity: Access denied with code 403 (phase 2)."))).toHaveLength(1);
    expect(says(line("status=bounced"))).toEqual([]);
  });
});

describe("the checks of every alert see them", () => {
  test("labels and a long summary", () => {
    expect(found({ severity: "loud" as "info" }, alertLabels)).toEqual(['severity "loud" is unknown']);
    expect(found({ component: "Platfrm" as "Platform" }, alertLabels)).toEqual([
      'component "Platfrm" is unknown; did you mean "Platform"?',
    ]);
    expect(found({ summary: "x".repeat(121) }, alertLabels)).toEqual(["the summary is 121 characters long or has several lines"]);
  });

  test("a name that is none, or taken by a rule, a detector or another", () => {
    expect(found({ name: "lost" }, names)).toEqual(['"lost" is no name of an alert']);
    expect(found({ name: "PodIOError" }, names)).toEqual(['its name is taken, in detector "PodIOError"']);
    expect(found({ name: first.name }, names)).toEqual([expect.stringContaining("its name is taken, in alert")]);
    const rule = addRules(sampleAlert({}, "LeaseLost"));
    expect(found({}, names, rule)).toEqual([
      expect.stringContaining('its name is taken, in rules/added.ts group "added" rule "LeaseLost"'),
    ]);
  });

  test("a route that takes one elsewhere", () => {
    const base = smallPlatform();
    const [route] = base.routing.root.routes ?? [];
    if (route === undefined) throw new Error("the example has no routes");
    const swallow = { ...route, matchers: [{ label: "alertname", op: "=" as const, value: fine.name }], continue: false };
    const root = { ...base.routing.root, routes: [swallow, ...(base.routing.root.routes ?? [])] };
    expect(found({}, routes, { ...base, routing: { ...base.routing, root } })).toContainEqual(
      expect.stringContaining("its labels promise"),
    );
    expect(found({}, routes, base)).toEqual([]);
  });
});
