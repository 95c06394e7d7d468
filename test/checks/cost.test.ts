import type { Rule, RuleGroup } from "../../lib/alerts/rule";
import { cost, costOf } from "../../lib/checks/cost";
import { minutes } from "../../lib/duration";
import { addRules, SMALL, sampleAlert, sampleRecord, whats } from "./small-platform";

const MEMORY = "container_memory_working_set_bytes";
const CPU = "container_cpu_usage_seconds_total";

const found = (expr: string) => whats(cost, addRules(sampleAlert({ expr })));
const perMinute = (group: Pick<RuleGroup, "interval"> & { readonly rules: readonly Rule[] }) =>
  costOf({ name: "added", ...group }, SMALL).perMinute;
const ofExpression = (expr: string) => perMinute({ rules: [sampleAlert({ expr })] });

test("the example installation passes", () => {
  expect(cost.run(SMALL)).toEqual([]);
});

test("a month of every container is too much, and the message says whose it is and what to do", () => {
  const platform = addRules(
    sampleRecord("pod:up:max", "max(up)"),
    sampleAlert({ expr: `max_over_time(${MEMORY}[30d]) > 1e9` }, "MemoryHigh"),
  );
  expect(cost.run(platform)).toEqual([
    {
      where: 'rules/added.ts group "added"',
      what: `every 30s it reads what comes to 53 million samples a minute, and 50 million is what a group may; most of it for rule "MemoryHigh": ${MEMORY}[30d], of about 300 series`,
      fix: "record it over a short time and ask the recording, look less far back, ask for fewer series, or give the group a longer interval",
    },
  ]);
});

test("an hour of every container is not, nor a month of one thing", () => {
  expect(found(`max_over_time(${MEMORY}[1h]) > 1e9`)).toEqual([]);
  expect(found('max_over_time(vm_free_disk_space_bytes{job="vmsingle-belfry"}[30d]) > 1e9')).toEqual([]);
});

test("nor where the group is evaluated now and then", () => {
  const rules = [sampleRecord("pod:memory:max30d", `max_over_time(${MEMORY}[30d])`)];
  const slow = { area: "added", groups: [{ name: "added", interval: minutes(10), rules }] };
  expect(cost.run({ ...SMALL, rules: [slow] })).toEqual([]);
  expect(perMinute({ rules, interval: minutes(10) })).toBe(perMinute({ rules }) / 20);
});

test("every series there is, and a wide subquery", () => {
  expect(found('count({__name__=~".+"}) > 1')).toHaveLength(1);
  expect(found(`max_over_time(rate(${CPU}[5m])[1d:1m]) > 1`)).toHaveLength(1);
  expect(found(`max_over_time(rate(${CPU}[5m])[1h:5m]) > 1`)).toEqual([]);
});

test("a condition on a label is for fewer series, and a condition on the job for those of that job", () => {
  expect(ofExpression('kube_pod_status_phase{phase="Pending"} > 0')).toBe(ofExpression("kube_pod_status_phase > 0") / 5);
  expect(ofExpression('up{job="kubelet"} == 0')).toBeLessThan(ofExpression("up == 0") / 3);
});

test("what several rules read is read as often", () => {
  const rule = sampleAlert({ expr: `${MEMORY} > 1e9` });
  expect(perMinute({ rules: [rule, rule] })).toBe(2 * perMinute({ rules: [rule] }));
});
