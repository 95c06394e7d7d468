import { BLOCKS_BEFORE_END_BYTES, bufferBytes, bytesAnHour, hoursIn, leastVolumeBytes } from "../../lib/logs/disk-buffers";
import { routerConfiguration } from "../../lib/logs/router-configuration";
import type { Stream } from "../../lib/logs/stream";
import { LEAST_BUFFER_BYTES, usableBytes } from "../../lib/site/buffer-volume";

const stream = (name: string, source: Stream["source"], more: Partial<Stream> = {}): Stream => ({
  name,
  what: name,
  source,
  program: `${name}.vrl`,
  columns: {},
  retentionDays: 30,
  busy: { recordsPerSecond: 1, bytesPerRecord: 500 },
  samples: [{ record: {}, columns: {} }],
  ...more,
});
const access = stream("access", "aggregator", { recognised: '.container == "web"', busy: { recordsPerSecond: 200, bytesPerRecord: 1000 } });
const rest = stream("rest", "aggregator");
const printer = stream("printer", "devices");

const made = (streams: readonly Stream[], more: { hasIPv6?: boolean; path?: string } = {}) =>
  routerConfiguration({
    streams,
    programs: {
      sources: { aggregator: "read aggregator", jobs: "read jobs", devices: "read devices" },
      kept: "keep",
      streams: Object.fromEntries(streams.map(({ name }) => [name, `make ${name}`])),
    },
    aggregator: { port: 8080, path: more.path ?? "/" },
    hasIPv6: more.hasIPv6 ?? false,
    volume: { path: "/buffers", bytes: 16 * 2 ** 30 },
    store: { endpoint: "http://store/api/mine", secrets: { folder: "/secrets", user: "user", password: "token" } },
  });

test("a source's program, the choice, each stream's program and what they drop lead to one sink a stream", () => {
  const { transforms, sinks } = made([access, rest]);
  const inputs = Object.fromEntries(Object.entries({ ...transforms, ...sinks }).map(([name, part]) => [name, part.inputs]));
  expect(inputs).toEqual({
    aggregator_record: ["aggregator"],
    aggregator_streams: ["aggregator_record"],
    stream_access: ["aggregator_streams.access"],
    kept_access: ["stream_access.dropped"],
    stream_rest: ["aggregator_streams._unmatched"],
    kept_rest: ["stream_rest.dropped", "aggregator_record.dropped"],
    aggregator_lag: ["aggregator_record"],
    aggregator_lag_metric: ["aggregator_lag"],
    store_access: ["stream_access", "kept_access"],
    store_rest: ["stream_rest", "kept_rest"],
    live: ["stream_access", "kept_access", "stream_rest", "kept_rest"],
    metrics: ["internal_metrics", "aggregator_lag_metric"],
  });
  expect(transforms.aggregator_streams).toMatchObject({ routes: [{ name: "access", condition: { source: '.container == "web"' } }] });
});

test("the only stream of a source has all of it; devices come by two protocols", () => {
  const { sources, transforms } = made([printer]);
  expect(Object.keys(sources)).toEqual(["devices_udp", "devices_tcp", "internal_metrics"]);
  expect(Object.keys(transforms)).toEqual(["devices_record", "stream_printer", "kept_printer"]);
  expect(transforms.devices_record?.inputs).toEqual(["devices_udp", "devices_tcp"]);
  expect(transforms.stream_printer?.inputs).toEqual(["devices_record"]);
});

test("what devices send is taken as it comes: a source that parses drops what it can't", () => {
  const { sources } = made([printer]);
  const raw = { type: "socket", address: "0.0.0.0:5514", host_key: "source_ip", port_key: "", decoding: { codec: "bytes" } };
  expect(sources.devices_udp).toEqual({ ...raw, mode: "udp", framing: { method: "bytes" } });
  expect(sources.devices_tcp).toMatchObject({ ...raw, mode: "tcp", framing: { method: "newline_delimited" } });
});

test("the router listens where pods have addresses, and at the path of its URL", () => {
  expect(made([rest]).sources.aggregator).toMatchObject({ address: "0.0.0.0:8080", path: "/", path_key: "", framing: { method: "bytes" } });
  expect(made([rest], { hasIPv6: true, path: "/in" }).sources.aggregator).toMatchObject({ address: "[::]:8080", path: "/in" });
});

test("a sink of the store keeps, acknowledges and waits", () => {
  expect(made([rest]).sinks.store_rest).toMatchObject({
    endpoints: ["http://store/api/mine"],
    bulk: { action: "index", index: "rest" },
    auth: { user: "SECRET[store.user]", password: "SECRET[store.token]" },
    acknowledgements: { enabled: true },
    buffer: { type: "disk", when_full: "block", max_size: LEAST_BUFFER_BYTES },
  });
});

test("who looks on holds nobody up", () => {
  expect(made([rest]).sinks.live).toMatchObject({ buffer: { type: "memory", when_full: "drop_newest" } });
});

test("a stream without a program is a mistake of ours", () => {
  const make = () =>
    routerConfiguration({
      streams: [rest],
      programs: { sources: { aggregator: "" }, kept: "", streams: {} },
      aggregator: { port: 1, path: "/" },
      hasIPv6: false,
      volume: { path: "/", bytes: 1 },
      store: { endpoint: "", secrets: { folder: "", user: "", password: "" } },
    });
  expect(make).toThrow('stream "rest" has no program');
});

describe("buffers", () => {
  const streams = [access, rest];

  test("hold four hours where the volume has room: the store takes nothing older than five", () => {
    const size = bufferBytes(streams, 1e12).get("access") ?? 0;
    expect(size).toBe(Math.ceil(bytesAnHour(access) * 4) + BLOCKS_BEFORE_END_BYTES);
    expect(hoursIn(size, access)).toBeCloseTo(4);
  });

  test("hold an hour each on the smallest volume, and fit there", () => {
    const volume = leastVolumeBytes(streams);
    const sizes = bufferBytes(streams, volume);
    expect(hoursIn(sizes.get("access") ?? 0, access)).toBeGreaterThanOrEqual(1);
    expect([...sizes.values()].reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(usableBytes(volume));
  });

  test("are never smaller than Vector takes, however little comes", () => {
    expect(bufferBytes([rest], 1).get("rest")).toBe(LEAST_BUFFER_BYTES);
  });
});
