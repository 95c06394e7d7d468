/** Where the API server is, and as whom it is asked: by what a pod is told, or by a file. A whole job, because Jest can't load the client. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BUNDLING_MS, bundledJobs } from "../../bundled";
import { runJob, startServer } from "../run-job";

beforeAll(() => void bundledJobs(), BUNDLING_MS);

const CRON_JOBS = { items: [{ metadata: { name: "cadence-map", namespace: "watch" }, spec: {} }] };
let folder: string;
/** Both the API server and the gateway. */
let server: Awaited<ReturnType<typeof startServer>>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "account-"));
  server = await startServer((_, response) => response.end(JSON.stringify(CRON_JOBS)));
});
beforeEach(() => {
  server.asked.length = 0;
});
afterAll(() => {
  rmSync(folder, { recursive: true });
  server.close();
});

async function run(env: Readonly<Record<string, string>>) {
  const { code, log } = await runJob("cadence-map", { PUSHGATEWAY_URL: server.url, ...env });
  return { code, reason: log.find(({ msg }) => msg === "the run failed")?.reason };
}

/** With a file that names a server, and a token's file. */
function runWith({ at = server.url, token = "the-token" }: { readonly at?: string; readonly token?: string }) {
  const [tokenFile, file] = [join(folder, "token"), join(folder, "config")];
  writeFileSync(tokenFile, token);
  const config = {
    clusters: [{ name: "it", cluster: { server: at } }],
    users: [{ name: "it", user: { "token-file": tokenFile } }],
    contexts: [{ name: "it", context: { cluster: "it", user: "it" } }],
    "current-context": "it",
  };
  writeFileSync(file, JSON.stringify(config));
  return run({ KUBECONFIG: file });
}
const tokens = () => server.asked.flatMap(({ method, headers }) => (method === "GET" ? [headers.authorization] : []));

test("a proxy on this machine is asked without TLS", async () => {
  expect(await runWith({})).toEqual({ code: 0 });
  expect(tokens()).toEqual(["Bearer the-token"]);
});

test("nobody else is", async () => {
  const { reason } = await runWith({ at: "http://api.example.org:8001" });
  expect(reason).toMatch(/^KUBECONFIG can't be used for http:\/\/api\.example\.org:8001: HTTP/);
});

test("a newline at the end of a token's file does not matter", async () => {
  expect(await runWith({ token: "the-token\n" })).toEqual({ code: 0 });
  expect(tokens()).toEqual(["Bearer the-token"]);
});

test("one within it is named", async () => {
  const { reason } = await runWith({ token: "the\ntoken" });
  expect(reason).toMatch(/: the token or password holds a sign that no header may, such as a line break; write it anew$/);
});

test("a pod without the port, or without a service account, is told so, and of no file that it never had", async () => {
  const pod = { KUBERNETES_SERVICE_HOST: "127.0.0.1" };
  expect((await run(pod)).reason).toMatch(/KUBERNETES_SERVICE_PORT is not; set both$/);
  const { reason } = await run({ ...pod, KUBERNETES_SERVICE_PORT: "6443" });
  expect(reason).toMatch(/^the service account of this pod can't be used for https:\/\/127\.0\.0\.1:6443: ENOENT/);
});
