/** The relay as a process of its own, before clients that send whatever takes the most memory. */
import { once } from "node:events";
import { Agent, request } from "node:http";
import { connect, type Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { type Reply, startAlertmanager } from "../relay/fake-alertmanager";
import { run } from "../relay/relay-process";

/** The bound is 150 (components/relay/construct.ts); the base image's Node needs ten more than an older one. */
const MAX_MIB = 140;
const MAX_BODY_BYTES = 4 * 1024 * 1024;

async function start(reply: Reply) {
  const alertmanager = await startAlertmanager(reply);
  const relay = run([], { PORT: "0", HOST: "127.0.0.1", ALERTMANAGER_URL: alertmanager.url, LOG_LEVEL: "info" });
  const port = await relay.listening();
  const agent = new Agent({ keepAlive: true });
  return {
    port,
    peakMib: relay.peakMib,
    close: async () => {
      agent.destroy();
      relay.child.kill("SIGKILL");
      await alertmanager.close();
    },
    /** The status of the answer. */
    post: (body: Buffer, encoding = "identity") =>
      new Promise<number>((resolve, reject) => {
        const headers = { "content-type": "application/json", "content-length": body.length, "content-encoding": encoding };
        const outgoing = request({ port, host: "127.0.0.1", path: "/ingest", method: "POST", agent, headers }, (response) => {
          response.resume().on("end", () => resolve(response.statusCode ?? 0));
        });
        outgoing.on("error", reject).end(body);
      }),
  };
}

/** As many elements as a body may hold. */
function full(element: (n: number) => string): Buffer {
  const elements: string[] = [];
  for (let [n, bytes] = [0, 2]; ; n++) {
    const text = element(n);
    bytes += Buffer.byteLength(text) + 1;
    if (bytes > MAX_BODY_BYTES) return Buffer.from(`[${elements.join(",")}]`);
    elements.push(text);
  }
}

const event = (log: string, pod = "web-0") => JSON.stringify({ log, kubernetes: { namespace_name: "files", pod_name: pod } });
const most = MAX_BODY_BYTES - 1000;

const KINDS: Readonly<Record<string, () => Buffer>> = {
  "in which nothing matches": () => full((n) => event(`${n} all is well`)),
  "in which everything matches": () => full((n) => event(`${n} [Errno 5] Input/output error`)),
  "with a label set in every event": () => full((n) => event("ESTALE", `web-${n}`)),
  "with the longest names": () => full((n) => event("ESTALE", String(n).padStart(253, "p"))),
  "with one text of two-byte characters": () => full((n) => event(`ESTALE ${n} ${"\u0416".repeat(1_000_000)}`)),
  "with one two-byte character in a text": () => Buffer.from(`[${event(`ESTALE \u0416 ${"x".repeat(most)}`)}]`),
  "with small texts of two-byte characters": () => full((n) => event(`ESTALE ${n} ${"\u0416".repeat(400)}`)),
  "with one long text": () => Buffer.from(`[${event(`ESTALE ${"x".repeat(most)}`)}]`),
  "with a text all in escapes": () => Buffer.from(`[{"log":"ESTALE ${"\\u0416".repeat(most / 6)}"}]`),
  "of deep nesting": () => full(() => `{"log":"ESTALE","a":${"[".repeat(60)}${"]".repeat(60)}}`),
  "of nesting without end": () => Buffer.from(`[{"log":"ESTALE","a":${"[".repeat(most / 2)}${"]".repeat(most / 2)}}]`),
  "of many small values": () => full(() => `{"log":"ESTALE","a":[${"{},".repeat(9_990)}{}]}`),
  "of many small values in one event": () => Buffer.from(`[{"log":"ESTALE","a":[${"{},".repeat(most / 3)}{}]}]`),
  "of many numbers": () => full(() => "0"),
  "of many empty objects": () => full(() => "{}"),
};

test("stays below 140 MiB when twelve clients send full bodies of all kinds, plain and gzip", async () => {
  const relay = await start(200);
  const bodies = Object.values(KINDS).flatMap((kind): [Buffer, string][] => {
    const [plain, zipped] = [kind(), gzipSync(kind())];
    return [
      [plain, "identity"],
      [zipped, "gzip"],
      [plain, "identity"],
      [zipped, "gzip"],
    ];
  });
  const send = async () => {
    for (let next = bodies.shift(); next; next = bodies.shift()) {
      // whoever waits too long for memory or for a turn, or is read too slowly on a busy machine, is asked to come again
      expect([200, 408, 503]).toContain(await relay.post(...next));
    }
  };
  await Promise.all(Array.from({ length: 12 }, send));
  expect(relay.peakMib()).toBeLessThan(MAX_MIB);
  await relay.close();
}, 60_000);

test("stays below 140 MiB when 250 clients have large alerts for an Alertmanager that hangs, and answers all of them in time", async () => {
  const relay = await start("hold");
  const name = (n: number) => String(n).padStart(253, "p");
  const kubernetes = (n: number) => ({ namespace_name: name(0), pod_name: name(n), container_name: name(0) });
  const body = gzipSync(JSON.stringify(Array.from({ length: 500 }, (_, n) => ({ log: "ESTALE", kubernetes: kubernetes(n) }))));
  const answers = await Promise.all(Array.from({ length: 250 }, () => relay.post(body, "gzip")));
  expect(answers).toEqual(Array(250).fill(503));
  expect(relay.peakMib()).toBeLessThan(MAX_MIB);
  await relay.close();
  // the ten seconds of a batch, and some to read so many
}, 20_000);

test("stays below 140 MiB when a hundred clients send chunks of one byte", async () => {
  const relay = await start(200);
  const head = "POST /ingest HTTP/1.1\r\nhost: x\r\nconnection: close\r\ntransfer-encoding: chunked\r\n\r\n";
  const chunks = Array.from(`[${" ".repeat(20_000)}]`, (byte) => `1\r\n${byte}\r\n`).join("");
  const answers = Array.from({ length: 100 }, async () => {
    const socket = connect(relay.port, "127.0.0.1").end(`${head}${chunks}0\r\n\r\n`);
    return String(await once(socket, "data"));
  });
  for (const answer of await Promise.all(answers)) expect(answer).toMatch(/^HTTP\/1.1 200 /);
  expect(relay.peakMib()).toBeLessThan(MAX_MIB);
  await relay.close();
}, 60_000);

/** Connects, says that much of a body, and nothing more. */
async function stall(port: number, declared: number, sent: number): Promise<Socket> {
  const socket = connect(port, "127.0.0.1").on("error", () => {});
  await once(socket, "connect");
  socket.write(`POST /ingest HTTP/1.1\r\nhost: x\r\ncontent-length: ${declared}\r\n\r\n[${" ".repeat(sent)}`);
  return socket;
}

test.each([
  ["a little of a full body", MAX_BODY_BYTES, 1000],
  ["a megabyte of a full body", MAX_BODY_BYTES, 1024 * 1024],
  ["all but the end of a full body", MAX_BODY_BYTES, MAX_BODY_BYTES - 2],
])(
  "takes a neighbour's chunk within two seconds beside 300 idle connections and 60 uploads that stall after %s",
  async (_name, declared, sent) => {
    const relay = await start(200);
    const sockets: Socket[] = [];
    for (let n = 0; n < 300; n++) sockets.push(connect(relay.port, "127.0.0.1").on("error", () => {}));
    for (let n = 0; n < 60; n++) sockets.push(await stall(relay.port, declared, sent));
    const chunk = Buffer.from(JSON.stringify(Array.from({ length: 4000 }, (_, n) => ({ log: `${n} all is well ${"x".repeat(100)}` }))));
    const waits: number[] = [];
    for (let n = 0; n < 5; n++) {
      const began = performance.now();
      expect(await relay.post(chunk)).toBe(200);
      waits.push(performance.now() - began);
    }
    expect(Math.max(...waits)).toBeLessThan(2000);
    expect(relay.peakMib()).toBeLessThan(MAX_MIB);
    for (const socket of sockets) socket.destroy();
    await relay.close();
  },
  90_000,
);

test("stays below 140 MiB when 200 clients pipeline thousands of requests and take no answer", async () => {
  const relay = await start(200);
  const burst = "GET /healthz HTTP/1.1\r\nhost:x\r\n\r\n".repeat(2000);
  for (let round = 0; round < 3; round++) {
    const sockets = Array.from({ length: 200 }, () => connect(relay.port, "127.0.0.1").on("error", () => {}));
    await Promise.all(
      sockets.map(async (socket) => {
        socket.end(burst);
        await once(socket, "close").catch(() => {});
      }),
    );
  }
  expect(relay.peakMib()).toBeLessThan(MAX_MIB);
  await relay.close();
  // a tenth of what it takes when requests are made of what a closed connection had sent
}, 15_000);
