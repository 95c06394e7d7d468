import { jobsAt, SNMP_EXPORTER, snmpExporter, snmpScrapes } from "../components/snmp/exporter";
import { ifmib } from "../components/snmp/modules/ifmib";
import { SNMP_JOBS } from "../components/snmp/modules/jobs";
import { snmpCautions, snmpSetup } from "../components/snmp/setup";
import { exporterPart } from "../lib/platform/exporter-part";
import type { SnmpSite } from "../lib/site/schema";
import { type AskedOverSnmp, snmp as snmpRules } from "../rules/snmp";

/** Switches, access points and boards of servers, where there are any. */
export const snmp = exporterPart({
  name: "snmp",
  exporter: ({ snmp, namespaces }) => snmp && snmpExporter(snmp, namespaces.monitoring),
  scrapes: ({ snmp }, exporter) => (snmp ? snmpScrapes(snmp, exporter) : []),
  cautions: ({ snmp, cluster }) => (snmp ? snmpCautions(snmp, cluster) : []),
  setups: ({ snmp }) => (snmp ? [snmpSetup(snmp)] : []),
  rules: ({ snmp, namespaces }) => (snmp ? snmpRules(asked(snmp, namespaces.monitoring)) : []),
  everyRule: ({ namespaces }) => snmpRules(asked(EVERYTHING, namespaces.monitoring)),
});

/** A device of each class. */
const EVERYTHING: SnmpSite = {
  switches: ["192.0.2.2"],
  instant_access_points: ["192.0.2.3"],
  access_points: ["192.0.2.5"],
  servers: ["192.0.2.4"],
  silent_access_points: [{ name: "attic", switch: "192.0.2.2", port: "Gi1/0/7" }],
};

function asked(site: SnmpSite, namespace: string): AskedOverSnmp {
  const devices = jobsAt(site);
  const { switchPorts, switchHealth, instantRadios, serverHealth } = SNMP_JOBS;
  return {
    exporter: { job: SNMP_EXPORTER, namespace, name: SNMP_EXPORTER },
    devices,
    ports: devices.filter(({ module }) => module === ifmib),
    ...(site.switches && { switches: { ports: switchPorts, health: switchHealth } }),
    ...(site.instant_access_points && { instant: instantRadios }),
    ...(site.servers && { servers: serverHealth }),
    silentAccessPoints: site.silent_access_points ?? [],
  };
}
