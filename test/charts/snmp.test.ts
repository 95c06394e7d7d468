import { snmp } from "../../charts/snmp";
import { ifmib } from "../../components/snmp/modules/ifmib";
import { ownAlerts } from "../../lib/alerts/rule";
import { runChecks } from "../../lib/checks/all";
import type { Site } from "../../lib/site/schema";
import { modulesFile } from "../../lib/snmp/configuration";
import { SMALL_PARTS, smallPlatform } from "../checks/small-platform";
import { exampleSite } from "../example";
import { describeWithSchemas, hasSchema, validateManifest } from "../kubernetes/schema";

const platformWith = (changes: Partial<Site>) => smallPlatform(changes, [...SMALL_PARTS, snmp]);
const FULL = platformWith({});
const NONE = platformWith({ snmp: undefined });

function specOf(file: string, { manifests } = FULL) {
  const found = manifests.find((manifest) => manifest.file === `monitoring-snmp-exporter/${file}.yml`);
  if (found === undefined) throw new Error(`dist/monitoring-snmp-exporter/${file}.yml is not there`);
  return found.object.spec as Record<string, never>;
}
const alertsOf = ({ rules }: typeof FULL) => ownAlerts(rules).map(({ rule }) => rule.name);
const jobsOf = ({ scrapes }: typeof FULL) => scrapes.flatMap(({ job, from }) => (from.kind === "devices" ? [job] : []));

test("a site with devices passes every check", () => {
  expect(runChecks(FULL)).toEqual([]);
});

test("each class is asked by each of its modules, in a scrape of its own whose instances are the devices", () => {
  const scrapes = FULL.manifests.filter(({ object }) => object.kind === "VMStaticScrape" && object.metadata.name.startsWith("snmp-"));
  const asked = scrapes.map(({ object }) => {
    const { jobName, targetEndpoints } = object.spec as {
      readonly jobName: string;
      readonly targetEndpoints: readonly { readonly targets: readonly string[]; readonly params: object }[];
    };
    return [jobName, ...targetEndpoints.map(({ targets, params }) => [targets.length, params])];
  });
  const by = (module: string) => ({ module: [module], auth: ["v3"] });
  expect(asked).toEqual([
    ["snmp-access-points-ifmib", [1, by("ifmib")]],
    ["snmp-instant-access-points-ap-ext", [3, by("ap_ext")]],
    ["snmp-instant-access-points-ifmib", [3, by("ifmib")]],
    ["snmp-servers-bmc", [3, by("bmc")]],
    ["snmp-switches-ifmib", [1, by("ifmib")]],
    ["snmp-switches-switch-ext", [1, by("switch_ext")]],
  ]);
  expect(specOf("vmstaticscrape-snmp-switches-ifmib")).toMatchObject({
    targetEndpoints: [
      {
        path: "/snmp",
        interval: "1m",
        scrapeTimeout: "30s",
        labels: { component: "Internet" },
        relabelConfigs: [
          { sourceLabels: ["__address__"], targetLabel: "__param_target" },
          { sourceLabels: ["__param_target"], targetLabel: "instance" },
          { targetLabel: "__address__", replacement: "snmp-exporter.monitoring.svc:9116" },
        ],
      },
    ],
  });
});

test("the exporter is let out to the devices by UDP 161 alone, and the agent in to it", () => {
  const { egress, ingress } = specOf("networkpolicy-snmp-exporter") as unknown as { egress: object[]; ingress: object[] };
  // no name resolution among it: every device is an address
  expect(egress).toEqual([
    { to: expect.arrayContaining([{ ipBlock: { cidr: "192.168.10.2/32" } }]), ports: [{ port: 161, protocol: "UDP" }] },
  ]);
  expect(ingress).toMatchObject([{ ports: [{ port: 9116, protocol: "TCP" }] }]);
});

test("a changed module is another checksum of its pod", () => {
  const one = modulesFile([ifmib]);
  expect(modulesFile([{ ...ifmib, tables: ifmib.tables.slice(1) }])).not.toBe(one);
  const { template } = specOf("deployment-snmp-exporter") as unknown as { template: { metadata: { annotations: object } } };
  expect(Object.keys(template.metadata.annotations)).toEqual(["checksum/snmp-exporter"]);
});

test("a site without has nothing of it, and keeps the runbooks without a finding", () => {
  expect(NONE.manifests.filter(({ object }) => /snmp/.test(JSON.stringify(object))).map(({ file }) => file)).toEqual([]);
  expect([...FULL.runbooks.keys()]).toContain("SwitchTooHot");
  expect(runChecks({ ...NONE, runbooks: FULL.runbooks })).toEqual([]);
});

test.each<[string, Site["snmp"], string[], string, string]>([
  ["servers", { servers: ["192.168.10.41"] }, ["snmp-servers-bmc"], "ServerPartFailing", "NetworkPortDown"],
  ["access points", { access_points: ["192.168.10.6"] }, ["snmp-access-points-ifmib"], "NetworkPortDown", "SwitchTooHot"],
  [
    "switches, and no silent access point",
    { switches: ["192.168.10.2"] },
    ["snmp-switches-ifmib", "snmp-switches-switch-ext"],
    "SwitchTooHot",
    "AccessPointUplinkDown",
  ],
])("a site with %s alone has the jobs and rules of these, and keeps the other runbooks", (_, site, jobs, has, lacks) => {
  const platform = platformWith({ snmp: site });
  expect(jobsOf(platform)).toEqual(jobs);
  expect(alertsOf(platform)).toContain(has);
  expect(alertsOf(platform)).not.toContain(lacks);
  expect(runChecks({ ...platform, runbooks: FULL.runbooks })).toEqual([]);
});

test("a switch on IPv6 that the site spells in two ways is one instance to the scrape and to the rule on an uplink", () => {
  const platform = platformWith({
    snmp: exampleSite({
      snmp: { switches: ["fd00:0::0005"], silent_access_points: [{ name: "attic", switch: "FD00::5", port: "7" }] },
    }).snmp,
  });
  expect(specOf("vmstaticscrape-snmp-switches-ifmib", platform)).toMatchObject({ targetEndpoints: [{ targets: ["fd00::5"] }] });
  const [uplink] = ownAlerts(platform.rules).filter(({ rule }) => rule.name === "AccessPointUplinkDown");
  expect(uplink?.rule.expr).toContain('instance="fd00::5",ifIndex="7"');
});

test("the parts of servers and switches that fail are told by every label that names them", () => {
  const rules = new Map(ownAlerts(FULL.rules).map(({ rule }) => [rule.name, rule.expr]));
  expect(rules.get("ServerPartFailing")).toMatch(/by \(instance, cpqHeFltTolFanChassis, cpqHeFltTolFanIndex\)/);
  expect(rules.get("ServerPartFailing")).toMatch(/by \(instance, cpqHeFltTolPowerSupplyChassis, cpqHeFltTolPowerSupplyBay\)/);
});

describeWithSchemas("against the custom resources' schemas", () => {
  test("its manifests are valid", () => {
    const custom = FULL.manifests.filter(({ file, object }) => /snmp/.test(file) && hasSchema(object));
    expect(custom.flatMap(({ file, object }) => validateManifest(object).map((problem) => `${file}: ${problem}`))).toEqual([]);
    expect(custom.length).toBeGreaterThan(6);
  });
});
