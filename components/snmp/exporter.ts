import { type Address, formatCidr, parseAddress, rangeOf } from "../../lib/address";
import { seconds } from "../../lib/duration";
import type { Credential } from "../../lib/kubernetes/credential";
import type { Scrape } from "../../lib/metrics/scrape";
import type { Workload } from "../../lib/network/workload";
import { seriesOf } from "../../lib/series";
import { quote } from "../../lib/site/quote";
import type { SnmpSite } from "../../lib/site/schema";
import { DEVICE_CLASSES } from "../../lib/site/sections/snmp";
import { modulesFile } from "../../lib/snmp/configuration";
import type { Exporter } from "../../lib/workloads/exporter";
import { configPath, secretFile } from "../../lib/workloads/restricted-workload";
import { MODULES } from "./modules/all";
import { SNMP_JOBS, type SnmpJob } from "./modules/jobs";
import { exporterSeries, walkSeries } from "./series";

export const SNMP_EXPORTER = "snmp-exporter";
const SNMP_PORT = 161;
/** The name of the one identity. */
const AUTH = "v3";
const MODULES_FILE = "modules.yml";
const AUTHS_FILE = "auths.yml";

/** A stack of 57 ports that takes 100 ms for each packet is walked in 4 s; the rest is for one that lost some. */
const TIMEOUT = seconds(30);
const INTERVAL = seconds(60);

/** snmp_exporter, which asks the devices as one reader. */
export function snmpExporter(site: SnmpSite, namespace: string): Exporter {
  const devices = DEVICE_CLASSES.flatMap((key) => site[key] ?? []);
  return {
    name: SNMP_EXPORTER,
    namespace,
    image: "prom/snmp-exporter:v0.28.0",
    port: 9116,
    series: exporterSeries,
    healthPath: "/-/healthy",
    args: [
      `--config.file=${configPath(SNMP_EXPORTER)}/${MODULES_FILE}`,
      { flag: "--config.file", file: secretFile(identity(namespace), AUTHS_FILE) },
    ],
    files: { [MODULES_FILE]: modulesFile(MODULES) },
    reloadPath: "/-/reload",
    asksByAddress: true,
    calls: [
      {
        to: { outside: "the devices asked over SNMP", addresses: devices.map((one) => formatCidr(rangeOf(addressOf(one)))) },
        ports: [SNMP_PORT],
        onlyUdp: true,
      },
    ],
    cpu: { request: "10m", limit: "500m" },
    autoscaling: { mode: "Off", because: "it rests between the walks, and decrypts what all devices answer at once" },
    // 21 MiB at most with these modules, 8 of them its own data, before its first walk
    memory: { request: "24Mi", limit: "64Mi" },
  };
}

/** The reader that every device knows: SNMPv3, authenticated by SHA and encrypted by AES-128. */
function identity(namespace: string): Credential {
  const entry = (property: string, holds: string) => ({ key: "snmp", property, holds });
  const line = (field: string, key: string) => [`    ${field}: `, { valueOf: key, isQuoted: true }, "\n"] as const;
  return {
    name: "snmp",
    namespace,
    keys: {
      username: entry("username", "the name of the SNMPv3 user that every device of `snmp` lets read"),
      "auth-password": entry("auth-password", "that user's password for SHA, of 8 signs or more"),
      "priv-password": entry("priv-password", "that user's password for AES-128, of 8 signs or more"),
    },
    composed: {
      [AUTHS_FILE]: [
        `auths:\n  ${AUTH}:\n    version: 3\n    security_level: authPriv\n`,
        ...line("username", "username"),
        "    auth_protocol: SHA\n",
        ...line("password", "auth-password"),
        "    priv_protocol: AES\n",
        ...line("priv_password", "priv-password"),
      ],
    },
  };
}

/** What it asks for the agent: each class of devices that the site has, by each of its modules. */
export function snmpScrapes(site: SnmpSite, exporter: Workload): Scrape[] {
  return jobsAt(site).map(({ job, devices, module, series, component }) => ({
    name: job,
    job,
    series: [...seriesOf(walkSeries), ...seriesOf(series)],
    from: {
      kind: "devices",
      workload: exporter,
      port: "http",
      devices: (site[devices] ?? []).map(addressOf),
      endpoint: {
        path: "/snmp",
        params: { module: module.name, auth: AUTH },
        labels: { component },
        interval: INTERVAL,
        timeout: TIMEOUT,
      },
    },
  }));
}

/** The jobs that have something to ask at this site. */
export function jobsAt(site: SnmpSite): SnmpJob[] {
  return Object.values<SnmpJob>(SNMP_JOBS).filter(({ devices }) => site[devices] !== undefined);
}

function addressOf(text: string): Address {
  const address = parseAddress(text);
  if (address === undefined) throw new Error(`${quote(text)} is not an IP address; the site should have refused it`);
  return address;
}
