import { once } from "node:events";
import type { RequestListener } from "node:http";
import { SCRIPTS, type ScriptDeclaration } from "../../components/batch/jobs/all";
import { JOB_NAMES } from "../../components/batch/jobs/names";
import { BUNDLING_MS, bundledJobs } from "../bundled";
import { freePort } from "../free-port";
import { isWide } from "../wide";
import { type Asked, pushed, runJob, startJob, startServer } from "./run-job";

const CLIENTS = "192.0.2.1,5,0,6,127,1,0,0,127,4294967295\n";

beforeAll(() => void bundledJobs(), BUNDLING_MS);

let gatewayAnswers: RequestListener;
let listAnswers: RequestListener;
let routerAnswers: RequestListener;
let gateway: Awaited<ReturnType<typeof startServer>>;
let list: Awaited<ReturnType<typeof startServer>>;
let router: Awaited<ReturnType<typeof startServer>>;

beforeAll(async () => {
  gateway = await startServer((...call) => gatewayAnswers(...call));
  list = await startServer((...call) => listAnswers(...call));
  router = await startServer((...call) => routerAnswers(...call));
});
beforeEach(() => {
  for (const { asked } of [gateway, list, router]) asked.length = 0;
  gatewayAnswers = (_, response) => response.end();
  listAnswers = (_, response) => response.end(CLIENTS);
  routerAnswers = (_, response) => response.end();
});
afterAll(() => {
  for (const server of [gateway, list, router]) server.close();
});

const environment = (more: Readonly<Record<string, string>> = {}) => ({
  PUSHGATEWAY_URL: gateway.url,
  CLIENTS: `${list.url}/clients`,
  ROUTER_URL: router.url,
  ...more,
});
const errors = (log: readonly Readonly<Record<string, unknown>>[]) =>
  log.filter(({ level }) => level === "error").map(({ msg, reason }) => `${msg}: ${reason}`);
const success = ({ body }: Asked) => pushed(body).ntp_clients_last_run_success;

test("a run that succeeds tells so, with the time, and ends with 0", async () => {
  const before = Date.now() / 1000;
  const { code, log } = await runJob("ntp-clients", environment());
  expect([code, errors(log)]).toEqual([0, []]);
  expect(gateway.asked.map(({ method, url }) => `${method} ${url}`)).toEqual(["POST /metrics/job/ntp-clients"]);
  const [{ body = "" } = {}] = gateway.asked;
  expect(body).toMatch(
    /^# HELP ntp_clients_last_run_timestamp_seconds .+\n# TYPE ntp_clients_last_run_timestamp_seconds gauge\nntp_clients_last_run_timestamp_seconds [\d.]+\n# HELP .+\n# TYPE .+ gauge\nntp_clients_last_run_success 1\n$/,
  );
  expect(pushed(body).ntp_clients_last_run_timestamp_seconds).toBeGreaterThanOrEqual(before);
});

test("every line of the log is JSON that names the job", async () => {
  const { output, log } = await runJob("ntp-clients", environment());
  expect(output.trim().split("\n")).toHaveLength(log.length);
  expect(log.every(({ service }) => service === "ntp-clients")).toBe(true);
});

test("a run that fails pushes that it ran and failed, and nothing else", async () => {
  listAnswers = (_, response) => response.writeHead(404).end("not here");
  const { code, log } = await runJob("ntp-clients", environment());
  expect([code, errors(log)]).toEqual([1, ["the run failed: the list of clients was answered with 404: not here; look at CLIENTS"]]);
  expect(gateway.asked.map(success)).toEqual([0]);
  expect(Object.keys(pushed(gateway.asked[0]?.body ?? ""))).toHaveLength(2);
});

/** All of them in the wide run: each starts a process. */
const telling = <Name>(names: readonly Name[]): readonly Name[] => (isWide ? names : names.slice(0, 1));
const scriptOf = (name: (typeof JOB_NAMES)[number]): ScriptDeclaration => SCRIPTS[name];
const [told, asking] = [
  JOB_NAMES.filter((name) => Object.keys(scriptOf(name).settings).length > 0),
  JOB_NAMES.filter((name) => Object.keys(scriptOf(name).settings).length === 0 && scriptOf(name).lists !== undefined),
];

test.each(telling(told))("%s without its settings names them, and tells the gateway", async (name) => {
  const { code, log } = await runJob(name, { PUSHGATEWAY_URL: gateway.url });
  expect(code).toBe(1);
  expect(errors(log)).toEqual([expect.stringMatching(/^the run failed: .*[A-Z_]+ (?:is not set|names none)/)]);
  const prefix = name.replaceAll("-", "_");
  expect(gateway.asked.map(({ url, body }) => [url, pushed(body)[`${prefix}_last_run_success`]])).toEqual([[`/metrics/job/${name}`, 0]]);
});

test.each(telling(asking))("%s outside of a pod says so, and tells the gateway", async (name) => {
  const { code, log } = await runJob(name, { PUSHGATEWAY_URL: gateway.url });
  expect([code, errors(log)]).toEqual([1, [expect.stringContaining("KUBERNETES_SERVICE_HOST is not set")]]);
  expect(gateway.asked).toHaveLength(1);
});

test("what the gateway refuses is in the log with its text, and it is told at least that the run ended badly", async () => {
  gatewayAnswers = (_, response) => response.writeHead(400).end("pushed metrics are invalid");
  const { code, log } = await runJob("ntp-clients", environment());
  expect(code).toBe(1);
  expect(errors(log)).toEqual([expect.stringMatching(/^the push failed: the Pushgateway answered 400: pushed metrics are invalid/)]);
  expect(gateway.asked.map(success)).toEqual([1, 0]);
});

test("a push that fails hides nothing of a run that failed", async () => {
  listAnswers = (_, response) => response.end("");
  gatewayAnswers = (_, response) => response.writeHead(400).end("no");
  const { code, log } = await runJob("ntp-clients", environment());
  expect(code).toBe(1);
  expect(errors(log)).toEqual([
    expect.stringMatching(/^the run failed: the list of clients is empty/),
    "the push failed: the Pushgateway answered 400: no",
  ]);
});

test("without the gateway's URL the run takes place all the same, and its own error is told", async () => {
  listAnswers = (_, response) => response.end("");
  const { code, log } = await runJob("ntp-clients", environment({ PUSHGATEWAY_URL: "" }));
  expect([code, errors(log)]).toEqual([
    1,
    [expect.stringMatching(/^the run failed: /), expect.stringMatching(/^the push failed: PUSHGATEWAY_URL is not set/)],
  ]);
});

test("a push that is not taken is tried again", async () => {
  let failures = 2;
  gatewayAnswers = (_, response) => response.writeHead(failures-- > 0 ? 503 : 202).end();
  const { code } = await runJob("ntp-clients", environment());
  expect([code, gateway.asked.length]).toEqual([0, 3]);
});

test("a run that takes too long is ended, and has failed", async () => {
  listAnswers = () => {};
  const { code, log } = await runJob("ntp-clients", environment({ RUN_SECONDS: "1" }));
  expect([code, errors(log)]).toEqual([1, [expect.stringContaining("the run took longer than 1 s")]]);
  expect(gateway.asked.map(success)).toEqual([0]);
});

test("what could be read when a run has to end is pushed, and what could not is named", async () => {
  listAnswers = (request, response) => {
    if (request.url === "/photos/") response.end(JSON.stringify([{ name: "a", type: "directory", mtime: new Date().toUTCString() }]));
  };
  const SHARES = JSON.stringify(["films", "photos"].map((share) => ({ share, listing: `${list.url}/${share}` })));
  const { code, log } = await runJob("backup-nas", environment({ SHARES, RUN_SECONDS: "1" }));
  expect([code, errors(log)]).toEqual([
    1,
    [expect.stringContaining("the run took longer than 1 s"), "the run failed: share films: the run ended before it was read"],
  ]);
  expect(gateway.asked.map(({ body }) => pushed(body))).toEqual([
    {
      backup_nas_last_run_success: 0,
      backup_nas_last_run_timestamp_seconds: expect.any(Number),
      'nas_snapshot_age_days{share="photos"}': expect.closeTo(0, 2),
    },
  ]);
});

test("SIGTERM ends a run, which then has failed", async () => {
  const asked = new Promise<void>((resolve) => {
    listAnswers = () => resolve();
  });
  const { child, ended } = startJob("ntp-clients", environment());
  await asked;
  child.kill("SIGTERM");
  const { code, log } = await ended;
  expect([code, errors(log)]).toEqual([1, [expect.stringContaining("SIGTERM came before the run had ended")]]);
  expect(gateway.asked.map(success)).toEqual([0]);
});

test("SIGTERM while it pushes changes nothing of a run that succeeded", async () => {
  const { child, ended } = startJob("ntp-clients", environment());
  gatewayAnswers = (_, response) => {
    child.kill("SIGTERM");
    setTimeout(() => response.end(), 100);
  };
  const [, { code }] = await Promise.all([once(child, "exit"), ended]);
  expect([code, gateway.asked.map(success)]).toEqual([0, [1]]);
});

test("no password of the gateway's URL is in the log", async () => {
  const port = await freePort();
  const { ended, child } = startJob("ntp-clients", environment({ PUSHGATEWAY_URL: `http://user:hidden@127.0.0.1:${port}` }));
  await new Promise((resolve) => setTimeout(resolve, 1500));
  child.kill("SIGKILL");
  const { output } = await ended;
  expect(output).toContain(`127.0.0.1:${port} did not answer: ECONNREFUSED`);
  expect(output).not.toContain("hidden");
});

test.each(telling(JOB_NAMES))("%s --help says what it does, and its settings", async (name) => {
  const { code, output } = await runJob(name, {}, ["--help"]);
  expect(code).toBe(0);
  expect(output).toMatch(new RegExp(`^${name}: .+\\nIt asks .+\\n\\nSettings, from the environment:\\n`));
  expect(output).toContain("PUSHGATEWAY_URL");
});

test("an argument that it does not know is a failed run", async () => {
  const { code, log } = await runJob("ntp-clients", environment(), ["now"]);
  expect([code, errors(log)]).toEqual([1, [expect.stringContaining('argument "now" is unknown')]]);
});
