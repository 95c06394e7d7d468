import { HEALTHY } from "../../components/healthy";
import { kept, worldOf } from "../../lib/world/world";
import { clusteredFaultsOf, faultsOf } from "../engines/faults/all";
import { expectedOf } from "../engines/faults/fault";
import { fullPlatform } from "../example";

/** Alerts that no change of a healthy world brings about, with the reason. */
const NOT_BY_A_FAULT: Readonly<Record<string, string>> = {
  WatchdogOps: "it fires where all is well, and its absence is told outside",
};

const PLATFORMS = [
  { platform: fullPlatform(), faults: faultsOf },
  { platform: fullPlatform({ scale: "cluster" }), faults: clusteredFaultsOf },
];
const expected = new Set(
  PLATFORMS.flatMap(({ platform, faults }) => faults(kept(worldOf(platform, HEALTHY, 1)))).flatMap((fault) =>
    expectedOf(fault).map(({ alert }) => alert),
  ),
);
const alerts = new Set(
  PLATFORMS.flatMap(({ platform }) => platform.manifests)
    .filter(({ object }) => object.kind === "VMRule")
    .flatMap(
      ({ object }) => (object.spec as { readonly groups: readonly { readonly rules: readonly { readonly alert?: string }[] }[] }).groups,
    )
    .flatMap(({ rules }) => rules.flatMap(({ alert }) => alert ?? [])),
);

test("every alert is what some fault of test/engines/faults has to bring about", () => {
  const without = [...alerts].filter((alert) => !expected.has(alert) && NOT_BY_A_FAULT[alert] === undefined);
  expect(without.map((alert) => `${alert}: add a fault to test/engines/faults, or say in NOT_BY_A_FAULT why there is none`)).toEqual([]);
});

test("what a fault expects is an alert, and so is what has no fault", () => {
  expect([...expected, ...Object.keys(NOT_BY_A_FAULT)].filter((alert) => !alerts.has(alert))).toEqual([]);
  expect(Object.keys(NOT_BY_A_FAULT).filter((alert) => expected.has(alert))).toEqual([]);
});
