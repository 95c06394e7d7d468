import { kubeStateMetricsSeries } from "../components/exporters/series/kube-state-metrics";
import { byTarget } from "../lib/alerts/owner";
import { after, stillAfter } from "../lib/alerts/proof";
import { type AlertDraft, alert, area, type RuleBundle } from "../lib/alerts/rule";
import { minutes } from "../lib/duration";
import { askedJobs } from "../lib/metrics/asked-jobs";
import { targetSeries } from "../lib/metrics/built-in-series";
import type { Scraped } from "../lib/metrics/scrape";
import { select } from "../lib/series";
import type { Component } from "../lib/site/component";
import { type Anchor, anchorsOf, type SnmpModule } from "../lib/snmp/module";
import { type Deployed, ofDeployment } from "./of-deployment";
import { snmpHealth } from "./snmp-health";
import { snmpPorts } from "./snmp-ports";

/** What a class of devices is asked, and whose alerts come of it. */
export interface AskedOf extends Scraped {
  readonly component: Component;
}

/** What a class of devices is asked, and by which module. */
export interface AskedBy extends Scraped {
  readonly module: SnmpModule;
}

/** What of a site is asked over SNMP: the jobs that give something, by what they give. */
export interface AskedOverSnmp {
  /** What the exporter tells of itself, and what runs it. */
  readonly exporter: Scraped & Deployed;
  /** All of them. */
  readonly devices: readonly AskedBy[];
  /** IF-MIB, of devices of any class. */
  readonly ports: readonly Scraped[];
  /** @default - no switch is asked */
  readonly switches?: { readonly ports: Scraped; readonly health: AskedOf };
  /** @default - no Instant access point is asked */
  readonly instant?: AskedOf;
  /** @default - no board of a server is asked */
  readonly servers?: AskedOf;
  readonly silentAccessPoints: readonly SilentAccessPoint[];
}

/** An access point without an agent, and where it hangs. */
export interface SilentAccessPoint {
  readonly name: string;
  /** The instance of the switch. */
  readonly switch: string;
  /** Of its uplink, as the switch calls it: alias, name, description or index. */
  readonly port: string;
}

const { up } = targetSeries;
const { kube_deployment_status_replicas_available } = kubeStateMetricsSeries;

/** What is asked over SNMP: switches and access points, whose component is Internet, and boards that watch over servers, of the Platform. */
export function snmp(asked: AskedOverSnmp): RuleBundle[] {
  return [ofDevices(asked), ...snmpPorts(asked), ...snmpHealth(asked)];
}

function ofDevices({ exporter, devices: scraped }: AskedOverSnmp): RuleBundle {
  const job = askedJobs(scraped);
  const [first] = scraped;
  const own = up({ job: exporter.job });
  const devices = up({ job });
  const pods = kube_deployment_status_replicas_available({ namespace: exporter.namespace, deployment: exporter.name });
  const itself = up({ job: exporter.job, instance: "10.42.0.17:9116" });
  // the target brings the component
  const answers = (values: string, instance: string, component = "Internet") => ({
    [`up{job="${first?.job}",instance="${instance}",component="${component}"}`]: values,
  });
  return area("snmp", { severity: "warning" }, [
    alert("SnmpExporterDown", {
      // asked itself: that no device answers may be the only switch, or the one before all others
      expr: ofDeployment(`(sum(${devices}) or vector(0)) == 0 unless on () (max(${own}) == 1 and on () ${devices})`, exporter),
      for: minutes(5),
      component: exporter.component,
      summary: "The SNMP exporter is down, or asked for no device",
      description: "Switches, access points and server boards are not watched. They may be well: look at the exporter's pod first.",
      fires: [{ [itself]: "0x20", ...answers("0x20", "192.0.2.2") }, answers("0x20", "192.0.2.2"), { [itself]: "1x20" }],
      silent: [
        { [itself]: "1x20", ...answers("1x20", "192.0.2.2") },
        answers("1x20", "192.0.2.2"),
        { [itself]: "0x20", ...answers("1x20", "192.0.2.2") },
        { ...answers("0x20", "192.0.2.2"), ...answers("1x20", "192.0.2.3") },
        { [itself]: "1x20", ...answers("0x20", "192.0.2.2") },
        after(minutes(9), { [itself]: "1 0 0 1x20", ...answers("1 0 0 1x20", "192.0.2.2") }),
      ],
    }),
    alert("SnmpDeviceUnreachable", {
      // an exporter that is down is one alert: it says so, or has no pod that could
      expr: `min by (instance, component) (${devices}) == 0 unless on () (max(${own}) == 0 or max(${pods}) == 0)`,
      for: minutes(10),
      component: byTarget("Internet", "Platform"),
      summary: "{{ $labels.instance }} does not answer over SNMP, or not to all it is asked",
      description:
        "It is off, cut off, slow, or its SNMP user was changed. A ping tells the first two from the others. All of them at once: what is before them, or the user.",
      fires: [
        { [itself]: "1x60", ...answers("0x60", "192.0.2.2") },
        stillAfter(minutes(20), {
          [itself]: "1x60",
          ...answers("0x60", "192.0.2.4", "Platform"),
          ...answers("1x60", "192.0.2.3"),
        }),
        // of an exporter that nobody asks how it is
        answers("0x60", "192.0.2.2"),
        { [pods]: "1x60", ...answers("0x60", "192.0.2.2") },
      ],
      silent: [
        { [itself]: "1x60", ...answers("1x60", "192.0.2.2") },
        { [itself]: "0x60", ...answers("0x60", "192.0.2.2") },
        { [pods]: "0x60", ...answers("0x60", "192.0.2.2") },
        { [itself]: "1x60", ...answers("0x9 1 0x60", "192.0.2.2") },
      ],
    }),
    ...tellsNothing(scraped),
  ]);
}

/** A view that was cut down, or a module that is none of the device's: it answers, and its walk is empty. */
function tellsNothing(scraped: readonly AskedBy[]): AlertDraft<"severity">[] {
  const modules = [...new Set(scraped.map(({ module }) => module))];
  const asked = modules.flatMap((module) => {
    const of = scraped.filter((one) => one.module === module);
    const [first, ...anchors] = [of[0], ...anchorsOf(module)];
    return first === undefined || anchors.length === 0 ? [] : [{ job: askedJobs(of), first, anchors }];
  });
  const [one, ...others] = asked;
  if (one === undefined) return [];
  const answers = ({ job }: Scraped, value = 1) => ({ [`up{job="${job}",instance="192.0.2.2",component="Internet"}`]: `${value}x60` });
  const row = ({ job }: Scraped, { name, labels }: Anchor) => ({
    [select(name)({ job, instance: "192.0.2.2", ...Object.fromEntries(labels.map((label) => [label, "1"])) })]: "5x60",
  });
  return [
    alert("SnmpDeviceTellsNothing", {
      expr: asked
        .map(({ job, anchors }) => {
          const rows = anchors.map(({ name }) => select(name)({ job })).join(" or ");
          return `max by (job, instance, component) (${up({ job })}) == 1 unless on (job, instance) (${rows})`;
        })
        .join("\nor "),
      for: minutes(15),
      component: byTarget("Internet", "Platform"),
      summary: "{{ $labels.instance }} answers over SNMP, and tells nothing of what {{ $labels.job }} asks",
      description:
        "Nothing of it is watched. Its SNMP user may see less than before, or it is in a list of the site where it does not belong.",
      inhibits: [{ alerts: ["AccessPointUplinkUnknown"], sharing: ["job", "instance"] }],
      fires: [answers(one.first), ...others.map(({ first }) => answers(first))],
      // one that does not answer, and one that tells of a single thing
      silent: [
        answers(one.first, 0),
        ...asked.flatMap(({ first, anchors }) => anchors.map((anchor) => ({ ...answers(first), ...row(first, anchor) }))),
      ],
    }),
  ];
}
