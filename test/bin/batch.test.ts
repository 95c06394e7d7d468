import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { foreignJobs } from "../../components/batch/foreign";
import { JOB_NAMES } from "../../components/batch/jobs/names";
import { heartbeatNames } from "../../lib/heartbeat";
import { EXAMPLE_FILE, exampleSite } from "../example";
import { called } from "./called";

jest.setTimeout(180_000);

const NAMES = [...JOB_NAMES, ...foreignJobs(exampleSite()).map(({ name }) => name)];
const NOW = Math.floor(Date.now() / 1000);

/** What a gateway answers when all is well. */
const WELL = NAMES.flatMap((name) => [
  `${heartbeatNames(name).lastRun}{instance="",job="${name}"} ${NOW - 60}`,
  `scheduler_schedule_interval_seconds{instance="",job="cadence-map",script="${name}"} 3600`,
]);

let text = "";
let authorization: string | undefined;
let status = 200;
let server: Server;
let url = "";

beforeAll(async () => {
  server = createServer((request, response) => {
    ({ authorization } = request.headers);
    response.statusCode = request.url === "/metrics" ? status : 404;
    response.end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

const check = (lines: readonly string[], ...args: readonly string[]) => {
  text = `# TYPE x gauge\n${lines.join("\n")}\n`;
  return called(["batch", "check", EXAMPLE_FILE, "--pushgateway", url, ...args]);
};

test("a gateway that holds the runs of all jobs is fine", async () => {
  expect(await check(WELL)).toEqual({ status: 0, stdout: `all ${NAMES.length} jobs tell of their runs\n`, stderr: "" });
});

test("what is missing, misnamed and stale is named, and ends with 1", async () => {
  const others = WELL.filter((line) => !line.startsWith("backup_nas_") && !line.startsWith("backup_age_last"));
  const { status, stdout, stderr } = await check([
    ...others,
    `backup_nas_last_run_timestamp_seconds{instance="",job="backup_nas"} ${NOW - 60}`,
    `backup_age_last_run_timestamp_seconds{instance="",job="backup-age"} ${NOW - 7300}`,
  ]);
  expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
  expect(stderr.split("\n").slice(0, 2)).toEqual([
    "missing: backup-nas tells of no run; run it once and read its log",
    'misnamed: backup_nas: no schedule and no declaration has that name; did you mean "backup-nas"?',
  ]);
  expect(stderr).toMatch(/^stale: backup-age ran 2 hours 1 minute \d+ seconds? ago, and is due every 1 hour$/m);
});

test("a run that is told in milliseconds is named, and ends with 1", async () => {
  const cadence = 'scheduler_schedule_interval_seconds{script="tidy"} 3600';
  const { status, stderr } = await check([...WELL, cadence, `tidy_last_run_timestamp_seconds{job="tidy"} ${NOW * 1000}`]);
  expect([status, stderr.split("\n")[0]]).toEqual([
    1,
    expect.stringMatching(/^mistimed: tidy: tidy_last_run_timestamp_seconds is \d{13}, which is no time that was; push seconds since 1970/),
  ]);
});

test("a label of several lines makes one line", async () => {
  const { status, stderr } = await check([...WELL, `x_last_run_timestamp_seconds{job="x\\ny"} ${NOW}`]);
  expect([status, stderr]).toEqual([1, expect.stringMatching(/^misnamed: x\?y: no schedule and no declaration has that name; push under/)]);
});

test("a declared job of others that no CronJob runs any more is stale", async () => {
  const [{ name = "" } = {}] = foreignJobs(exampleSite()).filter(({ runs }) => runs.by === "cluster");
  const others = WELL.filter((line) => !line.includes(`"${name}"`));
  const { status, stderr } = await check([...others, `${heartbeatNames(name).lastRun}{job="${name}"} ${NOW - 104 * 86_400}`]);
  expect([status, stderr]).toEqual([
    1,
    expect.stringMatching(/^stale: \S+ ran 104 days.* ago; no schedule of it is known: its CronJob is /),
  ]);
});

test("a gateway may have any port, also one that browsers refuse", async () => {
  const { status, stderr } = await called(["batch", "check", EXAMPLE_FILE, "--pushgateway", "http://127.0.0.1:1"]);
  expect([status, stderr]).toEqual([1, expect.stringContaining("ECONNREFUSED")]);
});

test("the same as JSON", async () => {
  const { status, stdout } = await check(
    WELL.filter((line) => !line.startsWith("ntp_clients_")),
    "--json",
  );
  expect({ status, ...JSON.parse(stdout) }).toMatchObject({ status: 1, ok: false, missing: ["ntp-clients"], misnamed: [], stale: [] });
});

test("a gateway that is not there, or is none, says so and what to do", async () => {
  const gone = await called(["batch", "check", EXAMPLE_FILE, "--pushgateway", "http://127.0.0.1:1"]);
  expect(gone).toMatchObject({
    status: 1,
    stdout: "",
    stderr: expect.stringMatching(/^http:\/\/127\.0\.0\.1:1\/metrics: .+; name where the Pushgateway answers\n$/),
  });
  expect((await check(["<html>"])).stderr).toContain("it answers with no sample");
  status = 503;
  expect((await check(WELL)).stderr).toContain("it answers 503");
  status = 200;
});

describe("a password in the gateway's URL", () => {
  const withPassword = (port: string) => url.replace(/\/\/(.*):\d+/, `//user:hid%64en%2F@$1:${port}`);

  test("is sent", async () => {
    text = `${WELL.join("\n")}\n`;
    const { port } = new URL(url);
    const { status, stdout } = await called(["batch", "check", EXAMPLE_FILE, "--pushgateway", `${withPassword(port)}/`]);
    expect([status, stdout]).toEqual([0, `all ${NAMES.length} jobs tell of their runs\n`]);
    expect(authorization).toBe(`Basic ${Buffer.from("user:hidden/").toString("base64")}`);
  });

  test("stands in nothing that is printed", async () => {
    const { port } = new URL(url);
    for (const gateway of [
      withPassword("1"),
      withPassword(port),
      withPassword(port).replace("http", "ftp"),
      "user:hid%64en@localhost:9091",
    ]) {
      status = 401;
      for (const more of [[], ["--json"]]) {
        const { status, stdout, stderr } = await called(["batch", "check", EXAMPLE_FILE, "--pushgateway", gateway, ...more]);
        expect(status).not.toBe(0);
        expect(stdout + stderr).not.toMatch(/hid(?:%64|d)en/);
      }
    }
    expect((await check(WELL)).stderr).toContain("it answers 401; write its user and password into the URL");
    status = 200;
  });
});

test.each([
  ["no gateway", ["batch", "check"], "required option '--pushgateway <url>' not specified"],
  ["a gateway that is no URL", ["batch", "check", "--pushgateway", "localhost:9091"], "Write an http(s) URL"],
])("%s is a mistake of the command line", async (_, args, message) => {
  expect(await called(args)).toMatchObject({ status: 2, stderr: expect.stringContaining(message) });
});

test("a site that is not there is told before anybody is asked", async () => {
  expect(await called(["batch", "check", "/nowhere/site.yaml", "--pushgateway", url])).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("/nowhere/site.yaml"),
  });
});
