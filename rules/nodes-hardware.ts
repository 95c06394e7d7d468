import { nodeExporterSeries } from "../components/exporters/series/node-exporter";
import { after } from "../lib/alerts/proof";
import { alert, area, type RuleBundle } from "../lib/alerts/rule";
import { minutes } from "../lib/duration";
import type { Scraped } from "../lib/metrics/scrape";
import { matches } from "../lib/series";
import { COMES_AND_GOES, keptAfter, overAfter } from "./comes-and-goes";

const {
  node_edac_correctable_errors_total: corrected,
  node_edac_uncorrectable_errors_total: uncorrected,
  node_hwmon_temp_celsius: temperature,
  node_hwmon_temp_crit_celsius: critical,
  node_md_disks: raidDisks,
  node_md_disks_required: raidSize,
  node_scrape_collector_success: worked,
  node_textfile_scrape_error: textError,
} = nodeExporterSeries;

/** Below what the maker calls critical, where the machine slows down or switches itself off. */
const DEGREES_LEFT = 5;
/** Some chips say 0 where they don't know, others what no machine lives through. */
const CREDIBLE_DEGREES = { least: 40, most: 150 };
/** A bit that cosmic rays turn over comes alone. */
const CORRECTED_ERRORS = 10;
/** What every machine has, and rules of ours ask. */
const COLLECTORS = matches("cpu|diskstats|filefd|filesystem|loadavg|meminfo|netdev|netclass|stat|time|timex|uname|vmstat");

/** The machines below the nodes, and what the node exporter has to see them with. */
export function nodesHardware({ job }: Scraped): RuleBundle {
  const active = `sum without (state) (${raidDisks({ job, state: "active" })})`;
  const credible = `${critical({ job })} > ${CREDIBLE_DEGREES.least} < ${CREDIBLE_DEGREES.most}`;

  // proofs
  const at = { job, instance: "192.168.10.31:9100" };
  const raid = (active: number, failed: number, spare = 0) => ({
    [raidDisks({ ...at, device: "md0", state: "active" })]: `${active}x30`,
    [raidDisks({ ...at, device: "md0", state: "failed" })]: `${failed}x30`,
    [raidDisks({ ...at, device: "md0", state: "spare" })]: `${spare}x30`,
    [raidSize({ ...at, device: "md0" })]: "2x30",
  });
  const core = { ...at, chip: "platform_coretemp_0", sensor: "temp1" };
  const hot = (degrees: number, limit = 100) => ({ [temperature(core)]: `${degrees}x30`, [critical(core)]: `${limit}x30` });
  const bits = (of: typeof corrected, values: string) => ({ [of({ ...at, controller: "0" })]: values });

  return area("nodes-hardware", { component: "Platform", severity: "warning", ...COMES_AND_GOES }, [
    alert("NodeRAIDDiskFailed", {
      expr: `${raidDisks({ job, state: "failed" })} > 0`,
      for: minutes(2),
      inhibits: [{ alerts: ["NodeRAIDDegraded"], sharing: ["instance", "device"] }],
      summary: "A disk of RAID {{ $labels.device }} of {{ $labels.instance }} has failed",
      description: "The array goes on with one disk less: the next failure can lose data. Replace the disk.",
      fires: raid(1, 1),
      silent: raid(1, 0),
    }),
    alert("NodeRAIDDegraded", {
      expr: `${raidSize({ job })} - ${active} > 0`,
      for: minutes(15),
      summary: "RAID {{ $labels.device }} of {{ $labels.instance }} lacks a disk",
      description: "{{ $value }} of its disks are missing or being filled again. Until that is over, the next failure can lose data.",
      fires: raid(1, 0, 1),
      silent: raid(2, 0),
    }),
    alert("NodeTemperatureHigh", {
      expr: `${temperature({ job })} > (${credible}) - ${DEGREES_LEFT}`,
      for: minutes(10),
      summary: "Sensor {{ $labels.sensor }} of {{ $labels.chip }} of {{ $labels.instance }} is too hot",
      description: "{{ $value | humanize }} °C, which is about where the machine protects itself. Look at fans, dust and the room.",
      fires: [hot(95.5), hot(37, 41), hot(146, 149)],
      silent: [hot(94.5), hot(45, 39), hot(150, 151), hot(45, 0)],
    }),
    alert("NodeMemoryErrors", {
      expr: `sum without (controller) (increase(${corrected({ job })}[1h])) > ${CORRECTED_ERRORS}`,
      keepFiringFor: minutes(60),
      summary: "Memory of node {{ $labels.instance }} makes errors, which are corrected",
      description:
        "{{ $value | humanize }} in an hour. A module or its socket goes bad: replace it before errors come that can't be corrected.",
      fires: after(minutes(155), bits(corrected, "3x99 9x54 14x200")),
      silent: [after(minutes(165), bits(corrected, "3x99 9x54 13x200")), after(minutes(175), bits(corrected, "3x99 9x69 14x200"))],
    }),
    alert("NodeMemoryErrorsUncorrected", {
      expr: `sum without (controller) (increase(${uncorrected({ job })}[1h])) > 0`,
      severity: "critical",
      inhibits: [{ alerts: ["NodeMemoryErrors"], sharing: ["instance"] }],
      summary: "Memory of node {{ $labels.instance }} gives back other bits than it was given",
      description:
        "{{ $value | humanize }} errors in an hour that could not be corrected. Programs crash or write wrong data: empty the node.",
      fires: [after(minutes(100), bits(uncorrected, "3x99 4x200")), keptAfter(minutes(150), bits(uncorrected, "3x99 4x200"))],
      silent: [overAfter(minutes(165), bits(uncorrected, "3x99 4x200"))],
    }),
    alert("NodeCollectorFailing", {
      expr: `${worked({ job, collector: COLLECTORS })} == 0`,
      for: minutes(15),
      summary: "Node {{ $labels.instance }} does not tell its {{ $labels.collector }}",
      description: "A collector of the node exporter fails: alerts on what it gives can't fire for this node. The exporter's log says why.",
      fires: { [worked({ ...at, collector: "filesystem" })]: "0x30" },
      silent: [{ [worked({ ...at, collector: "filesystem" })]: "1x30" }, { [worked({ ...at, collector: "bonding" })]: "0x30" }],
    }),
    alert("NodeTextfileUnreadable", {
      expr: `${textError({ job })} == 1`,
      for: minutes(15),
      summary: "A text file of node {{ $labels.instance }} can't be read",
      description: "What scripts of the node leave for the exporter is not told. The exporter's log names the file and the line.",
      fires: { [textError(at)]: "1x30" },
      silent: { [textError(at)]: "0x30" },
    }),
  ]);
}
