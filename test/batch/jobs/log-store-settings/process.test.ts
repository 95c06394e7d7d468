import { BUNDLING_MS, bundledJobs } from "../../../bundled";
import { pushed, runJob, startJob, startServer } from "../../run-job";
import { DECLARED, declarationFile } from "./reconciling";
import { StoreStandIn } from "./store-stand-in";

// three processes one after the other, on a machine that may be busy
jest.setTimeout(60_000);

beforeAll(() => void bundledJobs(), BUNDLING_MS);

let store: StoreStandIn;
let gateway: Awaited<ReturnType<typeof startServer>>;

beforeEach(async () => {
  store = await new StoreStandIn().start();
  gateway = await startServer((_, response) => void response.end());
});
afterEach(() => {
  store.close();
  gateway.close();
});

/** Tokens ask for an API server, which is there in the tests with engines. */
const declared = { ...DECLARED, tokens: [] };
const environment = (more: Readonly<Record<string, string>> = {}) => ({
  PUSHGATEWAY_URL: gateway.url,
  STORE_URL: store.url,
  STORE_USER: store.user,
  STORE_PASSWORD: store.password,
  DECLARATION: declarationFile(declared),
  RUN_SECONDS: "60",
  ...more,
});
const gauges = () => pushed(gateway.asked.at(-1)?.body ?? "");
const told = (success: number, drift: number) => ({
  log_store_drift: drift,
  log_store_settings_last_run_success: success,
  log_store_settings_last_run_timestamp_seconds: expect.any(Number),
});

test("a run ends with 0, and tells what it mended", async () => {
  const first = await runJob("log-store-settings", environment());
  expect([first.code, gauges()]).toEqual([0, told(1, 7)]);
  const second = await runJob("log-store-settings", environment());
  expect([second.code, gauges()]).toEqual([0, told(1, 0)]);
  expect(first.output).not.toContain(store.password);
});

test("one that fails ends with 1, with the reason and the gauge, and without a stack", async () => {
  const ended = await runJob("log-store-settings", environment({ STORE_PASSWORD: "wrong" }));
  expect([ended.code, gauges()]).toEqual([1, told(0, 0)]);
  expect(ended.log.filter(({ level }) => level === "error").map(({ reason }) => reason)).toEqual([
    expect.stringMatching(/answered 401: it does not know the user and password/),
  ]);
  expect(ended.output).not.toMatch(/"stack"|wrong/);
});

test("one that is told nothing pushes the gauge all the same", async () => {
  const ended = await runJob("log-store-settings", environment({ DECLARATION: "", STORE_URL: "store" }));
  expect([ended.code, gauges()]).toEqual([1, told(0, 0)]);
});

test("one that is killed is completed by the next", async () => {
  const at = 5;
  const { child, ended } = startJob("log-store-settings", environment());
  store.onRequest = (n) => {
    if (n === at) child.kill("SIGKILL");
  };
  expect((await ended).code).toBeNull();
  store.onRequest = () => {};
  const next = await runJob("log-store-settings", environment());
  expect([next.code, gauges()]).toEqual([0, told(1, expect.any(Number) as never)]);
  store.requests.length = 0;
  await runJob("log-store-settings", environment());
  expect(store.changes).toEqual([]);
});

test("where its time is over the run tells what it waited for, and what it mended before", async () => {
  store.fault = (_, { path }) => (path.includes("templates") ? "hang" : undefined);
  const ended = await runJob("log-store-settings", environment({ RUN_SECONDS: "2" }));
  expect([ended.code, gauges()]).toEqual([1, told(0, 2)]);
  const reasons = ended.log.filter(({ level }) => level === "error").map(({ reason }) => reason);
  expect(reasons).toEqual([
    expect.stringMatching(/^the run took longer than 2 s/),
    "template belfry: the run ended while it was looked at",
  ]);
});
