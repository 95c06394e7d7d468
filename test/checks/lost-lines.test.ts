import { lostLines } from "../../lib/checks/lost-lines";
import type { Platform } from "../../lib/platform/platform";
import { change, manifestOf, remove, SMALL, whats } from "./small-platform";

const SHIPPER = "FluentbitAgent/belfry";
const AGGREGATOR = "Logging/belfry";
const ROUTER = "ClusterOutput/router";

/** Answers after which an output sends again. */
function retriedBy(output: string): readonly number[] {
  const { spec } = manifestOf(`ClusterOutput/${output}`).object;
  return (spec as { http: { retryable_response_codes: number[] } }).http.retryable_response_codes;
}

test("the example loses nothing", () => {
  expect(lostLines.run(SMALL)).toEqual([]);
});

test("a finding says where, what and how to mend it", () => {
  expect(lostLines.run(change(SHIPPER, "spec.forwardOptions.Retry_Limit", undefined))).toEqual([
    {
      where: 'dist/monitoring-log-shipping/fluentbitagent-belfry.yml FluentbitAgent "belfry" spec.forwardOptions.Retry_Limit',
      what: "a chunk is given up after one more try: an aggregator that starts again costs it",
      fix: "set it in components/logging/shipper.ts",
    },
  ]);
});

describe("at a start of the aggregator or of a shipper", () => {
  test.each<[string, Platform, string]>([
    ["a limit of tries", change(SHIPPER, "spec.forwardOptions.Retry_Limit", "5"), "given up after one more try"],
    ["no acknowledgement", change(SHIPPER, "spec.forwardOptions.Require_ack_response", undefined), "is taken for delivered"],
    ["no options at all", change(SHIPPER, "spec.forwardOptions", undefined), "is taken for delivered"],
    ["lines in memory", change(SHIPPER, "spec.inputTail", { "storage.type": "memory", Skip_Long_Lines: "On" }), "lines wait in memory"],
    ["a buffer without a path", change(SHIPPER, "spec.bufferStorage", undefined), "the buffer is in memory"],
    ["a buffer that ends with the pod", change(SHIPPER, "spec.bufferStorageVolume", { emptyDir: {} }), "the buffer ends with the pod"],
    ["positions that end with the pod", change(SHIPPER, "spec.positiondb", { emptyDir: {} }), "lines come twice, or not at all"],
    ["a long line", change(SHIPPER, "spec.inputTail.Skip_Long_Lines", "Off"), "stops its file for ever"],
    ["a pod that writes its own record", change(SHIPPER, "spec.filterKubernetes.Merge_Log", "On"), "can call itself another"],
    ["refused chunks in the container", change(AGGREGATOR, "spec.fluentd.rootDir", undefined), "end with it: the volume is at /buffers/"],
    [
      "refused chunks beside the volume",
      change(AGGREGATOR, "spec.fluentd.rootDir", "/tmp/root"),
      "end with it: the volume is at /buffers/",
    ],
    ["no volume", change(AGGREGATOR, "spec.fluentd.bufferStorageVolume", undefined), "its buffers are on no volume"],
    ["a volume that is not used", change(AGGREGATOR, "spec.fluentd.disablePvc", true), "its buffers are on no volume"],
    ["errors that are thrown away", change(AGGREGATOR, "spec.errorOutputRef", undefined), "records that raise an error are thrown away"],
    ["errors that go nowhere", change(AGGREGATOR, "spec.errorOutputRef", "vector"), "records that raise an error are thrown away"],
  ])("%s", (_, platform, what) => {
    expect(whats(lostLines, platform)).toContainEqual(expect.stringContaining(what));
  });
});

describe("in a receiver's refusal", () => {
  test.each([400, 401, 403, 404, 408, 429, 500, 502, 503, 504])("the router's answer %d costs no chunk", (code) => {
    const retried = retriedBy("router");
    expect(retried).toContain(code);
    const without = change(
      ROUTER,
      "spec.http.retryable_response_codes",
      retried.filter((one) => one !== code),
    );
    expect(whats(lostLines, without)).toEqual([`a chunk that is answered ${code} is lost`]);
  });

  test.each<[string, Platform, string]>([
    ["line ends in the array", change(ROUTER, "spec.http.format", { type: "json" }), "frames by lines refuses all of it"],
    [
      "the relay's array likewise",
      change("ClusterOutput/relay", "spec.http.format.add_newline", true),
      "frames by lines refuses all of it",
    ],
    ["a refusal that counts as delivered", change(ROUTER, "spec.http.error_response_as_unrecoverable", false), "counts as delivered"],
    ["an end of trying", change(ROUTER, "spec.http.buffer.retry_forever", false), "is given up after some time"],
    ["a buffer in memory", change(ROUTER, "spec.http.buffer.type", "memory"), "is given up after some time"],
  ])("%s", (_, platform, what) => {
    expect(whats(lostLines, platform)).toEqual([expect.stringContaining(what)]);
  });

  test("the relay may refuse a body for good: 400 is about it, and would keep every alert behind it waiting", () => {
    expect(retriedBy("relay")).not.toContain(400);
  });
});

describe("on a volume that is too small for all buffers", () => {
  test("by a limit that was raised by hand", () => {
    const [found] = lostLines.run(change(ROUTER, "spec.http.buffer.total_limit_size", "19g"));
    expect(found?.what).toMatch(/^the buffers of all flows may take \d+Mi, and the volume has 20480Mi: full, it stops every flow$/);
  });

  test("by a limit that is not there", () => {
    expect(whats(lostLines, change(ROUTER, "spec.http.buffer.total_limit_size", undefined))).toEqual([
      expect.stringContaining("the buffers of all flows may take InfinityMi"),
    ]);
  });
});

describe("by another text key", () => {
  test("of the shipper's parser", () => {
    expect(whats(lostLines, change(AGGREGATOR, "spec.enableDockerParserCompatibilityForCRI", false))).toEqual([
      `the shipper's parser writes another key than "log", which every flow reads: each grep would see nothing`,
    ]);
  });

  test.each(["regexp.0.key", "and.0.exclude.0.key"])("of a flow, at %s", (at) => {
    expect(whats(lostLines, change("ClusterFlow/pod-io", `spec.filters.0.grep.${at}`, "message"))).toEqual([
      `it greps on "message", and the text of a record is at "log": it would see nothing`,
    ]);
  });
});

describe("of a tailer that no flow reads", () => {
  const unread = (name: string) =>
    `no flow to "router" selects its container "${name}" in namespace "logging": what it prints goes nowhere`;

  test.each<[string, Platform, string[]]>([
    ["the journal", remove("ClusterFlow/journal"), [unread("journal")]],
    ["the events", remove("ClusterFlow/events"), [unread("event-tailer")]],
    ["the audit log", remove("ClusterFlow/host-files"), [unread("host-audit")]],
    ["a flow to another output", change("ClusterFlow/journal", "spec.globalOutputRefs", ["relay"]), [unread("journal")]],
    [
      "a flow of another namespace",
      change("ClusterFlow/events", "spec.match.0.select.namespaces", ["monitoring"]),
      [unread("event-tailer")],
    ],
    ["a tailer without a flow", change("HostTailer/belfry", "spec.systemdTailers.0.name", "kernel"), [unread("kernel")]],
  ])("%s", (_, platform, found) => {
    expect(whats(lostLines, platform)).toEqual(found);
  });
});
