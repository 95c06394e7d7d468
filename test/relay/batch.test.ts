import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { Detection } from "../../components/relay/service/alerts";
import { readBatch } from "../../components/relay/service/batch";
import { anyCharacter } from "../any-text";
import { runs } from "../wide";
import { context, detectors, site } from "./site";

const NOW = Date.parse("2026-08-20T12:00:00Z");
const SAMPLES = join(__dirname, "..", "..", "..", "shared", "samples");

const detection = new Detection(detectors, context, site.namespaces);

function examine(body: string | Buffer, { from, maxAlerts = 1000 }: { from?: number; maxAlerts?: number } = {}) {
  const pass = detection.begin(NOW, maxAlerts);
  const next = readBatch(Buffer.from(body), from, detection.needles, pass);
  return { ...pass.end(), next };
}

const ofEvents = (events: readonly unknown[]) => examine(JSON.stringify(events));
const kubernetes = { namespace_name: "files", pod_name: "web-0", container_name: "web" };
const log = "OSError: [Errno 5] Input/output error";

describe("the samples", () => {
  const run = existsSync(SAMPLES) ? test : test.skip;
  run(`give exactly the expected alerts (skipped when ${SAMPLES} is absent)`, () => {
    const events = readFileSync(join(SAMPLES, "relay-events.ndjson"), "utf8").trim().split("\n");
    const expected = readFileSync(join(SAMPLES, "relay-events.expected.tsv"), "utf8").trim().split("\n").slice(1);
    const actual = events.map((event, index) => {
      const { alerts } = examine(`[${event}]`);
      const [alert] = alerts;
      const names = alerts.map(({ labels }) => labels.alertname).join("+") || "-";
      return [index + 1, names, alert?.labels.component ?? "-"].join("\t");
    });
    // A namespace outside the samples' map is `?` there; here it is the documented fallback.
    expect(actual).toEqual(expected.map((row) => row.replace(/\t\?$/, "\tPlatform")));
    expect(actual).toHaveLength(120);
  });
});

describe("an alert", () => {
  test("has exactly the labels, annotations and times of the specification, and its start", () => {
    const time = "2026-08-20T11:59:00.123456789Z";
    expect(ofEvents([{ log, time, kubernetes }]).alerts).toEqual([
      {
        labels: {
          alertname: "PodIOError",
          team: "ops",
          component: "Files & Documents",
          severity: "warning",
          signal: "pod_io",
          namespace: "files",
          pod: "web-0",
          container: "web",
        },
        annotations: {
          summary: `I/O error in a pod or on its node: ${log}`,
          description: expect.stringMatching(/Namespace files, pod web-0, container web, component Files & Documents\.$/),
        },
        startsAt: "2026-08-20T11:59:00.123Z",
        endsAt: "2026-08-20T12:05:00.000Z",
      },
    ]);
  });

  test.each(detectors.map(({ alert, fires: [line] }): [string, string] => [alert, line]))(
    "%s has the labels of the specification's table, and says its container in words",
    (alertname, text) => {
      const [alert] = ofEvents([{ log: text, kubernetes: { namespace_name: "mail", pod_name: "mail-0", container_name: "c" } }]).alerts;
      const common = ["alertname", "team", "component", "severity", "signal", "namespace", "pod"];
      expect(alert?.labels.alertname).toBe(alertname);
      expect(Object.keys(alert?.labels ?? {})).toEqual(alertname === "PodIOError" ? [...common, "container"] : common);
      expect(alert?.annotations.description).toContain("container c");
    },
  );

  test("is one for each container only where the container is a label", () => {
    const inContainers = (text: string) =>
      ["a", "b", undefined].map((container_name) => ({ log: text, kubernetes: { ...kubernetes, container_name } }));
    expect(ofEvents(inContainers(log)).alerts.map(({ labels }) => labels.container)).toEqual(["a", "b", "?"]);
    expect(ofEvents(inContainers("# Background saving error")).alerts).toHaveLength(1);
  });

  test("of Redis lives ten minutes", () => {
    expect(ofEvents([{ log: "# Background saving error", kubernetes }]).alerts[0]?.endsAt).toBe("2026-08-20T12:10:00.000Z");
  });

  test.each<[string, unknown, string]>([
    ["its event's time", "2026-08-20T13:59:00+02:00", "2026-08-20T11:59:00.000Z"],
    ["now, when there is none", undefined, "2026-08-20T12:00:00.000Z"],
    ["now, when it is in the future", "2026-08-20T12:00:00.001Z", "2026-08-20T12:00:00.000Z"],
    ["now, when it is a number", 5, "2026-08-20T12:00:00.000Z"],
    ["now, when it is no date", "5", "2026-08-20T12:00:00.000Z"],
    ["now, when it names no such day", "2026-13-45T10:00:00Z", "2026-08-20T12:00:00.000Z"],
    ["now, when it names no zone", "2026-08-20T11:59:00", "2026-08-20T12:00:00.000Z"],
  ])("starts at %s", (_name, time, startsAt) => expect(ofEvents([{ log, time, kubernetes }]).alerts[0]?.startsAt).toBe(startsAt));

  test.each<[string, unknown]>([
    ["no kubernetes object", undefined],
    ["null", null],
    ["a text for it", "x"],
    ["an array for it", [1]],
    ["empty names", { namespace_name: "", pod_name: "" }],
    ["names that are no texts", { namespace_name: 5, pod_name: {} }],
    ["names longer than any", { namespace_name: "n".repeat(254), pod_name: "p".repeat(100_000) }],
    ["names of characters that none has", { namespace_name: "a b", pod_name: "\u0001" }],
  ])("says ? with %s, and never loses the line", (_name, value) => {
    const [alert] = ofEvents([{ log, kubernetes: value }]).alerts;
    expect(alert?.labels).toMatchObject({ namespace: "?", pod: "?", container: "?", component: "Platform" });
  });

  test("merges a label set: earliest start, newest text", () => {
    const event = (text: string, time: string) => ({ log: `[Errno 5] ${text}`, time, kubernetes });
    const { alerts } = ofEvents([
      event("b", "2026-08-20T11:50:00Z"),
      event("newest", "2026-08-20T11:59:00Z"),
      event("earliest", "2026-08-20T11:40:00Z"),
      { log, kubernetes: { ...kubernetes, pod_name: "web-1" } },
    ]);
    expect(alerts).toHaveLength(2);
    expect(alerts[0]).toMatchObject({ startsAt: "2026-08-20T11:40:00.000Z", annotations: { summary: expect.stringContaining("newest") } });
  });
});

describe("the text of an event", () => {
  test.each<[string, object, number]>([
    ["log before message", { log, message: "quiet" }, 1],
    ["log even when the message matches", { log: "quiet", message: log }, 0],
    ["message when log is empty", { log: "", message: log }, 1],
    ["message when log is no text", { log: 5, message: log }, 1],
  ])("is %s", (_name, event, count) => expect(ofEvents([event]).alerts).toHaveLength(count));
});

test("bad elements are counted and cost their neighbours nothing", () => {
  const { alerts, received, skipped } = ofEvents([null, 5, "x", [log], {}, { log: 5 }, { log: "" }, { log, kubernetes }]);
  expect({ alerts: alerts.length, received, skipped }).toEqual({
    alerts: 1,
    received: 8,
    skipped: { not_an_object: 4, not_json: 0, no_text: 3 },
  });
});

describe.each([
  ["a small batch", 0],
  ["a large one", 500],
])("in %s an element that is no JSON", (_name, quiet) => {
  const good = JSON.stringify({ log, kubernetes });
  const batch = (...elements: string[]) =>
    `[${[...elements, ...Array(quiet).fill(JSON.stringify({ log: "quiet ".repeat(20) }))].join(",")}]`;

  test.each<[string, string]>([
    ["with a control character in its text", '{"log":"ESTALE \n"}'],
    ["with a comma too many", '{"log":"ESTALE",}'],
    ["without a comma", '{"log":"ESTALE" "a":5}'],
    ["with more behind its end", '{"log":"ESTALE"} x'],
    ["joined with another", '{"log":"ESTALE"}{"log":"EIO"}'],
    ["with a bracket too many", '{"log":"ESTALE"}}'],
    ["closed by the other kind of bracket", '{"log":"ESTALE"]'],
    ["of thousands of values, with a control character in its text", `{"log":"ESTALE \n","a":[${"0,".repeat(20_000)}0]}`],
  ])("%s costs its neighbours nothing and is counted", (_flaw, element) => {
    const { alerts, received, skipped } = examine(batch(good, element, good.replace("web-0", "web-1")));
    expect(alerts.map(({ labels }) => labels.pod)).toEqual(["web-0", "web-1"]);
    expect({ received, skipped }).toEqual({ received: 3 + quiet, skipped: { not_an_object: 0, not_json: 1, no_text: 0 } });
  });

  test.each<[string, string]>([
    ["nothing, between two commas", ""],
    ["a word", "ESTALE"],
    ["a bracket", "}"],
  ])("and no object, but %s, costs them nothing either", (_flaw, element) => {
    const { alerts, received, skipped } = examine(batch(good, element, good.replace("web-0", "web-1")));
    expect({ alerts: alerts.length, received, skipped }).toEqual({
      alerts: 2,
      received: 3 + quiet,
      skipped: { not_an_object: 1, not_json: 0, no_text: 0 },
    });
  });

  test("is not even noticed when nothing in it can match", () => {
    expect(examine(batch(good, '{"log":"quiet","a":x}'))).toMatchObject({
      alerts: [{}],
      skipped: { not_an_object: 0, not_json: 0, no_text: 0 },
    });
  });
});

test("keys of the prototype are keys like others", () => {
  const body = `[{"__proto__":{"log":${JSON.stringify(log)}},"constructor":1},{"log":${JSON.stringify(log)},"__proto__":5,"kubernetes":{"namespace_name":"__proto__","pod_name":"constructor","__proto__":{"container_name":"x"}}}]`;
  const { alerts, skipped } = examine(body);
  expect(skipped.no_text).toBe(1);
  expect(alerts.map(({ labels }) => [labels.namespace, labels.pod, labels.component])).toEqual([["__proto__", "constructor", "Platform"]]);
  expect(Object.prototype).not.toHaveProperty("log");
});

test("invalid UTF-8 is replaced", () => {
  const body = Buffer.concat([
    Buffer.from('[{"log":"[Errno 5] '),
    Buffer.from([0xff, 0xc3]),
    Buffer.from('","kubernetes":{"pod_name":"web-0"}}]'),
  ]);
  expect(examine(body).alerts[0]?.annotations.summary).toMatch(/\[Errno 5\] \ufffd+$/);
});

test.each([
  ["a byte order mark", `\ufeff[{"log":${JSON.stringify(log)}}]`, 1],
  ["white space", ` \n[ {"log":${JSON.stringify(log)}} ] `, 1],
  ["an empty array", "[]", 0],
])("%s is fine", (_name, body, count) => expect(examine(body).alerts).toHaveLength(count));

test.each([
  ["an object", '{"log":"x"}', /^the body is no JSON array: it does not begin with one; send a JSON array of events$/],
  ["null", "null", /begin/],
  ["a text", '"x"', /begin/],
  ["nothing", "", /begin/],
  ["lines of JSON", '{"log":"x"}\n{"log":"y"}', /begin/],
  ["half an array", '[{"log":"x"}', /does not end/],
  ["half an element", '[{"log":"x"', /does not end/],
  ["half a text", '[{"log":"x}]', /does not end/],
  ["two arrays", '[{"log":"x"}]\n[{"log":"y"}]', /goes on/],
])("%s is refused without quoting it", (_name, body, reason) => expect(() => examine(body)).toThrow(reason));

describe("a large batch", () => {
  const filler = (n: number) => ({ log: `${"},{".repeat(n % 7)} [{"log":"x"},{"a":1}] ${"ü".repeat(60)}${n}`, kubernetes });
  const events = (count: number) =>
    Array.from({ length: count }, (_, n) => (n % 50 === 0 ? { log, kubernetes: { ...kubernetes, pod_name: `web-${n}` } } : filler(n)));

  test("is read to its end, whatever the texts look like", () => {
    const { alerts, received, next } = ofEvents(events(3000));
    expect({ alerts: alerts.length, received, next }).toEqual({ alerts: 60, received: 3000, next: undefined });
  });

  test.each([
    ["texts full of what looks like a boundary", [{ log: "},{".repeat(60_000) }, { log }]],
    ["elements full of inner arrays", [{ a: Array.from({ length: 60_000 }, () => ({})) }, { log }]],
    ["no boundary at all", [...Array.from({ length: 100_000 }, () => 0), { log }]],
  ])("with %s is still read", (_name, batch) => expect(ofEvents(batch)).toMatchObject({ received: batch.length, alerts: [{}] }));

  test.each<[string, string]>([
    ["deep nesting", `{"a":${"[".repeat(200_000)}${"]".repeat(200_000)},"log":"ESTALE","kubernetes":{"pod_name":"it"}}`],
    ["many values", JSON.stringify({ log, kubernetes: { pod_name: "it" }, a: Array.from({ length: 200_000 }, () => ({})) })],
    ["many members", `{${'"a":{},'.repeat(50_000)}"message":"ESTALE","log":5,"kubernetes":{"pod_name":"it"}}`],
    ["many labels", `{"log":"ESTALE","kubernetes":{"labels":{${'"a":"b",'.repeat(50_000)}"c":"d"},"pod_name":"it","namespace_name":{}}}`],
    ["many values, and keys in escapes", `{"\\u006cog":"ESTALE","kubernetes":{"p\\u006fd_name":"it"},"a":[${"0,".repeat(50_000)}0]}`],
    [
      "many values, and keys twice",
      `{"log":"x","log":"ESTALE","kubernetes":5,"a":[${"0,".repeat(50_000)}0],"kubernetes":{"pod_name":"it"}}`,
    ],
  ])("has an alert for an event with %s, and for its neighbours", (_name, element) => {
    const before = JSON.stringify([{ log, kubernetes }]).slice(0, -1);
    const after = JSON.stringify([{ log: "Stale file handle", kubernetes: { pod_name: "web-1" } }, filler(1)]).slice(1);
    const { alerts, received, skipped } = examine(`${before},${element},${after}`);
    expect(alerts.map(({ labels }) => labels.pod)).toEqual(["web-0", "it", "web-1"]);
    expect({ received, skipped }).toEqual({ received: 4, skipped: { not_an_object: 0, not_json: 0, no_text: 0 } });
  });

  test("knows an event with many values by all that it knows others by", () => {
    const event = { time: "2026-08-20T11:59:00Z", log: `\u0416\n${log}`, message: "ESTALE", kubernetes };
    const [alert] = ofEvents([{ ...event, a: Array(20_000).fill(0) }]).alerts;
    expect(alert).toEqual(ofEvents([event]).alerts[0]);
  });

  test.each<[string, object]>([
    ["none", { a: 1 }],
    ["an empty one", { log: "" }],
    ["one that is no text", { log: ["ESTALE"] }],
  ])("counts an event with many values whose text is %s", (_name, fields) => {
    const { skipped } = ofEvents([
      { ...fields, b: Array(20_000).fill("\u0000") },
      { ...fields, b: Array(20_000).fill({}) },
    ]);
    expect(skipped).toEqual({ not_an_object: 0, not_json: 0, no_text: 2 });
  });

  test("without one object, of a size that is not parsed at once, is counted", () => {
    expect(ofEvents(Array.from({ length: 500_000 }, (_, n) => n % 10))).toMatchObject({
      received: 500_000,
      skipped: { not_an_object: 500_000 },
    });
  });

  test.each([
    ["cut at the end", (text: string) => text.slice(0, -1)],
    ["cut in the middle", (text: string) => text.slice(0, text.length / 2)],
    ["followed by more", (text: string) => `${text},{}`],
    ["in an object", (text: string) => `{"a":${text}}`],
    ["without its opening", (text: string) => text.slice(1)],
  ])("%s is refused", (_name, spoil) => expect(() => examine(spoil(JSON.stringify(events(3000))))).toThrow(/JSON/));

  test("with more label sets than a POST may hold goes on where it stopped", () => {
    const body = JSON.stringify(events(3000));
    const pods: string[] = [];
    let seen = 0;
    let from: number | undefined;
    do {
      const { alerts, next, received }: ReturnType<typeof examine> = examine(body, { from, maxAlerts: 7 });
      expect(alerts.length).toBeLessThanOrEqual(7);
      pods.push(...alerts.map(({ labels }) => labels.pod));
      seen += received;
      from = next;
    } while (from !== undefined);
    expect(pods).toEqual(Array.from({ length: 60 }, (_, n) => `web-${n * 50}`));
    expect(seen).toBe(3000);
  });

  test("is not read again from its beginning for that", () => {
    const body = Buffer.from(JSON.stringify(events(3000)));
    const { next = 0 } = examine(body, { maxAlerts: 7 });
    // what is before may be anything by then
    expect(examine(body.fill("x", 0, next), { from: next }).alerts).toHaveLength(53);
  });

  test("is read no further than its first match when there is room for no alert", () => {
    const body = Buffer.from(JSON.stringify([filler(1), { log }, filler(2)]));
    const next = body.indexOf(',{"log":"OSError');
    expect(examine(body, { maxAlerts: 0 })).toMatchObject({ alerts: [], received: 1, next });
  });
});

/** What goes to Alertmanager is UTF-8 that a reader of any language takes. */
describe("half a pair of surrogates, as an escape or as three bytes, leaves as U+FFFD in every text of an alert", () => {
  const halves = fc.constantFrom("\ud800", "\udbff", "\udc00", "\udfff");
  const name = fc.string({ unit: fc.oneof(fc.constantFrom("a", "-"), halves), maxLength: 6 });
  const line = fc
    .string({ unit: fc.oneof(halves, fc.constantFrom("😀", "a"), anyCharacter), maxLength: 130 })
    .map((text) => `[Errno 5] ${text}`);
  const asBytes = (body: string) => {
    const stands = "\ue000";
    const bytes = Buffer.from(body.replaceAll(stands, "").replace(/\\u(?:d[89a-f][0-9a-f]{2})/g, stands)).toString("latin1");
    return Buffer.from(bytes.replaceAll(Buffer.from(stands).toString("latin1"), "\xed\xa0\x80"), "latin1");
  };

  test.each<[string, object]>([
    ["of an event that is parsed", {}],
    ["of an event too large for that, whose texts are cut out", { a: Array(20_000).fill(0) }],
  ])("%s", (_path, more) => {
    fc.assert(
      fc.property(line, name, name, name, fc.boolean(), (text, namespace_name, pod_name, container_name, isEscaped) => {
        // a backslash of the text's own would make the look of an escape
        const event = { log: text.replaceAll("\\", ""), kubernetes: { namespace_name, pod_name, container_name }, ...more };
        const body = JSON.stringify([event]);
        const [alert] = examine(isEscaped ? body : asBytes(body)).alerts;
        const texts = [alert?.labels, alert?.annotations].flatMap((group) => Object.values(group ?? {}));
        expect(texts.length).toBeGreaterThan(8);
        for (const one of texts) expect(one.isWellFormed()).toBe(true);
      }),
      { numRuns: runs(60) },
    );
  });
});

test("whatever JSON comes, every element is counted and every record is a record", () => {
  const hostile = fc.oneof(
    fc.jsonValue({ maxDepth: 4 }),
    fc.record({
      log: fc.oneof(
        fc.string({ unit: anyCharacter }).map((text) => `[Errno 5] ${text}`),
        fc.jsonValue(),
      ),
      time: fc.oneof(fc.string(), fc.jsonValue()),
      kubernetes: fc.oneof(fc.record({ namespace_name: fc.jsonValue(), pod_name: fc.string({ unit: anyCharacter }) }), fc.jsonValue()),
    }),
  );
  fc.assert(
    fc.property(fc.array(hostile, { maxLength: 30 }), (batch) => {
      const { alerts, received, skipped } = ofEvents(batch);
      expect(received).toBe(batch.length);
      expect(skipped.not_json).toBe(0);
      expect(alerts.length + skipped.no_text + skipped.not_an_object).toBeLessThanOrEqual(batch.length);
      for (const { labels, startsAt, endsAt } of alerts) {
        for (const value of Object.values(labels)) expect(value).not.toBe("");
        expect(startsAt <= endsAt && startsAt.endsWith("Z")).toBe(true);
      }
    }),
    { numRuns: runs(500) },
  );
});
