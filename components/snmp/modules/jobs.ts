import type { AnyCatalogue } from "../../../lib/series";
import type { Component } from "../../../lib/site/component";
import type { DeviceClass } from "../../../lib/site/sections/snmp";
import type { SnmpModule } from "../../../lib/snmp/module";
import { apExt, apExtSeries } from "./ap-ext";
import { bmc, bmcSeries } from "./bmc";
import { ifmib, ifmibSeries } from "./ifmib";
import { switchExt, switchExtSeries } from "./switch-ext";

/** A class of devices and what it is asked. */
export interface SnmpJob {
  readonly job: string;
  readonly devices: DeviceClass;
  readonly module: SnmpModule;
  readonly series: AnyCatalogue;
  /** Whose alerts they are. */
  readonly component: Component;
}

/**
 * Each class with each module that it has, one scrape for a pair: a module that fails takes no other with it, and each has the whole time of a
 * scrape. The sixth is the ports of the Instant access points: how long they run and how their uplinks do is told like that of any other device.
 */
export const SNMP_JOBS = {
  switchPorts: { job: "snmp-switches-ifmib", devices: "switches", module: ifmib, series: ifmibSeries, component: "Internet" },
  switchHealth: { job: "snmp-switches-switch-ext", devices: "switches", module: switchExt, series: switchExtSeries, component: "Internet" },
  instantPorts: {
    job: "snmp-instant-access-points-ifmib",
    devices: "instant_access_points",
    module: ifmib,
    series: ifmibSeries,
    component: "Internet",
  },
  instantRadios: {
    job: "snmp-instant-access-points-ap-ext",
    devices: "instant_access_points",
    module: apExt,
    series: apExtSeries,
    component: "Internet",
  },
  accessPointPorts: {
    job: "snmp-access-points-ifmib",
    devices: "access_points",
    module: ifmib,
    series: ifmibSeries,
    component: "Internet",
  },
  serverHealth: { job: "snmp-servers-bmc", devices: "servers", module: bmc, series: bmcSeries, component: "Platform" },
} as const satisfies Readonly<Record<string, SnmpJob>>;
