/** The trace collector with its configuration of the output, on loopback. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import type { Platform } from "../../lib/platform/platform";
import { freePort } from "../free-port";
import { type RunningEngine, startProcess, temporaryFolder } from "./engine";

type Options = Record<string, unknown>;

/** As the file has it, for a test to change. */
export interface CollectorDraft {
  readonly extensions: Record<string, Options>;
  readonly receivers: Record<string, Options>;
  readonly processors: Record<string, Options>;
  readonly exporters: Record<string, Options>;
  readonly service: { extensions: string[]; pipelines: Record<string, { receivers: string[]; processors: string[]; exporters: string[] }> };
}

const SECRETS = "/run/secrets";
const NAME = "trace-collector";
export const BROWSER_TOKEN = "shown-by-pages";

/** The text of the output, with the secrets that it names in a folder of the test's. */
export function collectorText({ manifests, ingestTokens, credentials }: Platform): string {
  const [map] = manifests.filter(({ object }) => object.kind === "ConfigMap" && object.metadata.name === NAME);
  const [text = ""] = Object.values((map?.object.data ?? {}) as Record<string, string>);
  const folder = temporaryFolder();
  const write = (name: string, keys: Readonly<Record<string, string>>) => {
    mkdirSync(join(folder, name), { recursive: true });
    for (const [key, value] of Object.entries(keys)) writeFileSync(join(folder, name, key), value);
  };
  for (const { name, token } of ingestTokens) write(name, { user: token, token: `o2oi_${token}` });
  for (const { name, keys } of credentials) write(name, Object.fromEntries(Object.keys(keys).map((key) => [key, BROWSER_TOKEN])));
  return text.replaceAll(SECRETS, folder);
}

export interface RunningCollector extends RunningEngine {
  readonly url: string;
  /** Where browsers send. */
  readonly browsersUrl: string;
  readonly metricsPort: number;
  metrics(): Promise<string>;
}

export interface CollectorProps {
  readonly platform: Platform;
  readonly storeUrl: string;
  /** Where it learns which pod has which address. @default - nowhere: it takes the spans of nobody */
  readonly kubeconfigFile?: string;
  readonly change?: (draft: CollectorDraft) => void;
}

export async function startCollector({ platform, storeUrl, kubeconfigFile, change }: CollectorProps): Promise<RunningCollector> {
  const draft = parse(collectorText(platform)) as CollectorDraft;
  if (kubeconfigFile === undefined) {
    delete draft.processors.k8s_attributes;
    for (const pipeline of Object.values(draft.service.pipelines))
      pipeline.processors = pipeline.processors.filter((one) => one !== "k8s_attributes");
  } else {
    Object.assign(draft.processors.k8s_attributes ?? {}, { auth_type: "kubeConfig" });
  }
  // readable here; the store takes both
  for (const exporter of Object.values(draft.exporters)) exporter.encoding = "json";
  change?.(draft);

  const ports = new Map(await Promise.all([4317, 4318, 4319, 13133].map(async (port) => [String(port), await freePort()] as const)));
  const metricsPort = await freePort();
  const text = JSON.stringify(draft)
    .replaceAll(platform.site.urls.logs_url, storeUrl)
    .replace(/"(?:0\.0\.0\.0|\[::\]):(\d+)"/g, (_, port: string) => `"127.0.0.1:${ports.get(port)}"`)
    .replace(/"host":"(?:0\.0\.0\.0|::)","port":8888/, `"host":"127.0.0.1","port":${metricsPort}`);
  const file = join(temporaryFolder(), "collector.json");
  writeFileSync(file, text);
  const engine = await startProcess("collector", [`--config=${file}`], {
    ready: `http://127.0.0.1:${ports.get("13133")}/`,
    ...(kubeconfigFile !== undefined && { env: { KUBECONFIG: kubeconfigFile } }),
  });
  return {
    ...engine,
    url: `http://127.0.0.1:${ports.get("4318")}`,
    browsersUrl: `http://127.0.0.1:${ports.get("4319")}`,
    metricsPort,
    metrics: async () => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text(),
  };
}

interface Sent {
  readonly service?: string;
  readonly resource?: Readonly<Record<string, string>>;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly spans?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

const attributesOf = (values: Readonly<Record<string, string>>) =>
  Object.entries(values).map(([key, stringValue]) => ({ key, value: { stringValue } }));

/** Posts spans as an SDK would, and gives the status. */
export async function sendSpans(url: string, { service, resource = {}, attributes = {}, spans = 1, headers = {} }: Sent): Promise<number> {
  const now = BigInt(Date.now()) * 1_000_000n;
  const id = (bytes: number) =>
    Array.from({ length: bytes }, () =>
      Math.floor(Math.random() * 255 + 1)
        .toString(16)
        .padStart(2, "0"),
    ).join("");
  const body = {
    resourceSpans: [
      {
        resource: { attributes: attributesOf({ ...(service !== undefined && { "service.name": service }), ...resource }) },
        scopeSpans: [
          {
            spans: Array.from({ length: spans }, () => ({
              traceId: id(16),
              spanId: id(8),
              name: "GET /",
              kind: 2,
              startTimeUnixNano: String(now),
              endTimeUnixNano: String(now + 1_000_000n),
              attributes: attributesOf(attributes),
            })),
          },
        ],
      },
    ],
  };
  const answer = await fetch(`${url}/v1/traces`, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  return answer.status;
}

/** The value of a series, all of its samples together; 0 where there is none. */
export function sumOf(metrics: string, pattern: RegExp): number {
  return metrics
    .split("\n")
    .filter((line) => pattern.test(line))
    .reduce((sum, line) => sum + Number(line.split(" ").at(-1)), 0);
}
