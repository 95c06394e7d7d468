import fc from "fast-check";
import { isWide, runs } from "../../../wide";
import { DECLARED, endStand, expectInForce, HASTY, type Outcome, reconcile, type Stand, startStand } from "./reconciling";
import type { Fault, Request } from "./store-stand-in";

const FAULTS = {
  "401": { status: 401 },
  "403": { status: 403 },
  "404": { status: 404 },
  "429": { status: 429 },
  "500": { status: 500 },
  "503": { status: 503 },
  HTML: { text: "<!doctype html><html><body>Sign in</body></html>" },
  "HTML, 404": { status: 404, text: "<html>not found</html>" },
  "an empty object": { text: "{}" },
  "no list": { text: '{"data":null,"list":{}}' },
  nothing: { text: "" },
  "masked tokens": { text: '{"data":[{"name":"belfry-router","token":"****","enabled":true}]}' },
  hang: "hang",
  "hang, and do it": "hang-after",
  cut: "cut",
  "cut, and do it": "cut-after",
  "half an answer": "half",
} as const satisfies Record<string, Fault>;
type FaultName = keyof typeof FAULTS;
const NAMES = Object.keys(FAULTS) as FaultName[];

async function withStand<T>(use: (stand: Stand) => Promise<T>): Promise<T> {
  const stand = await startStand();
  try {
    return await use(stand);
  } finally {
    endStand(stand);
  }
}

/** Of a first run, how often each is asked. */
const REQUESTS = { store: 0, secrets: 0 };
beforeAll(() =>
  withStand(async (stand) => {
    await reconcile(stand);
    Object.assign(REQUESTS, { store: stand.store.requests.length, secrets: stand.secrets.requests.length });
  }),
);

/** Nothing of what must stay secret, in whatever form. */
function expectDiscreet({ store }: Stand, { log }: Outcome): void {
  const login = Buffer.from(`${store.user}:${store.password}`).toString("base64");
  const inJson = JSON.stringify(store.password).slice(1, -1);
  for (const secret of [
    store.password,
    inJson,
    login,
    ...store.tokens.flatMap(({ token }) => [token, Buffer.from(token).toString("base64")]),
  ]) {
    expect(log).not.toContain(secret);
  }
  expect(log).not.toMatch(/\n\s+at /);
}

/** The next run completes whatever was left, and the one after that finds nothing to do. */
async function expectCompleted(stand: Stand): Promise<void> {
  const { store, secrets } = stand;
  store.fault = () => undefined;
  secrets.fault = () => undefined;
  store.onRequest = () => {};
  secrets.onRequest = () => {};
  const next = await reconcile(stand);
  expect(next.failures).toEqual([]);
  expectInForce(stand);
  expectDiscreet(stand, next);
  store.requests.length = 0;
  secrets.requests.length = 0;
  expect(await reconcile(stand)).toMatchObject({ drift: 0, failures: [] });
  expect([store.changes, secrets.changes]).toEqual([[], []]);
}

interface Case {
  readonly fault: FaultName;
  readonly at: "store" | "secrets";
  /** Which request it befalls. */
  readonly n: number;
  /** All that follow too. */
  readonly isLasting: boolean;
}

/** A run in which something goes wrong: on an empty store, or on one on which all was in force. */
async function befallen({ fault, at, n, isLasting }: Case): Promise<void> {
  await withStand(async (stand) => {
    stand[at].fault = (one: number) => ((isLasting ? one >= n : one === n) ? FAULTS[fault] : undefined);
    const outcome = await reconcile(stand, fault.startsWith("hang") ? { patience: HASTY } : {});
    expectDiscreet(stand, outcome);
    expect(outcome.drift).toEqual(expect.any(Number));
    if (outcome.failures.length === 0) expectInForce(stand);
    await expectCompleted(stand);
  });
}

const request = (at: Case["at"]) => fc.integer({ min: 1, max: REQUESTS[at] });

test("whatever goes wrong with whichever request, nothing is twice or half, and the next run completes", async () => {
  const any = fc
    .record({
      fault: fc.constantFrom(...NAMES),
      at: fc.constantFrom("store" as const, "store" as const, "secrets" as const),
      isLasting: fc.boolean(),
    })
    .chain((one) => request(one.at).map((n) => ({ ...one, n })));
  await fc.assert(fc.asyncProperty(any, befallen), { numRuns: runs(100, 12) });
}, 600_000);

if (isWide) {
  test.each(NAMES)(
    "%s at each request of a first run",
    async (fault) => {
      for (const at of ["store", "secrets"] as const) {
        for (let n = 1; n <= REQUESTS[at]; n++) await befallen({ fault, at, n, isLasting: false });
      }
    },
    600_000,
  );
}

test("a run that is killed at any request leaves nothing twice or half, and the next one completes", async () => {
  const any = fc
    .constantFrom("store" as const, "secrets" as const)
    .chain((at) => fc.record({ at: fc.constant(at), n: request(at), isDone: fc.boolean() }));
  await fc.assert(
    fc.asyncProperty(any, async ({ at, n, isDone }) => {
      await withStand(async (stand) => {
        const run = new AbortController();
        if (isDone) stand[at].fault = (one: number) => (one === n ? "hang-after" : undefined);
        stand[at].onRequest = (one: number) => {
          if (one === n) setImmediate(() => run.abort());
        };
        await reconcile(stand, { signal: run.signal });
        await expectCompleted(stand);
      });
    }),
    { numRuns: runs(150, 25) },
  );
}, 600_000);

test("two at once leave each thing once", async () => {
  const delays = fc.array(fc.integer({ min: 0, max: 12 }), { minLength: 1, maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(delays, fc.integer({ min: 0, max: 30 }), fc.boolean(), async (all, later, isDrifted) => {
      await withStand(async (stand) => {
        if (isDrifted) {
          await reconcile(stand);
          const [alert] = stand.store.alerts;
          if (alert) stand.store.addAlert(structuredClone(alert), alert.folder_id);
          stand.store.alerts.pop();
          stand.store.tokens.splice(1);
        }
        let n = 0;
        stand.store.delayMs = () => all[n++ % all.length] ?? 0;
        const begun = reconcile(stand);
        await new Promise((resolve) => setTimeout(resolve, later));
        const outcomes = await Promise.all([begun, reconcile(stand)]);
        for (const outcome of outcomes) expectDiscreet(stand, outcome);
        stand.store.delayMs = () => 0;
        expectInForce(stand);
        await expectCompleted(stand);
      });
    }),
    { numRuns: runs(30) },
  );
}, 600_000);

const reasonsOf = (fault: (stand: Stand) => void, options: Parameters<typeof reconcile>[1] = {}) =>
  withStand(async (stand) => {
    fault(stand);
    const outcome = await reconcile(stand, options);
    expectDiscreet(stand, outcome);
    return { ...outcome, requests: stand.store.requests, stand };
  });

test("a wrong password is told once, and not tried again and again", async () => {
  const { failures, drift, requests } = await reasonsOf(() => {}, { password: "wrong" });
  expect(failures).toEqual([
    expect.stringMatching(
      /^the log store at 127\.0\.0\.1:\d+ answered 401: it does not know the user and password; put those of an administrator/,
    ),
  ]);
  expect(drift).toBe(0);
  expect(requests.length).toBeLessThanOrEqual(4);
});

test("an API server that does not let the account in keeps nothing of the store from being done", async () => {
  const { failures, drift } = await reasonsOf(() => {}, { account: "nobody" });
  expect(failures).toEqual([expect.stringMatching(/^the API server at .* answered 401: it does not know the job's service account/)]);
  expect(drift).toBe(9);
});

test("one that may not write a Secret is told what to allow", async () => {
  const { failures } = await reasonsOf(({ secrets }) => {
    secrets.fault = (_, request) => (request.startsWith("PATCH") ? { status: 403 } : undefined);
  });
  expect(failures).toEqual(
    ["logging/log-store-router", "monitoring/log-store-agent"].map((place) =>
      expect.stringContaining(
        `Secret ${place}: the API server answered 403: no; allow the job's service account to get, patch and create it`,
      ),
    ),
  );
});

test("a namespace that is not there is told", async () => {
  const { failures } = await reasonsOf(({ secrets }) => void secrets.namespaces.delete("monitoring"));
  expect(failures).toEqual([
    expect.stringContaining('Secret monitoring/log-store-agent: the API server answered 404: namespaces "monitoring" not found'),
  ]);
});

test.each<[string, RegExp, Fault, RegExp]>([
  [
    "a list of tokens of HTML",
    /ingestion-tokens/,
    FAULTS.HTML,
    /^the list of ingestion tokens: the log store's answer is not what its interface promises/,
  ],
  ["a list of tokens of nothing", /ingestion-tokens/, FAULTS["an empty object"], /^the list of ingestion tokens: .* \(data: /],
  [
    "masked tokens",
    /ingestion-tokens/,
    FAULTS["masked tokens"],
    /^the list of ingestion tokens: .* \(data\.0\.token: .*is the user an administrator\?/,
  ],
  [
    "tokens of which the middle is masked",
    /ingestion-tokens/,
    { text: '{"data":[{"name":"belfry-router","token":"o2oi_ab...cd","enabled":true}]}' },
    /^the list of ingestion tokens: .* \(data\.0\.token: /,
  ],
  [
    "tokens with nothing behind their beginning",
    /ingestion-tokens/,
    { text: '{"data":[{"name":"belfry-router","token":"o2oi_","enabled":true}]}' },
    /^the list of ingestion tokens: .* \(data\.0\.token: /,
  ],
  [
    "tokens of asterisks",
    /ingestion-tokens/,
    { text: '{"data":[{"name":"belfry-router","token":"o2oi_****","enabled":true}]}' },
    /^the list of ingestion tokens: .* \(data\.0\.token: /,
  ],
  ["no list of alerts", /\/alerts\?folder=/, FAULTS["no list"], /^the list of alerts: .* \(list: /],
  ["no folders", /folders/, FAULTS["404"], /^the list of folders: the log store answered 404; look at STORE_URL and STORE_ORGANISATION/],
  ["templates that are no array", /templates/, FAULTS["an empty object"], /^the list of templates: /],
  ["no configuration", /\/config/, FAULTS.HTML, /^the global retention: /],
])("%s is an error, and nothing is made of it", async (_, path, fault, reason) => {
  await withStand(async (stand) => {
    await reconcile(stand);
    const before = stand.store.state;
    stand.store.requests.length = 0;
    stand.store.fault = (_n, request) => (path.test(request.path) ? fault : undefined);
    const { failures, drift } = await reconcile(stand);
    expect(failures).toEqual(expect.arrayContaining([expect.stringMatching(reason)]));
    expect([drift, stand.store.changes]).toEqual([0, []]);
    expect(stand.store.state).toEqual(before);
  });
});

const ofOneAlert = ({ method, path }: Request) => method === "GET" && /\/alerts\/2x\d+$/.test(path);

test("an alert that is listed and answered with 404 is no reason to make another", async () => {
  await withStand(async (stand) => {
    await reconcile(stand);
    stand.store.requests.length = 0;
    stand.store.fault = (_, request) => (ofOneAlert(request) ? { status: 404 } : undefined);
    const { failures } = await reconcile(stand);
    expect(failures).toEqual(
      DECLARED.alerts.map(({ name }) => expect.stringMatching(`^alert ${name}: the log store lists it, and answers 404 when`)),
    );
    expect([stand.store.changes, stand.store.alerts.length]).toEqual([[], 2]);
  });
});

test("an alert that is answered with 404 once is looked for again", async () => {
  await withStand(async (stand) => {
    await reconcile(stand);
    stand.store.requests.length = 0;
    let left = 1;
    stand.store.fault = (_, request) => (ofOneAlert(request) && left-- > 0 ? { status: 404 } : undefined);
    expect(await reconcile(stand)).toMatchObject({ drift: 0, failures: [] });
    expect(stand.store.changes).toEqual([]);
  });
});

test("an alert that is deleted while it is asked for is made again, once", async () => {
  await withStand(async (stand) => {
    await reconcile(stand);
    stand.store.onRequest = (_, request) => {
      if (ofOneAlert(request)) stand.store.onRequest = () => {};
      if (ofOneAlert(request)) stand.store.alerts.splice(0, 1);
    };
    expect(await reconcile(stand)).toMatchObject({ drift: 1, failures: [] });
    expectInForce(stand);
  });
});

test("a configuration that is refused says nothing of the user and password", async () => {
  const { failures } = await reasonsOf(({ store }) => {
    store.fault = (_, { path }) => (path === "/config" ? { status: 401 } : undefined);
  });
  expect(failures).toEqual([
    expect.stringMatching(/^the global retention: the log store answered 401: .*; it asks nobody who he is there: /),
  ]);
});

test.each<[string, Fault, RegExp]>([
  ["is cut", "cut", /\(ECONNRESET\); it was cut off: look at whether it was started again/],
  ["is half", "half", /\(ECONNRESET\); it was cut off: /],
  ["is 503", { status: 503 }, /the log store answered 503; look at its log$/],
])("an answer that %s has its own reason", async (_, fault, reason) => {
  const { failures } = await reasonsOf(({ store }) => {
    store.fault = (_n, { path }) => (path === "/config" ? fault : undefined);
  });
  expect(failures).toEqual([expect.stringMatching(reason)]);
});

test("a store that is not there has its own reason", async () => {
  const { failures } = await reasonsOf(({ store }) => store.close());
  expect(failures).toContainEqual(expect.stringMatching(/\(ECONNREFUSED\); look at whether the log store runs and can be reached/));
});

test.each([
  [404, /; is its namespace there\?$/],
  [409, /; somebody else changed it at the same time; the next run tries again$/],
  [422, /; look at its name and keys in the declaration, and at whether it is immutable$/],
  [400, /; look at the API server's log$/],
])("a Secret that is refused with %i has its own reason", async (status, reason) => {
  const { failures } = await reasonsOf(({ secrets }) => {
    secrets.fault = (_, request) => (request.startsWith("PATCH") ? { status } : undefined);
  });
  expect(failures).toHaveLength(DECLARED.tokens.length);
  for (const failure of failures) expect(failure).toMatch(reason);
});

test("a stream that the store refuses keeps nothing else from being done", async () => {
  const { failures, drift } = await reasonsOf(({ store }) => {
    store.fault = (_, { path }) => (path.includes("traces") ? { status: 400 } : undefined);
  });
  expect(failures).toEqual(["stream traces (traces): the log store answered 400: no: <hidden>; look at the log of the log store"]);
  expect(drift).toBe(10);
});

test.each([1, 280, 292, 296, 299])(
  "of what is secret no part is told, where %i signs of the store's answer are before it",
  async (length) => {
    const answer = (text: string) => ({ status: 400, text: JSON.stringify({ code: 400, message: `${"-".repeat(length)}${text} end` }) });
    const { log } = await reasonsOf(({ store }) => {
      const login = Buffer.from(`${store.user}:${store.password}`).toString("base64");
      store.fault = (_, { method, path }) => {
        if (method !== "POST") return undefined;
        return answer(path.includes("pod_logs") ? store.password : path.includes("traces") ? JSON.stringify(store.password) : login);
      };
    });
    expect(log).toContain("the log store answered 400: -");
    expect(log).not.toMatch(/-"?\W*(?:Pas?|cm9vd)/);
  },
);

const MIB = 1024 * 1024;

test.each<[string, RegExp, number, RegExp]>([
  ["the configuration", /^\/config/, 1, /^the global retention: /],
  ["a schema", /pod_logs\/schema/, 4, /^stream pod_logs \(logs\): /],
  ["the tokens", /ingestion-tokens/, 1, /^the list of ingestion tokens: /],
  ["the folders", /folders/, 1, /^the list of folders: /],
  ["the templates", /templates/, 4, /^the list of templates: /],
  ["the alerts", /\/alerts\?folder=/, 4, /^the list of alerts: /],
])("an answer for %s that is too long is given up at its bound, at once", async (_, path, mebibytes, reason) => {
  const { failures, requests } = await reasonsOf(({ store }) => {
    store.fault = (_n, request) =>
      request.method === "GET" && path.test(request.path) ? { text: " ".repeat(mebibytes * MIB + 1) } : undefined;
  });
  // what needs it is refused after it
  expect(failures[0]).toEqual(
    expect.stringMatching(`${reason.source}the answer of 127.0.0.1:\\d+ is longer than ${mebibytes * 1024} KiB; is that`),
  );
  expect(requests.filter(({ method, path: asked }) => method === "GET" && path.test(asked))).toHaveLength(1);
});

test("a setting that does not read back is a failure", async () => {
  const { failures } = await reasonsOf(({ store }) => {
    store.streams.set("logs/pod_logs", { data_retention: 1 });
    store.onRequest = () => store.streams.set("logs/pod_logs", { data_retention: 1 });
  });
  expect(failures).toEqual([
    expect.stringMatching(/^stream pod_logs \(logs\): its retention is 1 days and not 30, also after it was set; /),
  ]);
});

test("of what has no time left the run tells what it waited for", async () => {
  const run = new AbortController();
  const { failures } = await reasonsOf(
    ({ store }) => {
      store.fault = (_, { path }) => (path.includes("pod_logs") ? "hang" : undefined);
      store.onRequest = (_, { path }) => {
        if (path.includes("pod_logs")) setTimeout(() => run.abort(), 20);
      };
    },
    { signal: run.signal },
  );
  expect(failures).toContain("stream pod_logs: the run ended while it was looked at");
});

test("a store that hangs is given up in time, with the reason", async () => {
  const began = Date.now();
  const { failures, drift, requests } = await reasonsOf(
    ({ store }) => {
      store.fault = () => "hang";
    },
    { patience: HASTY },
  );
  expect(failures).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^stream pod_logs \(logs\): no answer from 127\.0\.0\.1:\d+ \(ETIMEDOUT\); look at how busy it is/),
    ]),
  );
  expect(drift).toBe(0);
  // as often as each part waits, and no more
  expect(requests.length).toBeLessThanOrEqual(4 * 4);
  expect(Date.now() - began).toBeLessThan(10_000);
});

const withAttribute = (severity: unknown) => ({ ...DECLARED, alerts: [{ ...DECLARED.alerts[0], context_attributes: { severity } }] });

test.each<[string, unknown, RegExp]>([
  ["no UTF-8", Buffer.from([0x7b, 0xff, 0x7d]), /^the declaration in ".*" is no UTF-8; make it anew/],
  ["a number for a text", withAttribute(1), /: alerts\.0\.context_attributes\.severity: expected string, found 1; make it anew/],
  ["no JSON", "{", /^the declaration in ".*" is no JSON; make it anew/],
  ["nothing in it", {}, /can't be used: streams: expected array, found nothing; tokens: .*; alerts: /],
  [
    "a retention that is no number",
    { ...DECLARED, streams: [{ name: "a", type: "logs", retention_days: "30" }] },
    /streams\.0\.retention_days: expected number, found "30"; /,
  ],
  [
    "a type that is none",
    { ...DECLARED, streams: [{ name: "a", type: "files", retention_days: 3 }] },
    /streams\.0\.type: expected logs or metrics or traces, found "files"; /,
  ],
  [
    "a Secret of another path",
    { ...DECLARED, tokens: [{ name: "a", namespace: "b", secret: "../c", key: "d" }] },
    /tokens\.0\.secret: expected .*, found "..\/c"; /,
  ],
  ["an alert twice", { ...DECLARED, alerts: [...DECLARED.alerts, ...DECLARED.alerts] }, /names twice: alert DiskSlow, alert LoginsMany; /],
  [
    "an alert for nobody",
    { ...DECLARED, destinations: [], alerts: [{ name: "a", stream: "b", sql: "c" }] },
    /says of alert "a" no destination; /,
  ],
])("a declaration with %s is a failure with its reason, and nothing is changed", async (_, declared, reason) => {
  const { failures, drift, requests } = await reasonsOf(() => {}, { declared });
  expect(failures).toEqual([expect.stringMatching(reason)]);
  expect([drift, requests.map(({ method, path }) => `${method} ${path}`)]).toEqual([0, ["GET /config"]]);
});
