import fc from "fast-check";
import { STREAMS } from "../../components/log-router/streams/all";
import { programText } from "../../components/log-router/streams/program-text";
import { STREAM_SOURCES } from "../../lib/logs/stream";
import { exampleSite } from "../example-site";
import { describeEngines } from "./engine";
import { afterProgram, asStored, holds, type LogRecord } from "./vrl";

const FIVE_HOURS = 5 * 3600 * 1e6;
const ONE_DAY = 24 * 3600 * 1e6;
const LONG = 100_000;

/** Every text that a record holds, keys too, as it is and as the text of JSON. */
function textsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(textsOf);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => [key, ...textsOf(one)]);
}

/** What the store makes columns of: nested objects, three deep. */
function columnCount(value: unknown, depth = 0): number {
  if (depth > 3 || typeof value !== "object" || value === null || Array.isArray(value)) return 1;
  return Object.values(value).reduce<number>((total, one) => total + columnCount(one, depth + 1), 0);
}

const samples = STREAMS.flatMap(({ samples }) => samples.map(({ record }) => record as LogRecord));
const lines = samples.flatMap(({ log, message }) => [log, message].filter((text) => typeof text === "string"));

const anyText = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 200 }),
  fc.string({ unit: "binary", maxLength: 200 }),
  // cut off, as a runtime cuts long lines
  fc
    .tuple(fc.constantFrom(...lines), fc.double({ min: 0, max: 1, noNaN: true }))
    .map(([line, part]) => line.slice(0, Math.floor(line.length * part))),
  // two in one
  fc.tuple(fc.constantFrom(...lines), fc.constantFrom(...lines), fc.nat(100)).map(([a, b, at]) => a.slice(0, at) + b),
  // what belongs in a line, in any order
  fc
    .array(
      fc.constantFrom(
        ...[
          "ModSecurity: Access denied with code 403",
          "[client 1.2.3.4]",
          '[id "1"]',
          ', host: "',
          ", client: 1.1.1.1, server: a",
          '"transaction":{',
          '{"',
          "}",
          '"MESSAGE":',
        ],
        ...[
          '"involvedObject":{',
          '"verb":"ADDED",',
          "level=",
          "trace_id=",
          "traceparent: 00-",
          "type=X msg=audit(1.1:1):",
          ' - - [02/Nov/2026:10:00:00 +0000] "',
          "E1102 10:00:00.1 1 a:1]",
        ],
        ...["%LINK-3-UPDOWN:", "DHCPACK ", "Added session ", "\u0000", "\\", "\n", "\u001b[31m", "é", "\u{1f600}"],
      ),
      { maxLength: 30 },
    )
    .map((parts) => parts.join("")),
);
const anyValue = fc.oneof(anyText, fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<unknown>);
const anyKey = fc.oneof(
  fc.constantFrom(
    ...[
      "log",
      "message",
      "time",
      "stream",
      "kubernetes",
      "MESSAGE",
      "PRIORITY",
      "_SYSTEMD_UNIT",
      "_HOSTNAME",
      "verb",
      "event",
      "service_name",
      "namespace",
    ],
  ),
  fc.constantFrom(
    ...[
      "_timestamp",
      "origin",
      "rest",
      "metadata",
      "timestamp",
      "source_type",
      "hostname",
      "source_ip",
      "severity",
      "appname",
      "unparsed_reason",
      "network",
    ],
  ),
  fc.string({ maxLength: 20 }),
);
/** A sample with some of its fields replaced, one of them deep inside; or anything. */
const anyRecord: fc.Arbitrary<LogRecord> = fc.oneof(
  fc
    .tuple(fc.constantFrom(...samples), fc.dictionary(anyKey, anyValue, { maxKeys: 4 }))
    .map(([sample, changes]) => ({ ...sample, ...changes })),
  fc.tuple(fc.constantFrom(...samples), anyText).map(([sample, log]) => ({ ...sample, log })),
  fc
    .tuple(fc.constantFrom(...samples), fc.constantFrom("namespace_name", "pod_name", "container_name", "host", "labels"), anyValue)
    .map(([sample, key, value]) => ({ ...sample, kubernetes: { ...(sample.kubernetes as object | undefined), [key]: value } })),
  fc.dictionary(anyKey, anyValue, { maxKeys: 12 }),
);

const worst: Readonly<Record<string, LogRecord>> = {
  nothing: {},
  "nulls alone": { log: null, message: null, kubernetes: null, time: null },
  "thousands of fields": Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`field${index}`, index])),
  "thousands of labels": {
    log: "x",
    kubernetes: { namespace_name: "web", labels: Object.fromEntries(Array.from({ length: 3000 }, (_, index) => [`l${index}`, "x"])) },
  },
  "nested as deep as the source takes": { log: "x", deep: JSON.parse(`${'{"a":'.repeat(110)}1${"}".repeat(110)}`) },
  "text nested 200 deep": { log: `${'{"a":'.repeat(200)}1${"}".repeat(200)}` },
  "a pod's stream is no stream": { log: "x", stream: "ntp_clients" },
};

describeEngines(["vrl"], "whatever comes, no program fails and nothing is lost", () => {
  describe.each(STREAM_SOURCES)(`of the source %s`, (source) => {
    const records = [...Object.values(worst), ...fc.sample(anyRecord, 1500).map((record): LogRecord => JSON.parse(JSON.stringify(record)))];
    let stored: Awaited<ReturnType<typeof asStored>> = [];
    beforeAll(async () => {
      stored = await asStored(source, records);
    });
    /** The first record that is not as it should be. */
    const first = (isWrong: (left: LogRecord, record: LogRecord) => unknown) => {
      const index = stored.findIndex(({ record }, at) => isWrong(record, records[at] ?? {}));
      return index < 0 ? undefined : { record: JSON.stringify(records[index]), left: stored[index] };
    };

    test("each is in one stream of its source, with a service and a time that the store takes", () => {
      const names = new Set(STREAMS.filter((stream) => stream.source === source).map(({ name }) => name));
      expect(stored.find(({ stream }) => !names.has(stream))).toBeUndefined();
      const now = Date.now() * 1000;
      expect(first(({ service_name }) => typeof service_name !== "string" || service_name === "")).toBeUndefined();
      expect(first(({ log }) => typeof log !== "string")).toBeUndefined();
      expect(
        first(({ _timestamp: at }) => typeof at !== "number" || !Number.isInteger(at) || at < now - FIVE_HOURS || at > now + ONE_DAY),
      ).toBeUndefined();
      expect(first(({ namespace }) => namespace !== undefined && (typeof namespace !== "string" || namespace === ""))).toBeUndefined();
    });

    test("the text is whole: log if it is one, else message", () => {
      const textOf = ({ log, message }: LogRecord) => [log, message].find((text) => typeof text === "string" && text !== "");
      if (source === "aggregator") {
        expect(
          first((left, record) => left.origin !== "journal" && textOf(record) !== undefined && left.log !== textOf(record)),
        ).toBeUndefined();
      }
    });

    test("every text and every name that a record had is in what is stored", () => {
      const lost = stored.flatMap(({ record: left }, at) => {
        const record = records[at] ?? {};
        const kept = [...textsOf(left), sentBy(left)].join("\n");
        const isKept = (text: string) => [text, inJson(text), inJson(inJson(text))].some((one) => kept.includes(one));
        // a journal line's own text is what is in its JSON; a device's time is written as others are, and its line ends
        const isTranslated = (text: string) =>
          OWN.has(text) || text === record.timestamp || (left.origin === "journal" && text.includes('"MESSAGE"'));
        return textsOf(record).flatMap((text) =>
          isKept(source === "devices" ? text.replace(/[\r\n\0]+$/, "") : text) || isTranslated(text)
            ? []
            : [{ text, record: JSON.stringify(record), left }],
        );
      });
      expect(lost[0]).toBeUndefined();
    });

    test("no more columns than the store takes, of the types that are declared", () => {
      expect(first((left) => columnCount(left) > 1000)).toBeUndefined();
      const declared = new Map(STREAMS.map(({ name, columns }) => [name, columns]));
      const wrong = stored.flatMap(({ stream, record }) =>
        Object.entries(declared.get(stream) ?? {}).flatMap(([name, { type }]) =>
          isOf(type, record[name]) ? [] : [{ stream, name, value: record[name] }],
        ),
      );
      expect(wrong[0]).toBeUndefined();
    });
  });
});

const inJson = (text: string) => JSON.stringify(text).slice(1, -1);
/** Names that the programs put under others, and values that they translate. */
const OWN = new Set([
  "log",
  "message",
  "kubernetes",
  "MESSAGE",
  "verb",
  "event",
  "timestamp",
  "hostname",
  "host",
  "source_ip",
  "appname",
  "source_type",
  "socket",
  "http_server",
  "severity",
]);

/** A device's message as it was sent: what stood before its text, and the text. */
function sentBy({ origin, rest, log }: LogRecord): string {
  if (origin !== "device" || typeof rest !== "string") return "";
  return `${JSON.parse(rest).header}${log}`;
}

function isOf(type: string, value: unknown): boolean {
  if (value === undefined) return true;
  if (type === "text") return typeof value === "string";
  if (type === "boolean") return typeof value === "boolean";
  if (type === "texts") return Array.isArray(value) && value.every((one) => typeof one === "string");
  return typeof value === "number" && (type === "float" || Number.isInteger(value));
}

describeEngines(["vrl"], "a line of 100 kB takes its time in proportion", () => {
  const long = (part: string, before = "") => before + part.repeat(Math.ceil(LONG / part.length)).slice(0, LONG);
  const denied = "x [client 1.1.1.1] ModSecurity: Access denied with code 403 ";
  const access = '1.1.1.1 - - [02/Nov/2026:10:00:00 +0000] "GET / HTTP/1.1" 200 5 "-" "-" 1 0.1 ';
  // for each pattern what it could try again at every place
  const texts = [
    ...[
      "a",
      " ",
      '"',
      "\\",
      '\\"',
      "key=value ",
      'key="v v" ',
      "2026-11-02 10:00:00 ",
      "trace_id=",
      "traceparent: 00-",
      'trace_id""""  ',
      "é",
      "\u001b[31m",
      '{"a":',
      "[",
      "\n",
    ].map((part) => long(part)),
    ...[
      ', client: 1.1.1.1, server: a, request: "',
      '[file "x"] [line "1"] [id "1"] [msg "',
      '[hostname "x"] [uri "',
      '"] [unique_id "',
    ].map((part) => long(part, denied)),
    long('", host: "a', `${denied}", client: 1.1.1.1, server: a, request: "GET / HTTP/1.1`),
    ...["- ", ", 10.0.0.1:80", "[a] "].map((part) => long(part, `${access}[a-b-c] [] 10.0.0.1:80`)),
    ...[
      ["files-", `${access}[`],
      ["query: client 1.1.1.1#1 (", ""],
      [' comm="a" op=', "type=X msg=audit(1.1:1): "],
      ["aa:bb:", "DHCPACK "],
      ["Added session 1::1#1|", ""],
      [", entity_id=", "[homeassistant.core] Bus:Handling <Event a[L]: "],
    ].map(([part = "", before = ""]) => long(part, before)),
    `{"level":"x","a":"${long("c")}"}`,
  ];
  const records = texts.map((log) => ({
    log,
    message: log,
    service_name: "ingress",
    namespace: "ingress-nginx",
    origin: "pod",
    stream: "ntp_clients",
  }));
  const LEAST_PER_SECOND = 4;
  const site = exampleSite();
  const programs = [
    ...["aggregator", "jobs", "devices", "kept"].map((name) => ({
      name,
      run: () => afterProgram(programText(`components/log-router/programs/${name}.vrl`, site), records),
    })),
    ...STREAMS.map(({ name, program }) => ({ name, run: () => afterProgram(programText(program, site), records) })),
    ...STREAMS.flatMap(({ name, recognised }) =>
      recognised === undefined ? [] : [{ name: `whether it is of ${name}`, run: () => holds(recognised, records) }],
    ),
  ];

  test.each(programs)("$name", async ({ run }) => {
    const start = performance.now();
    await run();
    expect(((performance.now() - start) / 1000) * LEAST_PER_SECOND).toBeLessThan(records.length);
  });
});
