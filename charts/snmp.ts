import { jobsAt, SNMP_EXPORTER, snmpExporter, snmpScrapes } from "../components/snmp/exporter";
import { ifmib } from "../components/snmp/modules/ifmib";
import { SNMP_JOBS } from "../components/snmp/modules/jobs";
import { snmpCautions, snmpSetup } from "../components/snmp/setup";
import { snmpAps } from "../dashboards/Network/snmp-aps";
import { snmpBmc } from "../dashboards/Network/snmp-bmc";
import { type OfClass, snmpSwitch } from "../dashboards/Network/snmp-switch";
import type { Dashboard } from "../lib/dashboards/dashboard";
import { exporterPart } from "../lib/platform/exporter-part";
import type { Site, SnmpSite } from "../lib/site/schema";
import { ownDeployment } from "../rules/of-deployment";
import { type AskedOverSnmp, snmp as snmpRules } from "../rules/snmp";

/** Switches, access points and boards of servers, where there are any. */
export const snmp = exporterPart({
  name: "snmp",
  exporter: ({ snmp, namespaces }) => snmp && snmpExporter(snmp, namespaces.monitoring),
  until: "name devices in snmp",
  scrapes: ({ snmp }, exporter) => (snmp ? snmpScrapes(snmp, exporter) : []),
  cautions: ({ snmp, cluster }) => (snmp ? snmpCautions(snmp, cluster) : []),
  setups: ({ snmp }) => (snmp ? [snmpSetup(snmp)] : []),
  rules: (site) => (site.snmp ? snmpRules(asked(site.snmp, site)) : []),
  everyRule: (site) => snmpRules(asked(EVERYTHING, site)),
  dashboards: ({ snmp }) => (snmp ? pages(snmp) : []),
  everyDashboard: ["snmp-switch", "snmp-aps", "snmp-bmc"],
});

/** One for each class of devices that is asked; an access point is asked by what it is. */
function pages(snmp: SnmpSite): Dashboard[] {
  const jobs = jobsAt(snmp);
  const of = (...classes: readonly (keyof SnmpSite)[]) => jobs.filter(({ devices }) => classes.includes(devices));
  const made = [
    { uid: "snmp-switch", jobs: of("switches"), page: snmpSwitch },
    {
      uid: "snmp-aps",
      jobs: of("instant_access_points", "access_points"),
      page: (shown: OfClass) =>
        snmpAps({ ...shown, tellsOfRadios: snmp.instant_access_points !== undefined, silent: snmp.silent_access_points ?? [] }),
    },
    { uid: "snmp-bmc", jobs: of("servers"), page: snmpBmc, further: ["node-hardware"] },
  ].filter(({ jobs: asked }) => asked.length > 0);
  return made.map(({ uid, page, jobs: asked, further = [] }) =>
    page({ jobs: asked, next: [...made.flatMap((other) => (other.uid === uid ? [] : [other.uid])), "wan", ...further] }),
  );
}

/** A device of each class. */
const EVERYTHING: SnmpSite = {
  switches: ["192.0.2.2"],
  instant_access_points: ["192.0.2.3"],
  access_points: ["192.0.2.5"],
  servers: ["192.0.2.4"],
  silent_access_points: [{ name: "attic", switch: "192.0.2.2", port: "Gi1/0/7" }],
};

function asked(snmp: SnmpSite, site: Site): AskedOverSnmp {
  const devices = jobsAt(snmp);
  const { switchPorts, switchHealth, instantRadios, serverHealth } = SNMP_JOBS;
  return {
    exporter: { job: SNMP_EXPORTER, ...ownDeployment(site, SNMP_EXPORTER) },
    devices,
    ports: devices.filter(({ module }) => module === ifmib),
    ...(snmp.switches && { switches: { ports: switchPorts, health: switchHealth } }),
    ...(snmp.instant_access_points && { instant: instantRadios }),
    ...(snmp.servers && { servers: serverHealth }),
    silentAccessPoints: snmp.silent_access_points ?? [],
  };
}
