import { names } from "../../lib/checks/names";
import type { Platform } from "../../lib/platform/platform";
import { addRules, SMALL, sampleAlert, sampleRecord, whats } from "./small-platform";

/** The example with the first detector under other names, once for each. */
function detecting(...names: readonly string[]): Platform {
  const [first] = SMALL.detectors;
  if (first === undefined) throw new Error("the example has no detector");
  return { ...SMALL, detectors: names.map((alert, index) => ({ ...first, alert, flow: `flow-${index}` })) };
}

test("the example installation passes", () => {
  expect(names.run(SMALL)).toEqual([]);
});

test.each(["VolumeFull", "NAT64PoolFull", "IPv6RouterGone", "S3BucketFull", "UPSOnBattery", "CPUHot", "DiskIOError", "Raid5Degraded"])(
  "%s is a name, of a rule and of a detector",
  (name) => {
    expect(names.run(addRules(sampleAlert({}, name)))).toEqual([]);
    expect(names.run(detecting(name))).toEqual([]);
  },
);

test.each(["volumeFull", "Volume", "NAT64", "Volume_Full", "Volume Full", "VolumeFüll", "3VolumesFull", ""])("%j is none", (name) => {
  const what = `"${name}" is no name of an alert`;
  expect(whats(names, addRules(sampleAlert({}, name)))).toEqual([what]);
  expect(whats(names, detecting(name))).toEqual([what]);
});

test("a bad name says where and what to write", () => {
  expect(names.run(addRules(sampleAlert({}, "downSample")))).toEqual([
    {
      where: 'rules/added.ts group "added" rule "downSample"',
      what: '"downSample" is no name of an alert',
      fix: "write the thing first, then what is wrong with it, each word with a capital: BackupStale, NAT64PoolFull",
    },
  ]);
});

test("a name stands once for a component, whatever the severity", () => {
  expect(names.run(addRules(sampleAlert(), sampleAlert({ severity: "critical" }), sampleAlert({ component: "NTP" })))).toEqual([
    {
      where: 'rules/added.ts group "added" rule "SampleDown"',
      what: '"SampleDown" of DNS is declared already, in rules/added.ts group "added" rule "SampleDown"',
      fix: "give it another name, or let one expression ask for both",
    },
  ]);
});

test("a name stands once among the detectors", () => {
  expect(names.run(detecting("SampleSeen", "SampleSeen", "AnotherSeen"))).toEqual([
    {
      where: 'detector "SampleSeen"',
      what: 'the detectors of the flows "flow-0" and "flow-1" have this name',
      fix: "give one of them another name",
    },
  ]);
});

test("no detector has the name of a rule", () => {
  expect(names.run(detecting("RelayDown"))).toEqual([
    {
      where: 'detector "RelayDown"',
      what: 'its name is that of a rule, in rules/relay.ts group "relay" rule "RelayDown"',
      fix: "give one of them another name: both raise alerts of any component",
    },
  ]);
});

describe("a recording", () => {
  const found = (...recorded: string[]) => whats(names, addRules(...recorded.map((name) => sampleRecord(name, "up"))));

  test.each(["instance:node_cpu:rate5m", "job:up:sum", "ups:load", "namespace_workload_pod:kube_pod_owner:relabel"])(
    "%s is a name",
    (name) => {
      expect(found(name)).toEqual([]);
    },
  );

  test.each(["sumup", "node_load1", "a:b:c:d", ":up:sum", "job:up:", "job up"])("%j is none", (name) => {
    expect(found(name)).toEqual([`"${name}" is no name of a recording`]);
  });

  test.each([
    "cluster:namespace:pod_cpu:active:kube_pod_container_resource_limits",
    ":node_memory_MemAvailable_bytes:sum",
    "node_namespace_pod:kube_pod_info:",
  ])("%s is a name where a pack has it", (name) => {
    expect(found(name)).toEqual([`"${name}" is no name of a recording`]);
    expect(whats(names, addRules(sampleRecord(name, "up", { namedBy: "kubernetes-mixin" })))).toEqual([]);
  });

  test.each(["sumup", "job up", "1:up"])("%j is none in any pack", (name) => {
    expect(whats(names, addRules(sampleRecord(name, "up", { namedBy: "mixin" })))).toEqual([`"${name}" is no name of a recording`]);
  });

  test("stands again under its name with other labels", () => {
    const quantile = (value: string) => sampleRecord("job:up:quantile", "up", { labels: { quantile: value } });
    expect(whats(names, addRules(quantile("0.9"), quantile("0.5")))).toEqual([]);
    expect(whats(names, addRules(quantile("0.9"), quantile("0.9")))).toHaveLength(1);
  });

  test("stands once under its name", () => {
    expect(found("job:up:sum", "job:up:sum")).toEqual([
      '"job:up:sum" is recorded already, in rules/added.ts group "added" rule "job:up:sum"',
    ]);
  });
});
