import { Chart, Testing } from "cdk8s";
import { snmp } from "../../charts/snmp";
import { snmpExporter } from "../../components/snmp/exporter";
import { ifmib } from "../../components/snmp/modules/ifmib";
import { SNMP_JOBS } from "../../components/snmp/modules/jobs";
import { ownAlerts } from "../../lib/alerts/rule";
import { runChecks } from "../../lib/checks/all";
import type { Site } from "../../lib/site/schema";
import { modulesFile } from "../../lib/snmp/configuration";
import type { SnmpModule } from "../../lib/snmp/module";
import { ExporterPod } from "../../lib/workloads/exporter";
import { SMALL_PARTS, smallPlatform } from "../checks/small-platform";
import { exampleSite } from "../example";
import { describeWithSchemas, hasSchema, validateManifest } from "../kubernetes/schema";
import { monitoringOf } from "../monitoring-of-others";
import { telling } from "../wide";

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
  const declared = Object.values(SNMP_JOBS).map(({ job, devices, module }) => [
    job,
    [exampleSite().snmp?.[devices]?.length, { module: [module.name], auth: ["v3"] }],
  ]);
  expect(asked.sort()).toEqual(declared.sort());
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

test("that the exporter is down is told of whom its Deployment is, whose own alert keeps it quiet", () => {
  const componentAt = (changes: Partial<Site>) =>
    ownAlerts(platformWith(changes).rules).flatMap(({ rule }) => (rule.name === "SnmpExporterDown" ? [rule.component] : []));
  expect([componentAt({}), componentAt(monitoringOf("Smart Home"))]).toEqual([["Platform"], ["Smart Home"]]);
});

test("the exporter is let out to the devices by UDP 161 alone, and the agent in to it", () => {
  const { egress, ingress } = specOf("networkpolicy-snmp-exporter") as unknown as { egress: object[]; ingress: object[] };
  // no name resolution among it: every device is an address
  expect(egress).toEqual([
    { to: expect.arrayContaining([{ ipBlock: { cidr: "192.168.10.2/32" } }]), ports: [{ port: 161, protocol: "UDP" }] },
  ]);
  expect(ingress).toMatchObject([{ ports: [{ port: 9116, protocol: "TCP" }] }]);
});

test("a changed module restarts the exporter, which reads the file that changed", () => {
  const podOf = (modules: readonly SnmpModule[]) => {
    const chart = new Chart(Testing.app(), "test");
    new ExporterPod(chart, { ...snmpExporter({ switches: ["192.0.2.2"] }, "monitoring"), files: { "modules.yml": modulesFile(modules) } });
    const objects = Testing.synth(chart) as { readonly kind: string; readonly [key: string]: unknown }[];
    const map = objects.find(({ kind }) => kind === "ConfigMap") as unknown as {
      readonly metadata: { readonly name: string };
      readonly data: Readonly<Record<string, string>>;
    };
    const { spec } = objects.find(({ kind }) => kind === "Deployment") as unknown as {
      readonly spec: { readonly template: { readonly metadata: { readonly annotations: object }; readonly spec: Pod } };
    };
    return { map, checksum: JSON.stringify(spec.template.metadata.annotations), pod: spec.template.spec };
  };
  const [one, same, other] = [podOf([ifmib]), podOf([ifmib]), podOf([{ ...ifmib, tables: ifmib.tables.slice(1) }])];
  expect(same).toEqual(one);
  expect(other.map.data).not.toEqual(one.map.data);
  expect(other.checksum).not.toBe(one.checksum);
  // the argument names a file of a mount of a volume of that map
  const [exporter] = one.pod.containers;
  const folder = one.pod.volumes.find(({ configMap }) => configMap?.name === one.map.metadata.name);
  const mount = exporter?.volumeMounts.find(({ name }) => name === folder?.name);
  expect(exporter?.args).toContain(`--config.file=${mount?.mountPath}/${Object.keys(one.map.data)[0]}`);
});

interface Pod {
  readonly containers: readonly {
    readonly args: readonly string[];
    readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[];
  }[];
  readonly volumes: readonly { readonly name: string; readonly configMap?: { readonly name: string } }[];
}

describe("devices by IPv6 where pods have IPv4 alone", () => {
  const { cluster } = exampleSite();
  const cautionsAt = (address_ranges: readonly string[], snmp: Site["snmp"]) =>
    platformWith({ cluster: { ...cluster, address_ranges }, probes: undefined, snmp }).cautions.filter((line) => line.startsWith("snmp"));

  test("are told of, and not refused: the way out may translate", () => {
    const told = cautionsAt(["10.42.0.0/16", "10.43.0.0/16"], { switches: ["192.168.10.2", "fd00::5"], servers: ["fd00::6", "fd00::7"] });
    expect(told).toEqual([
      "snmp.switches lists fd00::5 by IPv6, and cluster.address_ranges holds IPv4 alone: the exporter reaches no such address unless the way out of the cluster translates; write the IPv4 address where there is one",
      expect.stringMatching(/^snmp.servers lists fd00::6, fd00::7 by IPv6/),
    ]);
  });

  test.each([
    ["pods with both families", ["10.42.0.0/16", "fd00:42::/48"], "fd00::5"],
    ["devices by IPv4", ["10.42.0.0/16"], "192.168.10.2"],
  ])("are nothing where there are %s", (_, ranges, device) => {
    expect(cautionsAt(ranges, { switches: [device] })).toEqual([]);
  });
});

test("a site without has nothing of it, and keeps the runbooks without a finding", () => {
  expect(NONE.manifests.filter(({ object }) => /snmp/.test(JSON.stringify(object))).map(({ file }) => file)).toEqual([]);
  expect([...FULL.runbooks.keys()]).toContain("SwitchTooHot");
  expect(runChecks({ ...NONE, runbooks: FULL.runbooks })).toEqual([]);
});

test.each(
  telling<[string, Site["snmp"], string[], string, string]>([
    ["servers", { servers: ["192.168.10.41"] }, ["snmp-servers-bmc"], "ServerPartFailing", "NetworkPortDown"],
    ["access points", { access_points: ["192.168.10.6"] }, ["snmp-access-points-ifmib"], "NetworkPortDown", "SwitchTooHot"],
    [
      "switches, and no silent access point",
      { switches: ["192.168.10.2"] },
      ["snmp-switches-ifmib", "snmp-switches-switch-ext"],
      "SwitchTooHot",
      "AccessPointUplinkDown",
    ],
  ]),
)("a site with %s alone has the jobs and rules of these, and keeps the other runbooks", (_, site, jobs, has, lacks) => {
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
