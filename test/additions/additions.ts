/** One of each that contributors add most, as they would write it: what it costs is counted by adding it. */

export interface Addition {
  /** As CONTRIBUTING.md's table has it. */
  readonly name: string;
  /** Path -> what stands there afterwards, given what stood there before. */
  readonly files: Readonly<Record<string, (before: string) => string>>;
  /** A file of dist/ and what it holds afterwards. */
  readonly shown: { readonly file: string; readonly text: string };
}

const page = (alert: string) => () =>
  `# ${alert}\n${["Meaning", "Impact", "Diagnosis", "Mitigation"].map((section) => `\n## ${section}\n\nWords.\n`).join("")}`;

/** Before the end of the area's list. */
const appended = (rule: string) => (before: string) => replaced(before, /\n {2}\]\);\n\}\n/, `\n${rule}\n  ]);\n}\n`);

/** At the end of a table of faults. */
const withFault = (fault: string) => (before: string) => replaced(before, /\n {2}\];\n\};\n$/, `\n${fault}\n  ];\n};\n`);

/** @throws when the place to add at is no more */
function replaced(before: string, place: RegExp, text: string): string {
  if (!place.test(before)) throw new Error(`nothing matches ${place}: test/additions/additions.ts must follow`);
  return before.replace(place, () => text);
}

/** Where Biome sorts it to: by path, among those that are as far away. */
function withImport(before: string, names: string, path: string): string {
  const folder = path.slice(0, path.indexOf("/") + 1);
  const near = [...before.matchAll(/^import [^;]* from "([^"]+)";\n/gm)].filter(([, other = ""]) => other.startsWith(folder));
  const later = near.find(([, other = ""]) => other > path);
  const last = near.at(-1);
  if (last === undefined) throw new Error(`nothing is imported where ${path} goes: test/additions/additions.ts must follow`);
  const at = later?.index ?? last.index + last[0].length;
  return `${before.slice(0, at)}import { ${names} } from "${path}";\n${before.slice(at)}`;
}

const rule: Addition = {
  name: "a rule",
  files: {
    "rules/storage.ts": appended(`    alert("StorageBackupFuture", {
      expr: \`\${storage_backup_age_days()} < -1\`,
      severity: "info",
      summary: "The last backup of volume {{ $labels.volume }} lies in the future",
      description: "It is {{ $value | humanize }} days old. Look at the clock of the backup target.",
      fires: age("-2x10"),
      silent: age("-1x10"),
    }),`),
    "docs/runbooks/StorageBackupFuture.md": page("StorageBackupFuture"),
    "test/engines/faults/storage.ts": withFault(`    {
      title: "the clock of the backup target is ahead",
      change: becomes(pushedSeries.storage_backup_age_days(), -2),
      expect: backups("StorageBackupFuture", "info", 1),
    },`),
  },
  shown: { file: "alerts.md", text: "StorageBackupFuture" },
};

const recording: Addition = {
  name: "a recording",
  files: {
    "rules/storage.ts": (before) =>
      appended(`    record("volume:backup_age_days:max", {
      expr: \`max by (volume) (\${storage_backup_age_days()})\`,
      unit: "days",
      help: "Age of a volume's last backup.",
      gives: { series: age("41x10"), gives: [[{ volume: VOLUME.volume }, 41]] },
    }),`)(replaced(before, /type RuleBundle \}/, "type RuleBundle, record }")),
  },
  shown: { file: "series.tsv", text: "volume:backup_age_days:max\trecorded\t\tvolume\t\t\t\n" },
};

const shownPage: Addition = {
  name: "a dashboard",
  files: {
    "dashboards/Backups/backup-volume-age.ts": () => `import { pushedSeries } from "../../components/batch/series";
import { dashboard } from "../../lib/dashboards/dashboard";
import { graph, stat } from "../../lib/dashboards/panel";
import { choice } from "../../lib/dashboards/variable";
import { matches } from "../../lib/series";

const { storage_backup_age_days: age } = pushedSeries;
const volume = { volume: matches("$volume") };

export const backupVolumeAge = dashboard({
  uid: "backup-volume-age",
  title: "Age of one volume's backup",
  folder: "Backups",
  question: "How old is a volume's backup?",
  asker: "whoever is about to delete something",
  areas: ["storage"],
  variables: [choice("volume", "Volume", { of: age, label: "volume" })],
  rows: [
    {
      title: "At a glance",
      panels: (["max", "min", "avg", "count", "sum"] as const).map((of) =>
        stat({
          title: \`Age, \${of}\`,
          description: "Over the volumes that are chosen.",
          unit: of === "count" ? "count" : "days",
          queries: [{ expr: \`\${of}(\${age(volume)})\` }],
        }),
      ),
    },
    {
      title: "Each",
      panels: [
        graph({
          title: "Age of each volume's backup",
          description: "What climbs is not backed up any more.",
          unit: "days",
          queries: [{ expr: age(volume), legend: "{{volume}}" }],
        }),
      ],
    },
  ],
});
`,
    "charts/batch.ts": (before) =>
      withImport(
        replaced(before, /dashboards: \[/, "dashboards: [backupVolumeAge, "),
        "backupVolumeAge",
        "../dashboards/Backups/backup-volume-age",
      ),
  },
  shown: { file: "monitoring-grafana/dashboards/Backups/backup-volume-age.json", text: '"uid": "backup-volume-age"' },
};

const detector: Addition = {
  name: "a detector",
  files: {
    "components/relay/detectors/clock-unsynchronised.ts": () => `import { minutes } from "../../../lib/duration";
import { detector } from "../../../lib/logs/detector";

export const clockUnsynchronised = detector({
  alert: "ClockUnsynchronised",
  flow: "clock-unsynchronised",
  signal: "clock_unsynchronised",
  lines: [/Can't synchronise: no selectable sources/],
  scope: {},
  severity: "warning",
  window: minutes(10),
  summary: "A clock has lost all its sources",
  description: "It drifts from now on. Look at the sources that it names.",
  fires: ["2026-11-20T10:00:00Z chronyd[1]: Can't synchronise: no selectable sources"],
  silent: ["2026-11-20T10:00:00Z chronyd[1]: Selected source 192.0.2.1"],
});
`,
    "components/relay/detectors/all.ts": (before) =>
      withImport(
        // one a line, as the formatter has what is too long for one
        before.replace(
          /= \[(.*)\];/,
          (_, names: string) => `= [\n${[...names.split(", "), "clockUnsynchronised"].map((name) => `  ${name},\n`).join("")}];`,
        ),
        "clockUnsynchronised",
        "./clock-unsynchronised",
      ),
    "docs/runbooks/ClockUnsynchronised.md": page("ClockUnsynchronised"),
  },
  shown: { file: "monitoring-logging-flows/flow-clock-unsynchronised.yml", text: "no selectable sources" },
};

const exporter: Addition = {
  name: "an exporter",
  files: {
    "components/speedtest/series.ts": () => `import { declareSeries, gauge } from "../../lib/series";

/** speedtest_exporter 3.5 (its README). */
export const speedtestSeries = declareSeries({
  speedtest_up: gauge("flag", "1 when the last measurement came to its end."),
});
`,
    "components/speedtest/healthy.ts": () => `import { still } from "../../lib/world/course";
import { healthy } from "../../lib/world/healthy";
import { speedtestSeries } from "./series";

export const speedtestHealthy = healthy(speedtestSeries, () => ({
  speedtest_up: still(1),
}));
`,
    "components/healthy.ts": (before) =>
      withImport(
        replaced(before, /\n {2}statusPageHealthy,\n/, "\n  speedtestHealthy,\n  statusPageHealthy,\n"),
        "speedtestHealthy",
        "./speedtest/healthy",
      ),
    "components/speedtest/exporter.ts": () => `import type { Exporter } from "../../lib/workloads/exporter";
import { speedtestSeries } from "./series";

/** speedtest_exporter: measures the line to the internet. */
export function speedtestExporter(namespace: string): Exporter {
  return {
    name: "speedtest-exporter",
    namespace,
    image: "ghcr.io/billimek/prometheus-speedtest-exporter:1.1.0",
    port: 9469,
    series: speedtestSeries,
    cpu: { request: "10m", limit: "100m" },
    memory: "32Mi",
  };
}
`,
    "rules/speedtest.ts": () => `import { speedtestSeries } from "../components/speedtest/series";
import { alert, area, type RuleBundle } from "../lib/alerts/rule";
import { minutes } from "../lib/duration";
import type { Scraped } from "../lib/metrics/scrape";

const { speedtest_up } = speedtestSeries;

export function speedtest({ job }: Scraped): RuleBundle {
  return area("speedtest", { component: "Internet", severity: "warning" }, [
    alert("SpeedtestFailing", {
      expr: \`\${speedtest_up({ job })} == 0\`,
      for: minutes(10),
      summary: "{{ $labels.instance }} can't measure the line",
      description: "The measurement fails. Look whether the line is up.",
      fires: { [speedtest_up()]: "0x20" },
      silent: { [speedtest_up()]: "1x20" },
    }),
  ]);
}
`,
    "docs/runbooks/SpeedtestFailing.md": page("SpeedtestFailing"),
    "test/engines/faults/exporters-gone.ts": withFault(`    {
      title: "the measuring of the line is down",
      change: targetFails(targets({ job: "speedtest" })),
      expect: gone("Internet", { alert: "SpeedtestFailing" }),
    },`),
    "dashboards/Metrics Store/exporters-health.ts": (before) => replaced(before, /\n {2}areas: \[/, '\n  areas: ["speedtest", '),
    "charts/speedtest.ts": () => `import { speedtestExporter } from "../components/speedtest/exporter";
import { exporterPart } from "../lib/platform/exporter-part";
import { speedtest as speedtestRules } from "../rules/speedtest";

/** The line to the internet, measured. */
export const speedtest = exporterPart({
  name: "speedtest",
  exporter: ({ namespaces }) => speedtestExporter(namespaces.monitoring),
  rules: (_, scraped) => [speedtestRules(scraped)],
});
`,
    "charts/platform.ts": (before) => withImport(replaced(before, /\n {2}ups,\n/, "\n  speedtest,\n  ups,\n"), "speedtest", "./speedtest"),
  },
  shown: { file: "monitoring-speedtest-exporter/deployment-speedtest-exporter.yml", text: "prometheus-speedtest-exporter:1.1.0" },
};

const observed: Addition = {
  name: "an exporter that others install",
  files: {
    "components/printer/series.ts": () => `import { declareSeries, gauge } from "../../lib/series";

/** Series of the printer that rules and dashboards may read (seen on a running printer_exporter 0.9.1). */
export const printerSeries = declareSeries({
  printer_toner_ratio: gauge("ratio", "Toner that is left.", "colour"),
});
`,
    "components/printer/healthy.ts": () => `import { still } from "../../lib/world/course";
import { by, healthy } from "../../lib/world/healthy";
import { printerSeries } from "./series";

export const printerHealthy = healthy(printerSeries, () => ({
  printer_toner_ratio: by("colour", { black: still(0.7) }),
}));
`,
    "components/healthy.ts": (before) =>
      withImport(
        replaced(before, /\n {2}routerHealthy,\n/, "\n  printerHealthy,\n  routerHealthy,\n"),
        "printerHealthy",
        "./printer/healthy",
      ),
    "components/printer/exporter.ts": () => `import type { ObservedExporter } from "../../lib/metrics/observed";
import { printerSeries } from "./series";

export const printerExporter: ObservedExporter = {
  name: "printer",
  what: "the printer, by printer_exporter",
  component: "Platform",
  release: { program: "printer_exporter", release: "0.9.1" },
  series: printerSeries,
  inCluster: { kind: "service", selector: { "app.kubernetes.io/name": "printer-exporter" }, port: "metrics" },
  port: 9631,
};
`,
    "components/observed.ts": (before) =>
      withImport(
        replaced(before, /\n {2}router: routerExporter,\n/, "\n  printer: printerExporter,\n  router: routerExporter,\n"),
        "printerExporter",
        "./printer/exporter",
      ),
    "lib/site/sections/scrapes.ts": (before) => replaced(before, /\n {2}"router",\n/, '\n  "printer",\n  "router",\n'),
    "site.yaml": (before) =>
      replaced(
        before,
        /\n {2}# \* the node exporter on the router/,
        "\n  # printer_exporter; app.kubernetes.io/name: printer-exporter, port name metrics; 9631.\n  # printer:\n  #   namespaces: [office]\n  # * the node exporter on the router",
      ),
    "test/fixtures/elsewhere.yaml": (before) => replaced(before, /\n {2}router: /, "\n  printer: { namespaces: [ink] }\n  router: "),
    "test/observed/printer.prom": () => '# TYPE printer_toner_ratio gauge\nprinter_toner_ratio{colour="black"} 0.7\n',
  },
  shown: { file: "series.tsv", text: "printer_toner_ratio\tgauge\tprinter\tcolour\t\t\t\n" },
};

const job: Addition = {
  name: "a batch job",
  files: {
    "components/batch/jobs/host-uptime/settings.ts": () => `import type { Variables } from "../../../../lib/service/environment";

export const hostUptimeSettings = {} satisfies Variables;
`,
    "components/batch/jobs/host-uptime/series.ts": () => `import { declareSeries, gauge } from "../../../../lib/series";
import { heartbeat } from "../heartbeat";

export const hostUptimeSeries = declareSeries({
  ...heartbeat("host-uptime"),
  host_uptime_days: gauge("days", "Days since the host began.", "job", "host"),
});
`,
    "components/batch/jobs/host-uptime/script.ts": () => `import { hostname, uptime } from "node:os";
import { gaugeOf } from "../../service/gauge";
import { runScript } from "../../service/run";
import type { Script } from "../../service/script";
import { hostUptimeSeries } from "./series";
import { hostUptimeSettings } from "./settings";

const DAY_SECONDS = 86_400;

export const hostUptime: Script<typeof hostUptimeSettings> = {
  name: "host-uptime",
  purpose: "tells how long the host runs.",
  protocol: "none; it asks the kernel.",
  settings: hostUptimeSettings,
  series: hostUptimeSeries,
  run: async () => ({ gauges: [gaugeOf(hostUptimeSeries.host_uptime_days, { host: hostname() }, uptime() / DAY_SECONDS)] }),
};

if (require.main === module) void runScript(hostUptime);
`,
    "components/batch/jobs/host-uptime/job.ts": () => `import { batchJob } from "../../../../lib/batch/job";
import { hostUptimeSeries as series } from "./series";
import { hostUptimeSettings as settings } from "./settings";

export const hostUptime = batchJob({
  script: "host-uptime",
  reads: { settings, series },
  purpose: "tells how long the host runs",
  schedule: "41 4 * * *",
  component: "Platform",
  severity: "warning",
  at: () => ({ values: {} }),
});
`,
    "components/batch/jobs/names.ts": (before) =>
      replaced(before, /\n {2}"log-store-settings",\n/, '\n  "host-uptime",\n  "log-store-settings",\n'),
    "components/batch/jobs/all.ts": (before) =>
      withImport(
        withImport(
          replaced(
            before,
            /\n {2}"log-store-settings": /,
            '\n  "host-uptime": { settings: hostUptimeSettings, series: hostUptimeSeries },\n  "log-store-settings": ',
          ),
          "hostUptimeSeries",
          "./host-uptime/series",
        ),
        "hostUptimeSettings",
        "./host-uptime/settings",
      ),
    "components/batch/jobs/declared.ts": (before) =>
      withImport(
        replaced(before, /\n {2}"log-store-settings": /, '\n  "host-uptime": hostUptime,\n  "log-store-settings": '),
        "hostUptime",
        "./host-uptime/job",
      ),
    "components/batch/series.ts": (before) =>
      withImport(
        replaced(before, /\n {2}\.\.\.ntpClientsSeries,\n/, "\n  ...hostUptimeSeries,\n  ...ntpClientsSeries,\n"),
        "hostUptimeSeries",
        "./jobs/host-uptime/series",
      ),
    "components/batch/healthy.ts": (before) =>
      replaced(
        before,
        /\n {2}\};\n\}\);\n/,
        '\n    host_uptime_days: each(["node-1", "node-2"], (host) => ({ job: "host-uptime", host }), still(20)),\n  };\n});\n',
      ),
    "lib/site/own-names.ts": (before) => replaced(before, /\n {2}"cluster-dns",\n/, '\n  "cluster-dns",\n  "host-uptime",\n'),
  },
  shown: { file: "monitoring-batch/cronjob-host-uptime.yml", text: "/app/jobs/host-uptime" },
};

export const ADDITIONS: readonly Addition[] = [rule, recording, shownPage, detector, exporter, observed, job];
