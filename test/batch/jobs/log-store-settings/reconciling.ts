import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Patience } from "../../../../components/batch/jobs/log-store-settings/asker";
import { applySettings } from "../../../../components/batch/jobs/log-store-settings/script";
import { SecretsStandIn } from "./secrets-stand-in";
import { StoreStandIn } from "./store-stand-in";

const folder = mkdtempSync(join(tmpdir(), "belfry-log-store-"));
let files = 0;

export function declarationFile(content: unknown): string {
  files += 1;
  const path = join(folder, `${files}.json`);
  writeFileSync(path, typeof content === "string" || content instanceof Uint8Array ? content : JSON.stringify(content));
  return path;
}

/** Of each kind a few. */
export const DECLARED = {
  streams: [
    { name: "pod_logs", type: "logs", retention_days: 30 },
    { name: "traces", type: "traces", retention_days: 14 },
  ],
  tokens: [
    { name: "belfry-router", namespace: "logging", secret: "log-store-router", key: "token", texts: { user: "belfry-router" } },
    { name: "belfry-agent", namespace: "monitoring", secret: "log-store-agent", key: "token" },
  ],
  templates: [{ name: "belfry", body: '[{"labels":{"alertname":"{alert_name}","severity":"{severity}","team":"ops"}}]' }],
  destinations: [{ name: "belfry", template: "belfry", url: "http://alertmanager.monitoring.svc:9093/api/v2/alerts" }],
  alerts: ["DiskSlow", "LoginsMany"].map((name) => ({
    name,
    description: `${name} is there`,
    stream: "pod_logs",
    stream_type: "logs",
    sql: `SELECT count(*) AS records FROM "pod_logs" WHERE level = '${name}' HAVING records >= 5`,
    threshold: 1,
    period_minutes: 10,
    frequency_minutes: 5,
    silence_minutes: 15,
    destination: "belfry",
    context_attributes: { severity: "warning", component: "Platform" },
  })),
};

/** For what hangs: nobody waits in a test. */
export const HASTY: Patience = { answerMs: 150, laterMs: 50, mostSilences: 4, tries: 3, pauseMs: 1, readBackMs: [1, 2, 4], lostMs: [1, 2] };

/** For what answers, on a machine however busy. */
const PATIENT: Patience = { ...HASTY, answerMs: 30_000, laterMs: 30_000 };

export interface Outcome {
  readonly drift: number | undefined;
  readonly failures: readonly string[];
  /** All that it wrote. */
  readonly log: string;
}

export interface Stand {
  readonly store: StoreStandIn;
  readonly secrets: SecretsStandIn;
}

export async function startStand(): Promise<Stand> {
  return { store: await new StoreStandIn().start(), secrets: await new SecretsStandIn().start() };
}

export function endStand({ store, secrets }: Stand): void {
  store.close();
  secrets.close();
}

interface Options {
  readonly declared?: unknown;
  readonly signal?: AbortSignal;
  readonly password?: string;
  readonly account?: string;
  readonly patience?: Patience;
}

/** One run, in this process. */
export async function reconcile({ store, secrets }: Stand, options: Options = {}): Promise<Outcome> {
  const {
    declared = DECLARED,
    signal = new AbortController().signal,
    password = store.password,
    account = "account",
    patience = PATIENT,
  } = options;
  const lines: string[] = [];
  const write = (...line: unknown[]) => void lines.push(JSON.stringify(line));
  const log = { info: write, warn: write, error: write } as never;
  const configuration = {
    STORE_URL: store.url,
    STORE_ORGANISATION: store.organisation,
    STORE_USER: store.user,
    STORE_PASSWORD: password,
    GLOBAL_RETENTION_DAYS: 365,
    DECLARATION: declarationFile(declared),
  };
  const server = async () => ({ url: secrets.url, credentials: async () => ({ headers: { authorization: `Bearer ${account}` } }) });
  const { gauges, failures = [] } = await applySettings({ configuration, log, now: Date.now, signal }, server, patience);
  const messages = failures.map(({ message }) => message);
  return { drift: gauges[0]?.value, failures: messages, log: [...lines, ...messages].join("\n") };
}

/** What is declared is in force, each thing once. */
export function expectInForce({ store, secrets }: Stand): void {
  const { streams, tokens, alerts } = store.state as { streams: Record<string, object>; tokens: object[]; alerts: object[] };
  expect(streams).toMatchObject({ "logs/pod_logs": { data_retention: 30 }, "traces/traces": { data_retention: 14 } });
  for (const { name, namespace, secret, key } of DECLARED.tokens) {
    const ours = store.tokens.filter((one) => one.name === name);
    expect(ours).toMatchObject([{ enabled: true }]);
    expect(secrets.text(`${namespace}/${secret}`, key)).toBe(ours[0]?.token);
  }
  expect(secrets.text("logging/log-store-router", "user")).toBe("belfry-router");
  expect(tokens.length).toBeGreaterThanOrEqual(DECLARED.tokens.length);
  expect(store.templates.filter(({ name }) => name === "belfry")).toMatchObject(DECLARED.templates);
  expect(store.destinations.filter(({ name }) => name === "belfry")).toMatchObject([
    { template: "belfry", url: "http://alertmanager.monitoring.svc:9093/api/v2/alerts", method: "post" },
  ]);
  const ours = (alerts as { folder: string; name: string }[]).filter(
    ({ folder: at, name }) => at === "belfry" && DECLARED.alerts.some((one) => one.name === name),
  );
  expect(ours).toMatchObject(
    DECLARED.alerts.map(({ name, sql, description, context_attributes }) => ({
      name,
      description,
      enabled: true,
      is_real_time: false,
      stream_name: "pod_logs",
      query_condition: { type: "sql", sql },
      trigger_condition: { period: 10, operator: ">=", threshold: 1, frequency: 5, silence: 15 },
      destinations: ["belfry"],
      context_attributes,
    })),
  );
  expect(store.folders.filter(({ name }) => name === "belfry")).toHaveLength(1);
}
