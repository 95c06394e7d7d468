/** What a site says of an exporter's certificate, put to the real agent: the system's roots vouch for it, under the name given. */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { homeAssistantExporter } from "../../components/home-automation/exporters";
import { observed } from "../../lib/metrics/observed";
import type { Scrape } from "../../lib/metrics/scrape";
import type { Site } from "../../lib/site/schema";
import { exampleSite } from "../example";
import { freePort } from "../free-port";
import { describeEngines, ENGINES, type RunningEngine, startProcess, temporaryFolder, waitUntil } from "./engine";
import { scrapeJob } from "./scrape-configuration";
import { startVictoriaMetrics, type VictoriaMetrics } from "./victoria-metrics";

const targets = ["192.168.10.20"];
const ASKED: Record<string, NonNullable<NonNullable<Site["scrapes"]>["home_assistant"]>> = {
  "under its name": { targets, tls_server_name: "ha.example.org" },
  "under another name": { targets, tls_server_name: "other.example.org" },
  "under its address": { targets, scheme: "https" },
  "in the clear": { targets },
};

function scrapeOf(name: string): Scrape {
  const found = observed(homeAssistantExporter, { ...exampleSite(), scrapes: { home_assistant: ASKED[name] } });
  if (!("scrape" in found)) throw new Error(`nobody asks it: ${found.absent.until}`);
  return { ...found.scrape, name, job: name };
}

describeEngines([...ENGINES], "an exporter behind TLS", () => {
  const running: RunningEngine[] = [];
  const tokens: (string | undefined)[] = [];
  let store: VictoriaMetrics;
  let close: () => void = () => undefined;

  beforeAll(async () => {
    const folder = temporaryFolder();
    const [key, certificate] = [join(folder, "key.pem"), join(folder, "certificate.pem")];
    const subject = ["-subj", "/CN=ha", "-addext", "subjectAltName=DNS:ha.example.org"];
    const request = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", ...subject];
    execFileSync("openssl", [...request, "-keyout", key, "-out", certificate], { stdio: "ignore" });
    const server = createServer({ key: readFileSync(key), cert: readFileSync(certificate) }, ({ headers }, response) => {
      tokens.push(headers.authorization);
      response.end("home 1\n");
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    close = () => server.close();
    const { port } = server.address() as AddressInfo;
    store = await startVictoriaMetrics([], "victoria-metrics-1.150");
    // the system's roots: with the certificate among them, and without
    for (const [roots, file] of Object.entries({ known: certificate, unknown: join(folder, "none.pem") })) {
      writeFileSync(join(folder, "none.pem"), "");
      const jobs = Object.keys(ASKED).map((name) => ({ ...scrapeJob(scrapeOf(name), { port }), authorization: { credentials: "secret" } }));
      const configuration = join(folder, `${roots}.yml`);
      writeFileSync(configuration, JSON.stringify({ global: { external_labels: { roots } }, scrape_configs: jobs }));
      const address = `127.0.0.1:${await freePort()}`;
      const engine = await startProcess(
        "vmagent-1.150",
        [
          `-httpListenAddr=${address}`,
          `-promscrape.config=${configuration}`,
          `-remoteWrite.url=${store.url}/api/v1/write`,
          `-remoteWrite.tmpDataPath=${temporaryFolder()}`,
          "-remoteWrite.flushInterval=200ms",
        ],
        { ready: `http://${address}/health`, env: { SSL_CERT_FILE: file, SSL_CERT_DIR: temporaryFolder() } },
      );
      running.push(engine);
    }
    await waitUntil(
      async () => {
        await store.flush();
        return (await store.query("up", Date.now() / 1000)).length === 2 * Object.keys(ASKED).length;
      },
      () => "not every target was asked",
    );
  });
  afterAll(async () => {
    for (const engine of running) await engine.stop();
    await store?.stop();
    close();
  });

  test("is asked, and given its token, where a root of the system vouches for its name, and nowhere else", async () => {
    const up = await store.query("up == 1", Date.now() / 1000);
    expect(up.map(({ labels }) => [labels.roots, labels.exporter])).toEqual([["known", "under its name"]]);
    expect(new Set(tokens)).toEqual(new Set(["Bearer secret"]));
  });
});
