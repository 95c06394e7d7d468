import { ups } from "../../charts/ups";
import { runChecks } from "../../lib/checks/all";
import type { Manifest } from "../../lib/gitops/manifest";
import type { Site } from "../../lib/site/schema";
import { SMALL_PARTS, smallPlatform } from "../checks/small-platform";
import { exampleSite, UPSES } from "../example";
import { describeWithSchemas, hasSchema, validateManifest } from "../kubernetes/schema";
import { telling } from "../wide";

const platformWith = (changes: Partial<Site> = {}) => smallPlatform(changes, [...SMALL_PARTS, ups]);
const EXAMPLE = platformWith();
const FULL = platformWith({ ups: UPSES });
const filesOf = (manifests: readonly Manifest[]) => manifests.map(({ file }) => file);

function specOf(file: string, { manifests } = FULL) {
  const found = manifests.find((manifest) => manifest.file === file);
  if (found === undefined) throw new Error(`dist/${file} is not there; there are:\n${filesOf(manifests).join("\n")}`);
  return found.object.spec;
}

/** With UPSes as they are, but for some of it. */
const withUpses = (changes: Partial<typeof UPSES>) => platformWith({ ups: { ...UPSES, ...changes } });

describe("a site with UPSes", () => {
  test.each(telling(["single", "cluster"] as const))("passes every check at scale %s", (scale) => {
    expect(runChecks(platformWith({ ups: UPSES, scale }))).toEqual([]);
  });

  test("has an exporter, its rules and the password's entry more than one without, and nothing else changes", () => {
    const before = new Map(EXAMPLE.manifests.map(({ file, object }) => [file, JSON.stringify(object)]));
    const changed = FULL.manifests.filter(({ file, object }) => before.get(file) !== JSON.stringify(object));
    expect(filesOf(changed)).toEqual([
      "gitops/application-home-monitoring-nut-exporter.yml",
      "monitoring-nut-exporter/deployment-nut-exporter.yml",
      "monitoring-nut-exporter/networkpolicy-nut-exporter.yml",
      "monitoring-nut-exporter/service-nut-exporter.yml",
      "monitoring-nut-exporter/serviceaccount-nut-exporter.yml",
      "monitoring-nut-exporter/verticalpodautoscaler-nut-exporter.yml",
      "monitoring-nut-exporter/vmservicescrape-nut-exporter.yml",
      "monitoring-rules/ups.yml",
      "monitoring-secrets/externalsecret-ups.yml",
    ]);
  });

  test("without an account needs no password", () => {
    const { username: _, ...UPSES_WITHOUT } = UPSES;
    const site = platformWith({ ups: UPSES_WITHOUT });
    expect(filesOf(site.manifests)).not.toContain("monitoring-secrets/externalsecret-ups.yml");
    expect(JSON.stringify(specOf("monitoring-nut-exporter/deployment-nut-exporter.yml", site))).not.toContain("NUT_EXPORTER_USERNAME");
  });

  test("asks the exporter for itself, and for each UPS by its server and name, which `ups` tells", () => {
    const ups = (label: string, params: object) => ({
      port: "http",
      path: "/ups_metrics",
      params,
      relabelConfigs: [{ targetLabel: "ups", replacement: label }],
    });
    expect(specOf("monitoring-nut-exporter/vmservicescrape-nut-exporter.yml")).toMatchObject({
      endpoints: [
        { port: "http", path: "/metrics" },
        ups("rack@192.168.10.40", { server: ["192.168.10.40"], ups: ["rack"] }),
        ups("desk@192.168.10.40", { server: ["192.168.10.40"], ups: ["desk"] }),
        // the exporter puts the port behind what it is given
        ups("[fd00::5]", { server: ["[fd00::5]"] }),
      ],
    });
  });

  test("lets the agent in to the exporter, and the exporter out to the servers alone", () => {
    const { ingress, egress } = specOf("monitoring-nut-exporter/networkpolicy-nut-exporter.yml") as { ingress: object[]; egress: object[] };
    expect(ingress).toEqual([
      {
        from: [{ podSelector: { matchLabels: expect.objectContaining({ "app.kubernetes.io/name": "vmagent" }) } }],
        ports: [{ port: 9199, protocol: "TCP" }],
      },
    ]);
    expect(egress.slice(1)).toEqual([
      { to: [{ ipBlock: { cidr: "192.168.10.40/32" } }, { ipBlock: { cidr: "fd00::5/128" } }], ports: [{ port: 3493, protocol: "TCP" }] },
    ]);
  });

  test("opens NUT's own port beside another one: the exporter looks names up there", () => {
    const site = withUpses({ port: 3494 });
    expect(JSON.stringify(specOf("monitoring-nut-exporter/deployment-nut-exporter.yml", site))).toContain(
      '{"name":"NUT_EXPORTER_SERVERPORT","value":"3494"}',
    );
    const ports = JSON.stringify(specOf("monitoring-nut-exporter/networkpolicy-nut-exporter.yml", site)).match(/"port":34\d+/g);
    expect(ports).toEqual(['"port":3493', '"port":3494']);
  });

  test("spells an IPv6 address in its one way, wherever it goes", () => {
    const site = withUpses({ servers: [{ address: "fd00:0:0::0005", ups: ["rack"] }] });
    expect(specOf("monitoring-nut-exporter/vmservicescrape-nut-exporter.yml", site)).toMatchObject({
      endpoints: [{}, { params: { server: ["[fd00::5]"], ups: ["rack"] }, relabelConfigs: [{ replacement: "rack@[fd00::5]" }] }],
    });
  });

  test("counts their alerts towards the component it names, or the platform", () => {
    const componentsAt = (site: typeof FULL) => [
      ...new Set(JSON.stringify(specOf("monitoring-rules/ups.yml", site)).match(/"component":"[^"]+"/g)),
    ];
    expect([componentsAt(FULL), componentsAt(withUpses({ component: "Smart Home" }))]).toEqual([
      ['"component":"Platform"'],
      ['"component":"Smart Home"'],
    ]);
  });

  describeWithSchemas("against the custom resources' schemas", () => {
    test("has valid manifests", () => {
      const custom = FULL.manifests.filter(({ object }) => hasSchema(object));
      expect(custom.flatMap(({ file, object }) => validateManifest(object).map((problem) => `${file}: ${problem}`))).toEqual([]);
      expect(filesOf(custom)).toContain("monitoring-nut-exporter/vmservicescrape-nut-exporter.yml");
    });
  });
});

test("a site without has nothing of them, and keeps their runbooks without a finding", () => {
  expect(exampleSite().ups).toBeUndefined();
  expect(EXAMPLE.manifests.filter(({ object }) => /nut-exporter|network_ups_tools/.test(JSON.stringify(object)))).toEqual([]);
  expect([...FULL.runbooks.keys()]).toContain("UpsOnBattery");
  expect(runChecks({ ...EXAMPLE, runbooks: FULL.runbooks })).toEqual([]);
});
