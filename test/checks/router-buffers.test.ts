import { routerBuffers } from "../../lib/checks/router-buffers";
import { bytesAnHour, roomIn } from "../../lib/logs/disk-buffers";
import { LEAST_BUFFER_BYTES } from "../../lib/site/buffer-volume";
import { file, set, withRouter } from "./router-file";
import { change, SMALL, whats } from "./small-platform";

const [stream] = SMALL.streams.filter(({ name }) => name === "pod_logs");
const hour = Math.ceil(bytesAnHour(stream ?? { busy: { recordsPerSecond: 0, bytesPerRecord: 0 } })) + 128 * 2 ** 20;
const buffer = (value: unknown) => withRouter(set("sinks", "store_pod_logs", "buffer", value));

test("the example installation passes", () => expect(routerBuffers.run(SMALL)).toEqual([]));

test("a buffer that holds less than an hour, told by what it takes before it blocks", () => {
  const [finding, ...more] = routerBuffers.run(buffer({ type: "disk", when_full: "block", max_size: hour - 20e6 }));
  expect(more).toEqual([]);
  expect(finding?.where).toBe(`${file} sinks.store_pod_logs.buffer`);
  expect(finding?.what).toMatch(
    /^it holds 5\d minutes of a busy hour \(\d+ MB before it blocks, 128 MiB before its end; \d+ MB come in an hour\)$/,
  );
  expect(routerBuffers.run(buffer({ type: "disk", when_full: "block", max_size: hour }))).toEqual([]);
});

test.each<[string, unknown, string]>([
  ["a buffer in memory (facts H2: with the store down, each record was stored three times)", undefined, "it is a memory buffer"],
  [
    "one that drops when it is full",
    { type: "disk", when_full: "drop_newest", max_size: hour },
    "it is a disk buffer that does drop_newest",
  ],
  [
    "one that Vector does not take",
    { type: "disk", when_full: "block", max_size: LEAST_BUFFER_BYTES - 1 },
    `its max_size is ${LEAST_BUFFER_BYTES - 1}, and`,
  ],
  ["one without a size", { type: "disk", when_full: "block" }, "its max_size is missing"],
])("%s", (_, value, what) => {
  expect(whats(routerBuffers, buffer(value))).toEqual([expect.stringContaining(what)]);
});

test("buffers that don't fit on their volume", () => {
  const path = "spec.volumeClaimTemplates.0.spec.resources.requests.storage";
  expect(whats(routerBuffers, change("StatefulSet/log-router", path, "6Gi"))).toEqual([
    expect.stringMatching(/^its buffers may take \d+\.\d Gi together, and of its volume \(6Gi\) 5\.4 Gi are theirs$/),
  ]);
  expect(whats(routerBuffers, change("StatefulSet/log-router", "spec.volumeClaimTemplates", undefined))).toEqual([
    expect.stringContaining("(none) 0.0 Gi are theirs"),
  ]);
});

test("even the smallest buffer fills to where its alert fires before it blocks", () => {
  expect(roomIn(LEAST_BUFFER_BYTES)).toBeGreaterThan(0.7 * roomIn(LEAST_BUFFER_BYTES));
  // of the whole size it would be beyond
  expect(0.7 * LEAST_BUFFER_BYTES).toBeGreaterThan(roomIn(LEAST_BUFFER_BYTES));
});
