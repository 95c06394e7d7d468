import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { type WebSocket, WebSocketServer } from "ws";
import { parseFilter } from "../../lib/logs/tap/filter";
import { bundledScript } from "../bundled";
import { ROOT } from "../example";
import { freePort } from "../free-port";
import { memoryMib } from "../process-memory";
import { isWide, wideTest } from "../wide";
import { called } from "./called";

jest.setTimeout(180_000);

let server: WebSocketServer, port: number, url: string;
beforeEach(async () => {
  port = await freePort();
  url = `ws://127.0.0.1:${port}`;
  await listen();
});
const taps: ChildProcess[] = [];
afterEach(() => {
  for (const tap of taps.splice(0)) tap.kill("SIGKILL");
  close();
});

async function listen(): Promise<void> {
  server = new WebSocketServer({ port, host: "127.0.0.1" });
  await once(server, "listening");
}

function close(): void {
  for (const client of server.clients) client.terminate();
  server.close();
}

const connected = async () => (await once(server, "connection"))[0] as WebSocket;

/** A process, as `npx belfry tap` starts one. */
const tap = (...args: readonly string[]) => start(join(ROOT, "bin/belfry.cjs"), args);

/** One of that command alone, which starts in a sixth of the time. */
const tapAlone = isWide ? tap : (...args: readonly string[]) => start(bundledScript("test/bin/tap-process.ts"), args);

function start(program: string, args: readonly string[]) {
  const child = spawn(process.execPath, [program, "tap", "--url", url, ...args], { cwd: ROOT });
  taps.push(child);
  return { child, exit: once(child, "exit"), stderr: text(child.stderr) };
}

/** Until a process has printed what is looked for. */
function printed({ stdout, stderr }: ReturnType<typeof start>["child"], wanted: string): Promise<void> {
  return new Promise((resolve) => {
    let all = "";
    for (const stream of [stdout, stderr]) {
      stream.on("data", (chunk) => {
        all += chunk;
        if (all.includes(wanted)) resolve();
      });
    }
  });
}

const event = (n: number, more: object = {}) =>
  JSON.stringify({
    _timestamp: 1_787_220_000_000_000,
    log: n === 321 ? "a rare line" : `line ${n}`,
    kubernetes: { namespace_name: n % 2 ? "mail" : "dns", pod_name: "p-0", container_name: "main" },
    ...more,
  });

const TIME = "\\d\\d:\\d\\d:\\d\\d\\.000";

test("of 500 events the one that matches is shown, and Ctrl-C ends with 0", async () => {
  const run = tap("--match", "RARE", "-i", "--namespace", "dns", "mail");
  const stdout = text(run.child.stdout);
  const seen = printed(run.child, "rare");
  const client = await connected();
  for (let n = 0; n < 500; n++) client.send(event(n));
  await seen;
  run.child.kill("SIGINT");
  expect(await run.exit).toEqual([0, null]);
  expect(await stdout).toMatch(new RegExp(`^${TIME} {7}mail/p-0 main a rare line\n$`));
  expect(await run.stderr).toMatch(/^\d+ events, 1 matched\n$/);
});

test("as JSON, all 500 come as they are", async () => {
  const run = tapAlone("--json");
  const stdout = text(run.child.stdout);
  const client = await connected();
  const events = Array.from({ length: 500 }, (_, n) => event(n));
  const seen = printed(run.child, '"line 499"');
  for (const one of events) client.send(one);
  await seen;
  run.child.kill("SIGTERM");
  expect(await run.exit).toEqual([0, null]);
  expect((await stdout).split("\n")).toEqual([...events, ""]);
  expect(await run.stderr).toBe("500 events, 500 matched\n");
});

test("messages that are no events are counted and told once, and a long one is an event like others", async () => {
  const run = tapAlone("--filter", "long || log == 'x'".replaceAll("'", '"'));
  const stdout = text(run.child.stdout);
  const client = await connected();
  client.send("no JSON \x1b[2J");
  client.send(Buffer.from(event(1)));
  client.send("[1]");
  client.send(Buffer.from([0xff, 0xfe]), { binary: false });
  client.send(`"${"x".repeat(5_000_000)}`);
  client.send(event(2, { long: true, log: "y".repeat(5_000_000) }));
  const seen = printed(run.child, " x\n");
  client.send(event(3, { log: "x" }));
  await seen;
  run.child.kill("SIGINT");
  expect(await run.exit).toEqual([0, null]);
  expect((await stdout).split("\n").map((line) => line.slice(-5))).toEqual(["yyyyy", "ain x", ""]);
  expect(await run.stderr).toBe(
    `${url}/: a message is no event (no JSON object), and so may be others: passed over\n3 events, 2 matched, and 4 messages that are none\n`,
  );
});

test("a connection that is lost is made again, told once", async () => {
  const run = tapAlone();
  const stdout = text(run.child.stdout);
  const lost = printed(run.child, "is lost");
  (await connected()).send(event(1));
  close();
  await lost;
  // the first tries find nobody
  await new Promise((resolve) => setTimeout(resolve, 800));
  await listen();
  const client = await connected();
  const seen = printed(run.child, "line 2");
  client.send(event(2));
  await seen;
  run.child.kill("SIGINT");
  expect(await run.exit).toEqual([0, null]);
  expect((await stdout).split("\n").map((line) => line.slice(-6))).toEqual(["line 1", "line 2", ""]);
  expect((await run.stderr).split("\n")).toEqual([
    expect.stringMatching(/: the connection is lost \(.+\); it is tried again until Ctrl-C$/),
    expect.stringMatching(/: connected again after \d+ s; what came meanwhile is not shown$/),
    "2 events, 2 matched",
    "",
  ]);
});

wideTest("a message that is too long costs the connection, and no more", async () => {
  const run = tapAlone();
  const lost = printed(run.child, "is lost (a message is longer than 8 MiB)");
  (await connected()).send(event(1, { log: "y".repeat(9_000_000) }));
  await lost;
  const seen = printed(run.child, "line 2");
  (await connected()).send(event(2));
  await seen;
  run.child.kill("SIGINT");
  expect(await run.exit).toEqual([0, null]);
});

test("--once ends with 0 when the window is over, and with 1 when it was not whole", async () => {
  const whole = tapAlone("--once", "--window", "1s");
  (await connected()).send(event(1));
  expect(await whole.exit).toEqual([0, null]);
  expect(await whole.stderr).toBe("1 event, 1 matched\n");
  const broken = tapAlone("--once", "--window", "1m");
  (await connected()).terminate();
  expect(await broken.exit).toEqual([1, null]);
  expect(await broken.stderr).toMatch(/: the connection is lost \(.+\); the window is not whole\n/);
});

test("a reader that leaves is no error", async () => {
  const run = tap();
  run.child.stdout.destroy();
  const client = await connected();
  client.send(event(1));
  expect(await run.exit).toEqual([0, null]);
  expect(await run.stderr).toMatch(/^\d+ events?, \d+ matched\n$/);
});

test("a reader that stands still gets what is new when it goes on, while all is read and little is kept", async () => {
  const run = tapAlone("--window", "1s");
  const client = await connected();
  const drained = () =>
    new Promise<void>((resolve, reject) => client.send(event(0, { log: "old" }), (error) => (error ? reject(error) : resolve())));
  // nobody reads standard output
  for (let n = 0; n < 24; n++) {
    for (let m = 0; m < 1000; m++) client.send(event(n, { log: "z".repeat(2000) }));
    await drained();
  }
  // 48 MB have been read
  expect(client.bufferedAmount).toBe(0);
  expect(memoryMib(run.child.pid, "VmHWM")).toBeLessThan(400);
  await new Promise((resolve) => setTimeout(resolve, 1300));
  client.send(event(0, { log: "new" }));
  const stdout = text(run.child.stdout);
  await printed(run.child, "main new\n");
  run.child.kill("SIGINT");
  expect(await run.exit).toEqual([0, null]);
  expect((await stdout).length).toBeLessThan(40_000_000);
  const stderr = await run.stderr;
  const dropped = Array.from(stderr.matchAll(/^(\d+) events? dropped: the reader is slower than they come$/gm), ([, count]) =>
    Number(count),
  );
  expect(dropped.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(10_000);
  expect(stderr).toMatch(/\n24025 events, 24025 matched\n$/);
});

describe("a router that is not there", () => {
  const gone = (...args: readonly string[]) => called(["tap", "--url", "ws://user:hid%64en@127.0.0.1:1", ...args]);

  test("ends with 1 and says what to run, without the password", async () => {
    expect(await gone()).toEqual({
      status: 1,
      stdout: "",
      stderr: "ws://127.0.0.1:1/: nobody listens; forward the router's port first: kubectl -n logging port-forward svc/log-router 8082\n",
    });
  });

  test.each([
    [401, "it answers 401; write its user and password into the URL: ws://user:password@host:8082"],
    [404, "it answers 404, and is no live sink of a log router; correct the port"],
  ])("something that answers %d says so", async (status, why) => {
    const other = createServer().on("upgrade", (_, socket) => socket.end(`HTTP/1.1 ${status} x\r\nConnection: close\r\n\r\n`));
    await once(other.listen(0, "127.0.0.1"), "listening");
    const at = `ws://127.0.0.1:${(other.address() as { port: number }).port}`;
    expect(await called(["tap", "--url", at])).toEqual({ status: 1, stdout: "", stderr: `${at}/: ${why}\n` });
    other.close();
  });

  test("a forwarded port with nobody behind hangs up at once", async () => {
    const other = createServer().on("upgrade", (_, socket) => socket.destroy());
    await once(other.listen(0, "127.0.0.1"), "listening");
    const at = `ws://127.0.0.1:${(other.address() as { port: number }).port}`;
    const { status, stderr } = await called(["tap", "--url", at]);
    expect([status, stderr]).toEqual([
      1,
      expect.stringContaining(": it hangs up at once; see that the router runs behind the forwarded port"),
    ]);
    other.close();
  });
});

test.each(Array.from(readFileSync(join(ROOT, "docs/tap.md"), "utf8").matchAll(/--filter '(.*?)'$/gm), ([, filter = ""]) => [filter]))(
  "docs/tap.md: %s is a filter",
  (filter) => expect(typeof parseFilter(filter)({})).toBe("boolean"),
);

test.each([
  [
    ["--match", "a(b"],
    `error: option '-m, --match <regex>' argument 'a(b' is invalid. At character 2: unclosed "("; write \\( or close it.\n  a(b\n   ^\n`,
  ],
  [
    ["--filter", "log = 5"],
    `error: option '-f, --filter <expression>' argument 'log = 5' is invalid. At character 5: "=" alone compares nothing; write == or =~.\n  log = 5\n      ^\n`,
  ],
  [["--match", "é("], 'At character 2: unclosed "("; write \\( or close it.\n\nUsage'],
  [["-i"], "error: option '-i, --ignore-case' needs '-m, --match <regex>'\n"],
  [["--window", "0"], "argument '0' is invalid. Write a time from 1s to 60m, such as 10s.\n"],
  [["--window", "2h"], "argument '2h' is invalid. Write a time from 1s to 60m, such as 10s.\n"],
  [["--url", "http://user:secret@host"], "argument '...@host' is invalid. Write a ws(s) URL, such as ws://127.0.0.1:8082.\n"],
  [["--url", "127.0.0.1:8082"], "argument '127.0.0.1:8082' is invalid. Write a ws(s) URL, such as ws://127.0.0.1:8082.\n"],
  [["site.yaml"], "error: too many arguments for 'tap'. Expected 0 arguments but got 1.\n"],
])("%j is misuse", async (args, message) => {
  const { status, stdout, stderr } = await called(["tap", ...args]);
  expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  expect(stderr).toContain(message);
});
