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
const appended = (rule: string) => (before: string) => replaced(before, /\n {2}\]\);\n\}\n$/, `\n${rule}\n  ]);\n}\n`);

/** @throws when the place to add at is no more */
function replaced(before: string, place: RegExp, text: string): string {
  if (!place.test(before)) throw new Error(`nothing matches ${place}: test/additions/additions.ts must follow`);
  return before.replace(place, () => text);
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
  shown: { file: "series.tsv", text: "volume:backup_age_days:max\trecorded\t\tvolume\n" },
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
      replaced(
        // one a line, as the formatter has what is too long for one
        before.replace(
          /= \[(.*)\];/,
          (_, names: string) => `= [\n${[...names.split(", "), "clockUnsynchronised"].map((name) => `  ${name},\n`).join("")}];`,
        ),
        /import type \{ Detector \} from .*\n/,
        'import type { Detector } from "../../../lib/logs/detector";\nimport { clockUnsynchronised } from "./clock-unsynchronised";\n',
      ),
    "docs/runbooks/ClockUnsynchronised.md": page("ClockUnsynchronised"),
  },
  shown: { file: "monitoring-logging-flows/flow-clock-unsynchronised.yml", text: "no selectable sources" },
};

const exporter: Addition = {
  name: "an exporter",
  files: {
    "components/chrony/series.ts": () => `import { declareSeries, gauge } from "../../lib/series";

/** chrony_exporter 0.13 (collector/tracking.go). */
export const chronySeries = declareSeries({
  chrony_tracking_stratum: gauge("count", "Stratum of the clock; 0 without a source."),
});
`,
    "components/chrony/healthy.ts": () => `import { still } from "../../lib/world/course";
import { healthy } from "../../lib/world/healthy";
import { chronySeries } from "./series";

export const chronyHealthy = healthy(chronySeries, () => ({
  chrony_tracking_stratum: still(3),
}));
`,
    "components/healthy.ts": (before) =>
      replaced(
        replaced(before, /\n {2}deadManHealthy,\n/, "\n  chronyHealthy,\n  deadManHealthy,\n"),
        /\nimport \{ deadManHealthy \} from/,
        '\nimport { chronyHealthy } from "./chrony/healthy";\nimport { deadManHealthy } from',
      ),
    "components/chrony/exporter.ts": () => `import type { Exporter } from "../../lib/workloads/exporter";
import { chronySeries } from "./series";

/** chrony_exporter beside the cluster's clock. */
export function chronyExporter(namespace: string): Exporter {
  return {
    name: "chrony-exporter",
    namespace,
    image: "quay.io/superq/chrony-exporter:v0.13.3",
    port: 9123,
    series: chronySeries,
    args: ["--chrony.address=ntp.example.org:323"],
    cpu: { request: "10m", limit: "100m" },
    memory: "64Mi",
  };
}
`,
    "rules/chrony.ts": () => `import { chronySeries } from "../components/chrony/series";
import { alert, area, type RuleBundle } from "../lib/alerts/rule";
import { minutes } from "../lib/duration";
import type { Scraped } from "../lib/metrics/scrape";

const { chrony_tracking_stratum } = chronySeries;

export function chrony({ job }: Scraped): RuleBundle {
  return area("chrony", { component: "NTP", severity: "warning" }, [
    alert("ClockWithoutSource", {
      expr: \`\${chrony_tracking_stratum({ job })} == 0\`,
      for: minutes(10),
      summary: "The clock of {{ $labels.instance }} has no source",
      description: "It drifts from now on. Look at its sources.",
      fires: { [chrony_tracking_stratum()]: "0x20" },
      silent: { [chrony_tracking_stratum()]: "1x20" },
    }),
  ]);
}
`,
    "docs/runbooks/ClockWithoutSource.md": page("ClockWithoutSource"),
    "charts/chrony.ts": () => `import { chronyExporter } from "../components/chrony/exporter";
import { exporterPart } from "../lib/platform/exporter-part";
import { chrony as chronyRules } from "../rules/chrony";

/** The cluster's clock. */
export const chrony = exporterPart({
  name: "chrony",
  exporter: ({ namespaces }) => chronyExporter(namespaces.monitoring),
  rules: (_, scraped) => [chronyRules(scraped)],
});
`,
    "charts/platform.ts": (before) =>
      replaced(
        replaced(before, /\n {2}boiler,\n/, "\n  boiler,\n  chrony,\n"),
        /\nimport \{ boiler \} from ".\/boiler";\n/,
        '\nimport { boiler } from "./boiler";\nimport { chrony } from "./chrony";\n',
      ),
  },
  shown: { file: "monitoring-chrony-exporter/deployment-chrony-exporter.yml", text: "chrony-exporter:v0.13.3" },
};

export const ADDITIONS: readonly Addition[] = [rule, recording, detector, exporter];
