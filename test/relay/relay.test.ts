import { once } from "node:events";
import { request } from "node:http";
import { connect } from "node:net";
import { gzipSync } from "node:zlib";
import { createRelay, type RelayOptions } from "../../components/relay/service/relay";
import type { Clock } from "../../lib/service/clock";
import { createLog } from "../../lib/service/log";
import { type FakeAlertmanager, type Reply, startAlertmanager } from "./fake-alertmanager";
import { site } from "./site";

const log = "OSError: [Errno 5] Input/output error";
const event = (pod = "web-0", text = log) => ({ log: text, kubernetes: { namespace_name: "files", pod_name: pod, container_name: "web" } });
const quiet = { log: "all is well", kubernetes: { namespace_name: "files", pod_name: "web-0" } };

/** Sleeping takes no time, and passes it. */
function fakeClock(): Clock & { readonly slept: number[] } {
  let now = Date.parse("2026-08-20T12:00:00Z");
  const slept: number[] = [];
  return {
    slept,
    now: () => now,
    sleep: async (milliseconds) => {
      slept.push(milliseconds);
      now += milliseconds;
    },
  };
}

interface Fixture {
  readonly alertmanager: FakeAlertmanager;
  readonly clock: ReturnType<typeof fakeClock>;
  readonly url: string;
  readonly port: number;
  readonly close: () => Promise<void>;
  readonly ingest: (
    body: unknown,
    headers?: Record<string, string>,
  ) => Promise<{ status: number; body: { error?: { code: string; message: string } } }>;
  readonly metric: (series: string) => Promise<number>;
}

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function start(replies: Reply[] = [200], options: Partial<RelayOptions> = {}): Promise<Fixture> {
  const alertmanager = await startAlertmanager(...replies);
  cleanups.push(alertmanager.close);
  const clock = fakeClock();
  const relay = createRelay({
    alertmanagerUrls: [alertmanager.url],
    maxBodyBytes: 65536,
    site,
    log: createLog("relay", "silent"),
    clock,
    wallClock: clock.now,
    ...options,
  });
  const port = await relay.listen("127.0.0.1", 0);
  cleanups.push(relay.close);
  const url = `http://127.0.0.1:${port}`;
  return {
    alertmanager,
    clock,
    url,
    port,
    close: relay.close,
    ingest: async (body, headers = {}) => {
      const sent = typeof body === "string" || body instanceof Uint8Array ? body : JSON.stringify(body);
      const response = await fetch(`${url}/ingest`, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: sent,
      });
      return { status: response.status, body: JSON.parse(await response.text()) };
    },
    metric: async (series) => {
      const text = await (await fetch(`${url}/metrics`)).text();
      return Number(
        text
          .split("\n")
          .find((line) => line.startsWith(`${series} `))
          ?.split(" ")
          .at(-1),
      );
    },
  };
}

describe("a batch", () => {
  test("becomes one POST with one alert per label set", async () => {
    const { ingest, alertmanager, metric } = await start();
    const answer = await ingest([event("web-0"), quiet, event("web-1"), event("web-0", "EXT4-fs error (device sdc): x"), 5]);
    expect(answer).toEqual({ status: 200, body: { received: 5, skipped: 1, alerts: 2, rejected: 0 } });
    expect(alertmanager.batches).toHaveLength(1);
    expect(alertmanager.batches[0]).toEqual([
      {
        labels: expect.objectContaining({ alertname: "PodIOError", pod: "web-0" }),
        annotations: { summary: expect.stringContaining("EXT4-fs error"), description: expect.any(String) },
        startsAt: "2026-08-20T12:00:00.000Z",
        endsAt: "2026-08-20T12:05:00.000Z",
      },
      expect.objectContaining({ labels: expect.objectContaining({ pod: "web-1" }) }),
    ]);
    expect(await metric("relay_events_total")).toBe(5);
    expect(await metric('relay_events_skipped_total{reason="not_an_object"}')).toBe(1);
    expect(await metric('relay_alerts_total{alertname="PodIOError"}')).toBe(2);
    expect(await metric('relay_alertmanager_posts_total{outcome="ok"}')).toBe(1);
    expect(await metric('relay_ingest_requests_total{code="200"}')).toBe(1);
    expect(await metric("relay_ingest_duration_seconds_count")).toBe(1);
  });

  test("without a match is answered without a POST, even when Alertmanager is away", async () => {
    const { ingest, alertmanager } = await start(["drop"]);
    expect(await ingest([quiet])).toEqual({ status: 200, body: { received: 1, skipped: 0, alerts: 0, rejected: 0 } });
    expect(alertmanager.batches).toEqual([]);
  });

  test("with more label sets than a POST may hold becomes several", async () => {
    const { ingest, alertmanager } = await start([200], { maxAlerts: 2 });
    const answer = await ingest([event("a"), event("b"), event("a"), 5, event("c"), event("d"), event("e")]);
    expect(answer.body).toEqual({ received: 7, skipped: 1, alerts: 6, rejected: 0 });
    const pods = alertmanager.batches.map((batch) => batch.map((alert) => (alert as { labels: { pod: string } }).labels.pod).join(""));
    expect(pods).toEqual(["ab", "ac", "de"]);
  });

  test.each([1, 300])("of %d events with one that is no JSON is taken, and that one counted", async (count) => {
    const { ingest, alertmanager, metric } = await start();
    const good = Array.from({ length: count }, () => JSON.stringify(quiet));
    const answer = await ingest(
      `[${[JSON.stringify(event("a")), '{"log":"ESTALE \n"}', JSON.stringify(event("b")), ...good].join(",")}]`,
      {},
    );
    expect(answer).toEqual({ status: 200, body: { received: 3 + count, skipped: 1, alerts: 2, rejected: 0 } });
    expect(alertmanager.batches).toEqual([[expect.anything(), expect.anything()]]);
    expect(await metric('relay_events_skipped_total{reason="not_json"}')).toBe(1);
  });

  test("may begin with a byte order mark", async () => {
    const { ingest } = await start();
    const answer = await ingest(`\ufeff${JSON.stringify([quiet])}`, {});
    expect(answer).toEqual({ status: 200, body: { received: 1, skipped: 0, alerts: 0, rejected: 0 } });
  });

  test("may be gzip", async () => {
    const { ingest } = await start();
    expect(await ingest(gzipSync(JSON.stringify([event()])), { "content-encoding": "gzip" })).toMatchObject({
      status: 200,
      body: { alerts: 1 },
    });
  });
});

describe("Alertmanager", () => {
  test.each<[string, Reply[]]>([
    ["408", [408, 200]],
    ["429", [429, 200]],
    ["500", [500, 200]],
    ["503 twice", [503, 503, 200]],
    ["a closed connection", ["drop", 200]],
  ])("is asked again after %s", async (_name, replies) => {
    const attempts = replies.length;
    const { ingest, alertmanager, metric } = await start(replies);
    expect((await ingest([event()])).status).toBe(200);
    expect(alertmanager.batches).toHaveLength(attempts);
    expect(await metric("relay_alertmanager_post_retries_total")).toBe(attempts - 1);
  });

  test.each<Reply>([503, 500, 429, 302, "drop"])("that only gives %p ends as 503 within ten seconds", async (reply) => {
    const { ingest, clock, metric, alertmanager } = await start([reply]);
    const answer = await ingest([event()]);
    expect([answer.status, answer.body.error?.code]).toEqual([503, "alertmanager_unavailable"]);
    const total = clock.slept.reduce((sum, pause) => sum + pause, 0);
    expect(total).toBeGreaterThan(7000);
    expect(total).toBeLessThan(10_000);
    expect(alertmanager.batches.length).toBeGreaterThan(6);
    expect(await metric('relay_alertmanager_posts_total{outcome="failed"}')).toBe(1);
    expect(await metric('relay_ingest_requests_total{code="503"}')).toBe(1);
    expect(await metric('relay_alerts_total{alertname="PodIOError"}')).toBe(0);
  });

  test.each([400, 401, 404, 413, 422])(
    "that answers %d is not asked again, and the sender is not asked to keep the batch",
    async (reply) => {
      const { ingest, alertmanager, metric } = await start([reply]);
      expect((await ingest([event()])).status).toBe(200);
      expect(alertmanager.batches).toHaveLength(1);
      expect(await metric('relay_alertmanager_posts_total{outcome="rejected"}')).toBe(1);
      expect(await metric('relay_alerts_total{alertname="PodIOError"}')).toBe(0);
    },
  );

  test("that never answers is given up in time", async () => {
    // The clock runs out while the answer is awaited, so there is one attempt, of a second.
    const times = [0, 0, 9940];
    const clock: Clock = { now: () => times.shift() ?? 10_000, sleep: async () => {} };
    const { ingest } = await start(["hold"], { clock });
    expect((await ingest([event()])).status).toBe(503);
  });

  test("that is away keeps nobody for ten seconds of waiting and ten of trying", async () => {
    const { ingest, clock } = await start([503]);
    const began = clock.now();
    const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => ingest([event(`web-${n}`)])));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 503));
    // Three groups of four; each its own ten seconds would be thirty. (Some are accepted after the fake clock has moved.)
    expect(clock.now() - began).toBeLessThan(20_000);
  });

  test("gets no batch whose time ran out before its turn", async () => {
    let [time, asked] = [0, 0];
    const clock: Clock = {
      now: () => {
        asked++;
        return time;
      },
      sleep: async () => {},
    };
    const { ingest, alertmanager } = await start(["hold"], { clock, wallClock: clock.now });
    const first = Array.from({ length: 4 }, (_, n) => ingest([event(`web-${n}`)]));
    await alertmanager.received(4);
    const before = asked;
    const late = Array.from({ length: 8 }, (_, n) => ingest([event(`late-${n}`)]));
    // when it comes, and when it is looked through
    while (asked < before + 2 * late.length) await new Promise(setImmediate);
    time = 10_000;
    for (const answer of alertmanager.held) answer.writeHead(200).end();
    expect((await Promise.all(first)).map(({ status }) => status)).toEqual(Array(4).fill(200));
    expect((await Promise.all(late)).map(({ status }) => status)).toEqual(Array(8).fill(503));
    expect(alertmanager.batches).toHaveLength(4);
  });

  test("that is busy with four batches delays none in which nothing matches", async () => {
    const { ingest, alertmanager } = await start(["hold"]);
    const held = Array.from({ length: 5 }, (_, n) => ingest([event(`web-${n}`)]));
    await alertmanager.received(4);
    expect(await ingest([quiet, 5])).toEqual({ status: 200, body: { received: 2, skipped: 1, alerts: 0, rejected: 0 } });
    for (let served = 0; served < held.length; served++) {
      await alertmanager.received(Math.min(held.length, served + 4));
      alertmanager.held[served]?.writeHead(200).end();
    }
    await Promise.all(held);
  });

  test("that is slow gets the rest of a batch beyond the deadline, as long as it takes what it gets", async () => {
    const posts: { batches: unknown[] } = { batches: [] };
    const clock: Clock = { now: () => posts.batches.length * 6_000, sleep: async () => {} };
    const { ingest, alertmanager } = await start([200], { clock, maxAlerts: 1 });
    posts.batches = alertmanager.batches;
    expect((await ingest([event("a"), event("b"), event("c"), event("d")])).body).toMatchObject({ alerts: 4 });
  });

  test("gets at most four batches at once; the others wait and lose nothing", async () => {
    const { ingest, alertmanager, metric } = await start(["hold"]);
    const answers = Array.from({ length: 12 }, (_, n) => ingest([event(`web-${n}`)]));
    for (let served = 0; served < 12; served++) {
      await alertmanager.received(Math.min(12, served + 4));
      alertmanager.held[served]?.writeHead(200).end();
    }
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 200));
    expect(alertmanager.mostOpen()).toBeLessThanOrEqual(4);
    expect(await metric("relay_events_total")).toBe(12);
  });
});

describe("a refusal", () => {
  test.each<[string, string | Uint8Array, Record<string, string>, number, string]>([
    ["no JSON", "x", {}, 400, "not_json_array"],
    ["an empty body", "", {}, 400, "not_json_array"],
    ["an object", "{}", {}, 400, "not_json_array"],
    ["an array that does not end", '[{"log":"a"}', {}, 400, "not_json_array"],
    ["an array that goes on", '[{"log":"a"}]]', {}, 400, "not_json_array"],
    ["an element that is no JSON where nothing matches", '[{"log":"a","b":x}]', {}, 400, "not_json_array"],
    ["a comma too many", '[{"log":"a"},]', {}, 400, "not_json_array"],
    [
      "a large body with a broken element where nothing matches",
      `[${`${JSON.stringify(quiet)},`.repeat(300)}{"log":"a"]`,
      {},
      400,
      "not_json_array",
    ],
    ["a body too large", JSON.stringify([quiet, { log: "x".repeat(70_000) }]), {}, 413, "body_too_large"],
    ["a gzip bomb", gzipSync(Buffer.alloc(20_000_000, 0x20)), { "content-encoding": "gzip" }, 413, "body_too_large"],
    ["a gzip stream too large", gzipSync(Buffer.alloc(70_000, "[]")), { "content-encoding": "gzip" }, 413, "body_too_large"],
    [
      "a gzip stream cut short",
      gzipSync(JSON.stringify([event()])).subarray(0, -9),
      { "content-encoding": "gzip" },
      400,
      "corrupt_encoding",
    ],
    ["no gzip stream", "[]", { "content-encoding": "gzip" }, 400, "corrupt_encoding"],
    ["another encoding", "[]", { "content-encoding": "br" }, 415, "unsupported_encoding"],
  ])("of %s", async (_name, body, headers, status, code) => {
    const { ingest, alertmanager } = await start();
    const answer = await ingest(body, headers);
    expect([answer.status, answer.body.error?.code]).toEqual([status, code]);
    expect(answer.body.error?.message).toMatch(/.{10}/);
    expect(alertmanager.batches).toEqual([]);
    // The connection and the service go on.
    expect((await ingest([event()])).status).toBe(200);
  });

  test("says the reason and not the text", async () => {
    const { ingest } = await start();
    const { body } = await ingest('{"log":"[Errno 5] secret"}');
    expect(body.error?.message).toBe("the body is no JSON array: it does not begin with one; send a JSON array of events");
  });

  test("of an endless chunked body comes while it is still being sent", async () => {
    const { port } = await start();
    const outgoing = request({ port, host: "127.0.0.1", path: "/ingest", method: "POST", headers: { "content-type": "application/json" } });
    outgoing.on("error", () => {});
    const feed = () => outgoing.write(Buffer.alloc(16384, 0x20), () => outgoing.destroyed || setImmediate(feed));
    feed();
    const [response] = await once(outgoing, "response");
    expect(response.statusCode).toBe(413);
    outgoing.destroy();
  });

  test("is not needed when a client goes away in the middle of a body", async () => {
    const { port, ingest } = await start();
    const socket = connect(port, "127.0.0.1");
    socket.write('POST /ingest HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n[{"log":');
    await once(socket, "connect");
    socket.resetAndDestroy();
    expect((await ingest([event()])).status).toBe(200);
  });
});

describe("the memory for bodies", () => {
  test("is given to some clients at a time, and everybody gets it in the end", async () => {
    const { ingest } = await start([200], { maxBodyBytes: 70_000 });
    // Twenty bodies of 60 kB against room for four of 70 kB.
    const body = JSON.stringify([event(), { log: "x".repeat(60_000) }]);
    const answers = await Promise.all(Array.from({ length: 20 }, () => ingest(body)));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
  });

  test("is not held by clients that stop in the middle", async () => {
    const { port, ingest } = await start([200], { maxBodyBytes: 70_000 });
    const head = "POST /ingest HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 65000\r\n\r\n";
    const slow = Array.from({ length: 6 }, () => connect(port, "127.0.0.1"));
    await Promise.all(slow.map((socket) => new Promise((resolve) => socket.write(head + " ".repeat(60_000), resolve))));
    const waiting = ingest([event(), { log: "x".repeat(60_000) }]);
    for (const socket of slow) socket.destroy();
    expect((await waiting).status).toBe(200);
  });
});

describe("when the node's clock is set", () => {
  const HOUR_MS = 3_600_000;
  afterEach(() => jest.restoreAllMocks());

  /** A relay as it runs, whose node's clock is an hour off when Alertmanager has refused the first POST. */
  async function startJumping(byMs: number, replies: Reply[]) {
    const real = Date.now.bind(Date);
    const fixture = await start(replies, { clock: undefined, wallClock: undefined });
    const { batches } = fixture.alertmanager;
    jest.spyOn(Date, "now").mockImplementation(() => real() + (batches.length > 0 ? byMs : 0));
    return { ...fixture, real };
  }

  test.each([
    ["forward", HOUR_MS],
    ["back", -HOUR_MS],
  ])("%s, a batch under way is tried again as if nothing had been", async (_way, byMs) => {
    const { ingest } = await startJumping(byMs, [503, 200]);
    expect(await ingest([event()])).toMatchObject({ status: 200, body: { alerts: 1 } });
  });

  test("back, an Alertmanager that is away is given up in time", async () => {
    const { ingest } = await startJumping(-HOUR_MS, [503]);
    const began = performance.now();
    expect((await ingest([event()])).status).toBe(503);
    expect(performance.now() - began).toBeLessThan(12_000);
  }, 15_000);

  test("back, an alert begins now and not in the future, and lives for its window", async () => {
    let now = Date.parse("2026-08-20T12:00:00Z");
    const { ingest, alertmanager } = await start([200], { wallClock: () => now });
    now -= HOUR_MS;
    await ingest([{ ...event(), time: "2026-08-20T12:00:00Z" }]);
    expect(alertmanager.batches[0]).toMatchObject([{ startsAt: "2026-08-20T11:00:00.000Z", endsAt: "2026-08-20T11:05:00.000Z" }]);
  });

  test("forward, an alert keeps the start that its line says, and lives for its window from now on", async () => {
    let now = Date.parse("2026-08-20T12:00:00Z");
    const { ingest, alertmanager } = await start([200], { wallClock: () => now });
    now += HOUR_MS;
    await ingest([{ ...event(), time: "2026-08-20T12:00:00Z" }]);
    expect(alertmanager.batches[0]).toMatchObject([{ startsAt: "2026-08-20T12:00:00.000Z", endsAt: "2026-08-20T13:05:00.000Z" }]);
  });
});

describe("shutdown", () => {
  test("finishes a batch that was accepted, and takes no other", async () => {
    const { alertmanager, ingest, close, url } = await start(["hold"]);
    const accepted = ingest([event()]);
    await alertmanager.received(1);
    const closed = close();
    await expect(fetch(`${url}/healthz`)).rejects.toThrow();
    alertmanager.held[0]?.writeHead(200).end();
    expect(await accepted).toMatchObject({ status: 200, body: { alerts: 1 } });
    await closed;
  });
});
