import { argumentsAt } from "../../lib/metrics/ip-families";
import type { Site } from "../../lib/site/schema";
import { smallPlatform } from "../checks/small-platform";
import { exampleSite } from "../example";
import { ipv6Only } from "../ipv6-site";

const { cluster } = exampleSite();
const site = (...address_ranges: string[]) => ({ cluster: { ...cluster, address_ranges } });

test("without an IPv6 range an object has its own arguments, or none", () => {
  expect(argumentsAt(site("10.42.0.0/16"), "vmagent")).toEqual({});
  expect(argumentsAt(site("10.42.0.0/16"), "vmselect", { a: "1" })).toEqual({ extraArgs: { a: "1" } });
});

test.each([[["fd00:42::/56"]], [["10.42.0.0/16", "fd00:42::/56"]]])(
  "with %j it listens on IPv6 as well, and so does its reloader",
  (ranges) => {
    const flag = { enableTCP6: "true" };
    expect(argumentsAt(site(...ranges), "vmagent")).toEqual({ extraArgs: flag, configReloaderExtraArgs: flag });
    expect(argumentsAt(site(...ranges), "vmselect", { a: "1" })).toEqual({ extraArgs: { a: "1", ...flag } });
    expect(argumentsAt(site(...ranges), "vmalertmanager")).toEqual({ configReloaderExtraArgs: flag });
  },
);

/** Every part of the operator's that has arguments, and its values of the flag. */
function flagged(changes: Partial<Site>): Record<string, (string | undefined)[]> {
  const { manifests } = smallPlatform(changes);
  const parts = manifests.flatMap(({ object: { kind, spec } }): [string, Part][] => {
    if (kind === "VMCluster") return Object.entries(spec as Record<string, Part>).filter(([, part]) => typeof part === "object");
    return /^VM(Single|Auth|Agent|Alert|Alertmanager)$/.test(kind) ? [[kind, spec as Part]] : [];
  });
  return Object.fromEntries(
    parts.map(([name, { extraArgs, configReloaderExtraArgs }]) => [name, [extraArgs?.enableTCP6, configReloaderExtraArgs?.enableTCP6]]),
  );
}

interface Part {
  readonly extraArgs?: Readonly<Record<string, string>>;
  readonly configReloaderExtraArgs?: Readonly<Record<string, string>>;
}

const ALERTING = { VMAgent: ["true", "true"], VMAlert: ["true", "true"], VMAlertmanager: [undefined, "true"] };

test("every part of the metrics plane has it", () => {
  expect(flagged(ipv6Only())).toEqual({ ...ALERTING, VMSingle: ["true", undefined] });
  expect(flagged({ ...ipv6Only(), scale: "cluster" })).toEqual({
    ...ALERTING,
    VMAuth: ["true", "true"],
    vminsert: ["true", undefined],
    vmselect: ["true", undefined],
    vmstorage: ["true", undefined],
  });
});

test("and none where there is no IPv6", () => {
  const ipv4 = cluster.address_ranges.filter((range) => !range.includes(":"));
  const { manifests } = smallPlatform({ scale: "cluster", ...site(...ipv4), probes: undefined });
  expect(JSON.stringify(manifests.map(({ object }) => object))).not.toContain("enableTCP6");
});
