import { readFileSync } from "node:fs";
import { join } from "node:path";
import { STREAMS } from "../../components/log-router/streams/all";
import { programText } from "../../components/log-router/streams/program-text";
import { exampleSite, ROOT } from "../example-site";
import { describeEngines } from "./engine";
import { afterProgram, asStored, type LogRecord } from "./vrl";

const FIRST = ["aggregator", "jobs", "devices", "kept"].map((name) => `components/log-router/programs/${name}.vrl`);
const HOUR = 3600 * 1e6;

describeEngines(["vrl"], "programs", () => {
  test.each([...FIRST, ...STREAMS.map(({ program }) => program)])("%s compiles as it stands in the repository, too", async (program) => {
    await expect(afterProgram(readFileSync(join(ROOT, program), "utf8"), [{ log: "x" }])).resolves.toHaveLength(1);
  });
});

describeEngines(["vrl"], "the time of a record", () => {
  const micros = (ago: number) => Date.now() * 1000 - ago;
  const iso = (ago: number) => new Date(micros(ago) / 1000).toISOString();
  const times: readonly (readonly [string, LogRecord, number])[] = [
    ["an hour ago", { time: iso(HOUR) }, HOUR],
    ["an hour ago, of another time zone", { time: iso(HOUR).replace("Z", "+00:00") }, HOUR],
    ["seconds as a number", { time: micros(HOUR) / 1e6 }, HOUR],
    ["milliseconds", { time: Math.round(micros(HOUR) / 1e3) }, HOUR],
    ["microseconds in a text", { time: String(Math.round(micros(HOUR))) }, HOUR],
    ["the journal's, where the shipper says none", { MESSAGE: "x", __REALTIME_TIMESTAMP: String(Math.round(micros(HOUR))) }, HOUR],
    ["two days ago is what the store takes", { time: iso(48 * HOUR) }, 4.5 * HOUR],
    ["in two days is what the store takes", { time: iso(-48 * HOUR) }, -23.5 * HOUR],
    ["none", {}, 0],
    ["no time", { time: "soon" }, 0],
    ["an object", { time: { at: 5 } }, 0],
    ["no number", { time: "nan" }, 0],
    ["more than a number holds", { time: "1e400" }, -23.5 * HOUR],
    ["less than a number holds", { time: "-1e400" }, 0],
  ];
  test.each(times)("%s", async (_, record, ago) => {
    const left: LogRecord = (await asStored("aggregator", [{ log: "x", ...record }]))[0]?.record ?? {};
    // two minutes for a slow machine
    expect(Math.abs(Number(left._timestamp) - micros(ago))).toBeLessThan(120 * 1e6);
    if (typeof record.time === "string") expect(left.time).toBe(record.time);
  });
});

describeEngines(["vrl"], "which source a record came by decides its streams", () => {
  test("a pod's field `stream` names none", async () => {
    const names = STREAMS.map(({ name }) => name);
    const stored = await asStored(
      "aggregator",
      [...names, "stdout"].map((stream) => ({ log: "x", stream })),
    );
    expect(new Set(stored.map(({ stream }) => stream))).toEqual(new Set(["pod_logs"]));
    expect(stored.map(({ record }) => record.stream)).toEqual([...names, "stdout"]);
  });

  test("what a device sends is kept, whether it is syslog or not", async () => {
    const sent: readonly (readonly [string, LogRecord])[] = [
      [
        "<30>1 2026-11-02T10:00:00Z gw sshd 7 - - hello",
        { log: "hello", node: "gw", program: "sshd", facility: "daemon", log_level: "info", unparsed_reason: undefined },
      ],
      [
        "<27>Nov  2 10:00:00 gw sshd[7]: hello",
        { log: "hello", node: "gw", program: "sshd", log_level: "error", unparsed_reason: undefined },
      ],
      ["47 <30>1 2026-11-02T10:00:00Z gw sshd 7 - - hello\n", { log: "hello", node: "gw", unparsed_reason: undefined }],
      ["<28>sshd[7]: hello", { log: "hello", program: "sshd", log_level: "warn", syslog_severity: "warning", unparsed_reason: undefined }],
      [
        "<189>29: Nov  2 10:00:00.250: hello",
        {
          log: "<189>29: Nov  2 10:00:00.250: hello",
          facility: "local7",
          log_level: "info",
          unparsed_reason: "no syslog of RFC 5424 or 3164",
        },
      ],
      ["<999>hello", { log: "<999>hello", log_level: undefined, unparsed_reason: "no syslog of RFC 5424 or 3164" }],
      ["hello\r\n\u0000", { log: "hello", unparsed_reason: "no syslog of RFC 5424 or 3164" }],
      ['{"a":1}', { log: '{"a":1}', unparsed_reason: "no syslog of RFC 5424 or 3164" }],
      ["<13>Nov  2 10:00:00 gw kernel: ", { log: "<13>Nov  2 10:00:00 gw kernel: ", node: "gw" }],
      ["", { log: "", unparsed_reason: "no syslog of RFC 5424 or 3164" }],
    ];
    const stored = await asStored(
      "devices",
      sent.map(([message]) => ({ message, source_ip: "192.0.2.9", source_type: "socket", timestamp: "2026-11-02T10:00:01Z" })),
    );
    for (const [index, [, columns]] of sent.entries()) {
      const record = stored[index]?.record ?? {};
      expect(Object.fromEntries(Object.keys(columns).map((column) => [column, record[column]]))).toEqual(columns);
      expect(record).toMatchObject({ device_address: "192.0.2.9", service_name: record.node ?? "192.0.2.9" });
    }
  });

  test("a switch's message that is no syslog has its columns, and no reason", async () => {
    const message = "<187>29: Nov  2 10:00:00.250: %LINK-3-UPDOWN: Interface Gi1/0/7, changed state to down";
    const [left] = await asStored("devices", [{ message, source_ip: "192.0.2.2" }]);
    expect(left).toMatchObject({
      stream: "network_switch",
      record: { log: message, mnemonic: "UPDOWN", state: "down", log_level: "error" },
    });
    expect(left?.record.unparsed_reason).toBeUndefined();
  });

  test("a sender's address has no port, and none of the marks around one", async () => {
    const shown = ["192.0.2.9:514", "::ffff:192.0.2.9", "[::ffff:192.0.2.9]:514", "[2001:db8::9]:514", "2001:db8::9"];
    const stored = await asStored(
      "devices",
      shown.map((source_ip) => ({ message: "x", source_ip })),
    );
    expect(stored.map(({ record }) => record.device_address)).toEqual([
      "192.0.2.9",
      "192.0.2.9",
      "192.0.2.9",
      "2001:db8::9",
      "2001:db8::9",
    ]);
  });

  test("a device's kind, as the site lists its address", async () => {
    const senders = [
      { kind: "router", address: "192.0.2.1" },
      { kind: "switches", address: "192.0.2.2" },
      { kind: "access_points", address: "192.0.2.3" },
      { kind: "nat64", address: "2001:db8::64" },
    ];
    const say = (source_ip: string, message = "up for 3 days") => ({ message: `<29>1 - d - - - - ${message}`, source_ip });
    const stored = await asStored(
      "devices",
      [
        ...["192.0.2.1", "192.0.2.2", "::ffff:192.0.2.2", "192.0.2.3", "2001:db8::64", "192.0.2.9"].map((address) => say(address)),
        say("2001:db8::64", "new session of a client"),
      ],
      senders,
    );
    expect(stored.map(({ stream, record }) => [stream, record.device_kind])).toEqual([
      ["router_logs", "router"],
      ["network_switch", "switches"],
      ["network_switch", "switches"],
      ["wireless_aps", "access_points"],
      ["router_logs", "nat64"],
      ["router_logs", undefined],
      ["nat64", "nat64"],
    ]);
  });
});

describeEngines(["vrl"], "what a program gave up", () => {
  const kept = (record: LogRecord) =>
    afterProgram(programText("components/log-router/programs/kept.vrl", exampleSite()), [
      { ...record, metadata: { dropped: { message: "function call error", reason: "error", component_id: "stream_modsec" } } },
    ]).then(([left = {}]) => left);
  const identity = { log: "x", service_name: "web", namespace: "files", _timestamp: Math.round(Date.now() * 1000 - HOUR), origin: "pod" };

  test("is stored as it came to that program, with the reason", async () => {
    expect(await kept({ ...identity, rest: "{}" })).toEqual({ ...identity, rest: "{}", unparsed_reason: "function call error" });
  });

  test("before any program read it, has whose it is, and the rest as text", async () => {
    const record = { message: "x", kubernetes: { namespace_name: "files", container_name: "web", labels: { a: "b" } }, more: { of: 1 } };
    const left = await kept(record);
    expect(left).toMatchObject({ log: "x", service_name: "web", namespace: "files", unparsed_reason: "function call error" });
    expect(left.kubernetes).toEqual({ namespace_name: "files", container_name: "web" });
    expect(JSON.parse(String(left.rest))).toEqual(record);
    expect(Object.keys(left)).not.toContain("metadata");
  });

  test("without anything that tells whose it is", async () => {
    expect(await kept({ log: 5 })).toMatchObject({ log: '{"log":5}', service_name: "unknown" });
  });
});
