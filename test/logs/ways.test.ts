import { detectors as everyDetector } from "../../components/relay/detectors/all";
import { Detection } from "../../components/relay/service/alerts";
import { detectorsAt } from "../../lib/logs/detector";
import { quotingAt } from "../../lib/logs/quoting";
import { namespaceMap } from "../../lib/site/namespace-map";
import { SITE, SMALL, smallPlatform } from "../checks/small-platform";
import { context } from "../relay/site";
import { flowsOf, type LogRecord } from "./aggregator";
import { WAYS } from "./ways";

const objects = SMALL.manifests.map(({ object }) => object);

/** The names of the alerts that the relay raises for a record, with where they say it is from. */
function alertsOf(record: LogRecord, site = SITE) {
  const map = namespaceMap(site);
  const pass = new Detection(detectorsAt(map, everyDetector, quotingAt(site)), context, map).begin(Date.now(), 10);
  pass.take(record);
  return pass.end().alerts.map(({ labels }) => labels);
}

describe("the way of a record", () => {
  test.each(WAYS)("%s", (_, record, expected) => {
    expect(flowsOf(record, objects)).toEqual(expected);
  });

  test.each(WAYS)("%s raises an alert where it is shipped to the relay, and nowhere else, whoever posts it", (_, record, expected) => {
    expect(alertsOf(record).length > 0).toBe(Object.values(expected).flat().includes("relay"));
  });

  test("is to the router once at most: what two flows take would be stored twice", () => {
    for (const [what, record] of WAYS) {
      const outputs = Object.values(flowsOf(record, objects)).flat();
      expect([what, outputs.filter((name) => name === "router").length <= 1]).toEqual([what, true]);
    }
  });
});

test("what the kernel says carries the tailer's pod, and the component of the namespace where it runs", () => {
  const [, record = {}] = WAYS.find(([what]) => what === "what the kernel says of a disk") ?? [];
  expect(alertsOf(record)).toEqual([
    expect.objectContaining({
      alertname: "PodIOError",
      namespace: "logging",
      component: "Platform",
      pod: "belfry-host-tailer-x2k8p",
      container: "journal",
    }),
  ]);
});

describe("a node without a journal", () => {
  const log_shipping = { journal: "none", host_files: [{ name: "kern", path: "/var/log/kern.log" }] } as const;
  const built = smallPlatform({ log_shipping });
  const line = (container_name: string): LogRecord => ({
    log: "node-3 kernel: EXT4-fs error (device sdb1): ext4_find_entry:1658",
    kubernetes: { namespace_name: "logging", pod_name: "belfry-host-tailer-x2k8p", container_name },
  });
  const flows = (record: LogRecord) =>
    flowsOf(
      record,
      built.manifests.map(({ object }) => object),
    );

  test("has its kernel's lines from a file, which alert as those of a journal do", () => {
    expect(flows(line("host-kern"))).toEqual({ "pod-io": ["relay"], "host-files": ["router"] });
    expect(alertsOf(line("host-kern"), { ...SITE, log_shipping })).toHaveLength(1);
  });

  test("has no flow of a journal", () => {
    expect(flows({ ...line("journal"), log: "eth0: link up" })).toEqual({});
    expect(built.manifests.map(({ file }) => file)).not.toContain("monitoring-logging-flows/flow-journal.yml");
  });
});

test("a site that says nothing of shipping has its pods' lines, its journals and its events shipped", () => {
  const { manifests } = smallPlatform({ log_shipping: undefined });
  const ofDetectors = everyDetector.map(({ flow }) => `monitoring-logging-flows/flow-${flow}.yml`);
  const files = manifests
    .map(({ file }) => file)
    .filter((file) => /^monitoring-log(?:-shipping|ging-flows)\/(?:flow|hosttailer|logging|fluentbit|event)/.test(file));
  expect(files.filter((file) => ofDetectors.includes(file))).toHaveLength(ofDetectors.length);
  expect(files.filter((file) => !ofDetectors.includes(file))).toEqual([
    "monitoring-log-shipping/eventtailer-belfry.yml",
    "monitoring-log-shipping/fluentbitagent-belfry.yml",
    "monitoring-log-shipping/hosttailer-belfry.yml",
    "monitoring-log-shipping/logging-belfry.yml",
    "monitoring-logging-flows/flow-catch-all.yml",
    "monitoring-logging-flows/flow-events.yml",
    "monitoring-logging-flows/flow-journal.yml",
  ]);
});
