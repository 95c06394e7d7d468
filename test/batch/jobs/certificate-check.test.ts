import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer, type Server } from "node:tls";
import { findCertificates } from "../../../components/batch/jobs/certificate-check/script";
import { createLog } from "../../../lib/service/log";
import { freePort } from "../../free-port";

const NOW = Date.now();
const log = createLog("certificate-check", "silent");
let server: Server;
let port = 0;

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), "belfry-certificate-"));
  const [key, cert] = [join(folder, "key.pem"), join(folder, "certificate.pem")];
  const request = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 7 -subj /CN=device".split(" ");
  execFileSync("openssl", [...request, "-keyout", key, "-out", cert], { stdio: "ignore" });
  server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (socket) => socket.on("error", () => {}));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => server.close());

type Holders = Parameters<typeof findCertificates>[0]["configuration"]["CERTIFICATES"];
const find = (holders: Holders, certManager: "true" | "false", objects: readonly unknown[] = []) =>
  findCertificates(
    { configuration: { CERTIFICATES: holders, CERT_MANAGER: certManager }, log, now: () => NOW, signal: new AbortController().signal },
    // the items are what the schema would have read
    async () => ({ list: async () => objects as never }),
  );
const found = async (...given: Parameters<typeof find>) => {
  const { gauges, failures = [] } = await find(...given);
  return {
    days: Object.fromEntries(gauges.map(({ labels, value }) => [labels.certificate, value])),
    failures: failures.map(({ message }) => message),
  };
};

test("days of what a server shows, whoever has signed it", async () => {
  const { days } = await found([{ certificate: "switch", host: "127.0.0.1", port }], "false");
  expect(days.switch).toBeCloseTo(7, 1);
});

test("days of cert-manager's certificates, those that were never issued left out", async () => {
  const until = new Date(NOW + 3 * 86_400_000).toISOString();
  const objects = [
    { metadata: { namespace: "mail", name: "a" }, status: { notAfter: until } },
    { metadata: { namespace: "mail", name: "b" } },
    { metadata: { namespace: "mail", name: "c", deletionTimestamp: until }, status: { notAfter: until } },
  ];
  expect(await found([], "true", objects)).toEqual({ days: { "mail/a": 3 }, failures: [] });
});

test("what can't be read is named, and hides nothing of the others", async () => {
  const until = new Date(NOW + 3 * 86_400_000).toISOString();
  const objects = [
    { metadata: { namespace: "mail", name: "a" }, status: { notAfter: "soon" } },
    { metadata: { namespace: "mail", name: "b" }, status: { notAfter: until } },
  ];
  const holders = [
    { certificate: "gone", host: "127.0.0.1", port: await freePort() },
    { certificate: "switch", host: "127.0.0.1", port },
  ];
  expect(await found(holders, "true", objects)).toEqual({
    days: { switch: expect.closeTo(7, 1), "mail/b": 3 },
    failures: [
      expect.stringMatching(/^certificate gone: 127.0.0.1:\d+ showed none \(ECONNREFUSED\)/),
      'the end of certificate mail/a is "soon", which is no RFC 3339 time; look at what wrote it',
    ],
  });
});

test("an API server that fails hides nothing of the hosts, and no object of cert-manager's is a failure", async () => {
  const { days, failures } = await found([{ certificate: "switch", host: "127.0.0.1", port }], "true");
  expect([days, failures]).toEqual([
    { switch: expect.closeTo(7, 1) },
    ["the list of cert-manager's certificates is empty; set CERT_MANAGER to false where it is not in use"],
  ]);
});

test("nothing to look at is refused", async () => {
  await expect(find([], "false")).rejects.toThrow(/^CERTIFICATES names none, and CERT_MANAGER is not true/);
});
