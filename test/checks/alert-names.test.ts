import { alertNames } from "../../lib/checks/alert-names";
import type { Platform } from "../../lib/platform/platform";
import { addRules, EXAMPLE, sampleAlert, whats } from "./example";

/** The example with the first detector under other names, once for each. */
function detecting(...names: readonly string[]): Platform {
  const [first] = EXAMPLE.detectors;
  if (first === undefined) throw new Error("the example has no detector");
  return { ...EXAMPLE, detectors: names.map((alert, index) => ({ ...first, alert, flow: `flow-${index}` })) };
}

test("the example installation passes", () => {
  expect(alertNames.run(EXAMPLE)).toEqual([]);
});

test.each(["VolumeFull", "NAT64PoolFull", "IPv6RouterGone", "S3BucketFull", "UPSOnBattery", "CPUHot", "DiskIOError", "Raid5Degraded"])(
  "%s is a name, of a rule and of a detector",
  (name) => {
    expect(alertNames.run(addRules(sampleAlert({}, name)))).toEqual([]);
    expect(alertNames.run(detecting(name))).toEqual([]);
  },
);

test.each(["volumeFull", "Volume", "NAT64", "Volume_Full", "Volume Full", "VolumeFüll", "3VolumesFull", ""])("%j is none", (name) => {
  const what = `"${name}" is no name of an alert`;
  expect(whats(alertNames, addRules(sampleAlert({}, name)))).toEqual([what]);
  expect(whats(alertNames, detecting(name))).toEqual([what]);
});

test("a bad name says where and what to write", () => {
  expect(alertNames.run(addRules(sampleAlert({}, "downSample")))).toEqual([
    {
      where: 'rules/added.ts group "added" rule "downSample"',
      what: '"downSample" is no name of an alert',
      fix: "write the thing first, then what is wrong with it, each word with a capital: BackupStale, NAT64PoolFull",
    },
  ]);
});

test("a name stands once for a component, whatever the severity", () => {
  expect(alertNames.run(addRules(sampleAlert(), sampleAlert({ severity: "critical" }), sampleAlert({ component: "NTP" })))).toEqual([
    {
      where: 'rules/added.ts group "added" rule "SampleDown"',
      what: '"SampleDown" of DNS is declared already, in rules/added.ts group "added" rule "SampleDown"',
      fix: "give it another name, or let one expression ask for both",
    },
  ]);
});

test("a name stands once among the detectors", () => {
  expect(alertNames.run(detecting("SampleSeen", "SampleSeen", "AnotherSeen"))).toEqual([
    {
      where: 'detector "SampleSeen"',
      what: 'the detectors of the flows "flow-0" and "flow-1" have this name',
      fix: "give one of them another name",
    },
  ]);
});

test("no detector has the name of a rule", () => {
  expect(alertNames.run(detecting("RelayDown"))).toEqual([
    {
      where: 'detector "RelayDown"',
      what: 'its name is that of a rule, in rules/relay.ts group "relay" rule "RelayDown"',
      fix: "give one of them another name: both raise alerts of any component",
    },
  ]);
});
