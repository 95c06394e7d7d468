import { jobsAt, SNMP_EXPORTER, snmpExporter, snmpScrapes } from "../components/snmp/exporter";
import { ifmib } from "../components/snmp/modules/ifmib";
import { SNMP_JOBS } from "../components/snmp/modules/jobs";
import { snmpCautions, snmpSetup } from "../components/snmp/setup";
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
});

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
