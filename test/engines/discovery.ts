/** The real scraper agent, asking a real API server for its targets with the rights that the operator gave it; nothing is scraped. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { z } from "zod";
import { freePort } from "../free-port";
import type { ApiServer } from "./api-server";
import { type RunningEngine, startProcess, temporaryFolder } from "./engine";

export interface Target {
  /** The job of the configuration: `serviceScrape/<namespace>/<name>/<endpoint>`. */
  readonly scrapePool: string;
  readonly scrapeUrl: string;
  /** As its samples would carry them; `job` is among them. */
  readonly labels: Readonly<Record<string, string>>;
}

export interface ScrapeAgent extends RunningEngine {
  readonly url: string;
  /** What the agent would scrape now. */
  targets(): Promise<readonly Target[]>;
}

const targetsReply = z.object({
  data: z.object({
    activeTargets: z.array(z.object({ scrapePool: z.string(), scrapeUrl: z.string(), labels: z.record(z.string(), z.string()) })),
  }),
});

const configuration = z.looseObject({
  global: z.looseObject({}),
  scrape_configs: z.array(z.looseObject({ kubernetes_sd_configs: z.array(z.looseObject({})).optional() })),
});

/**
 * Inside a cluster the agent finds the API server by its environment; here the configuration has to name it. No target exists, so
 * none is asked: a scrape begins at a random moment of its first interval, which lasts longer than any test.
 */
function outsideCluster(text: string, { url, certificateFile }: ApiServer, tokenFile: string): string {
  const { global, scrape_configs, ...rest } = configuration.parse(parse(text));
  const access = { api_server: url, bearer_token_file: tokenFile, tls_config: { ca_file: certificateFile } };
  // As JSON, where every text is quoted: the agent reads a bare `yes` as a truth value.
  return JSON.stringify({
    ...rest,
    global: { ...global, scrape_interval: "24h" },
    scrape_configs: scrape_configs.map(({ scrape_interval: _, kubernetes_sd_configs: discoveries, ...job }) => ({
      ...job,
      ...(discoveries === undefined ? {} : { kubernetes_sd_configs: discoveries.map((discovery) => ({ ...discovery, ...access })) }),
    })),
  });
}

/** @param text the operator's scrape configuration @param token of the agent's service account */
export async function startScrapeAgent(server: ApiServer, text: string, token: string): Promise<ScrapeAgent> {
  const folder = temporaryFolder();
  const [tokenFile, configurationFile] = [join(folder, "token"), join(folder, "scrapes.yaml")];
  writeFileSync(tokenFile, token, { mode: 0o600 });
  writeFileSync(configurationFile, outsideCluster(text, server, tokenFile));
  const address = `127.0.0.1:${await freePort()}`;
  const url = `http://${address}`;
  const engine = await startProcess(
    "vmagent-1.150",
    [
      `-httpListenAddr=${address}`,
      `-promscrape.config=${configurationFile}`,
      "-promscrape.config.strictParse",
      `-remoteWrite.tmpDataPath=${folder}`,
      // Nobody listens there; nothing is written.
      `-remoteWrite.url=http://127.0.0.1:${await freePort()}/`,
    ],
    { ready: `${url}/health` },
  );
  return {
    ...engine,
    url,
    targets: async () => targetsReply.parse(await (await fetch(`${url}/api/v1/targets`)).json()).data.activeTargets,
  };
}
