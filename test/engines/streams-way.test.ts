/** One line of each stream, from the pod, node, job or device that writes it to the columns that it is stored with; printed. */
import { configurationAt } from "../../components/log-router/at-site";
import { STREAMS } from "../../components/log-router/streams/all";
import { STREAM_SOURCES, type StreamSource } from "../../lib/logs/stream";
import { SITE, SMALL } from "../checks/small-platform";
import { flowsOf, type LogRecord as Shipped } from "../logs/aggregator";
import { WAYS } from "../logs/ways";
import { describeEngines } from "./engine";
import { asStored, type LogRecord } from "./vrl";

const objects = SMALL.manifests.map(({ object }) => object);
const { sinks } = configurationAt(SITE, STREAMS);

interface Line {
  readonly what: string;
  readonly source: StreamSource;
  readonly record: LogRecord;
  readonly stream: string;
  readonly columns: LogRecord;
}

/** What becomes of the kinds of lines that the aggregator's flows are tested with. */
const STORED: Readonly<Record<string, readonly [stream: string, columns: LogRecord]>> = {
  "a pod's line": ["pod_logs", { service_name: "forge", namespace: "git" }],
  "a pod's line that a detector looks for": ["pod_logs", { service_name: "forge" }],
  "a line of metrics or dashboards": ["pod_logs", { service_name: "grafana", namespace: "monitoring" }],
  "a journal line": ["pod_logs", { log: "eth0: link up", service_name: "kernel", unit: "kernel", node: "node-3", log_level: "error" }],
  "what the kernel says of a disk": ["pod_logs", { service_name: "kernel", node: "node-3", log_level: "error" }],
  "a line of the audit log": ["host_audit", { service_name: "host-audit", audit_type: "EXECVE", audit_serial: 42 }],
  "an event of the cluster": ["k8s_events", { reason: "FailedMount", message: "stale file handle" }],
  "a container elsewhere that is called like a tailer's": ["pod_logs", { service_name: "notes", origin: "pod" }],
  "a dashboard that logs one": ["pod_logs", { service_name: "grafana" }],
  "a mail that bounced": ["pod_logs", { service_name: "mail" }],
  "a record that names no pod": ["pod_logs", { service_name: "unknown" }],
};

const lines: readonly Line[] = [
  ...WAYS.flatMap(([what, record, flows]): Line[] => {
    const [stream = "none", columns = {}] = STORED[what] ?? [];
    return Object.values(flows).flat().includes("router") ? [{ what, source: "aggregator", record, stream, columns }] : [];
  }),
  ...STREAMS.flatMap(({ name, source, samples }) =>
    samples.map(({ record, columns }, index): Line => ({ what: `sample ${index} of ${name}`, source, record, stream: name, columns })),
  ),
];

/** How a record comes to the router: by the flows that take it, by post, or by syslog. */
function waysOf({ source, record }: Line): string[] {
  if (source !== "aggregator") return [source];
  const flows = Object.entries(flowsOf(record as Shipped, objects));
  return flows.flatMap(([flow, outputs]) =>
    outputs.filter((output) => output === "router").map((output) => `flow ${flow} -> output ${output}`),
  );
}

describeEngines(["vrl"], "the way of a line", () => {
  const stored = new Map<Line, Awaited<ReturnType<typeof asStored>>[number]>();
  beforeAll(async () => {
    for (const source of STREAM_SOURCES) {
      const own = lines.filter((line) => line.source === source);
      const left = await asStored(
        source,
        own.map(({ record }) => record),
      );
      for (const [index, line] of own.entries()) stored.set(line, left[index] ?? { stream: "none", record: {} });
    }
  });

  test.each(lines.map((line) => [line.what, line] as const))("%s", (_, line) => {
    const { stream, record } = stored.get(line) ?? { stream: "none", record: {} };
    const [way, ...others] = waysOf(line);
    const sink = Object.entries(sinks).find(([, one]) => one.type === "elasticsearch" && one.bulk.index === stream)?.[0];
    const columns = Object.fromEntries(Object.keys(line.columns).map((column) => [column, record[column]]));
    expect([others, sink]).toEqual([[], `store_${line.stream}`]);
    expect(way).toMatch(line.source === "aggregator" ? /^flow [a-z-]+ -> output router$/ : /^(?:jobs|devices)$/);
    expect(columns).toEqual(line.columns);
  });

  test("goes to each of the streams, and is printed", () => {
    const table = lines.map((line) => {
      const { stream, record } = stored.get(line) ?? { stream: "none", record: {} };
      const text = String(line.record.log ?? line.record.message ?? JSON.stringify(line.record));
      const { log, kubernetes, _timestamp, ...columns } = record;
      return `${line.what}: ${JSON.stringify(text.slice(0, 120))}\n  ${waysOf(line).join(", ")} -> ${stream}\n  ${JSON.stringify(columns)}`;
    });
    process.stdout.write(`\n${table.join("\n")}\n`);
    expect(new Set([...stored.values()].map(({ stream }) => stream))).toEqual(new Set(STREAMS.map(({ name }) => name)));
  });
});
