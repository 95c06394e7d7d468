/** Alertmanager and amtool, in the version the platform runs and in Debian's older one. */
import { z } from "zod";
import { freePort } from "../free-port";
import { type Result, type RunningEngine, runEngine, startProcess, temporaryFolder } from "./engine";

export type AlertmanagerVersion = "0.31" | "0.25";

export interface PostedAlert {
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  /** RFC 3339. @default - now */
  readonly startsAt?: string;
  /** RFC 3339; in the past means resolved. @default - the resolve timeout of the configuration */
  readonly endsAt?: string;
}

export interface ReceivedAlert {
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  readonly receivers: readonly string[];
  /** active, suppressed or unprocessed */
  readonly state: string;
  readonly inhibitedBy: readonly string[];
  readonly silencedBy: readonly string[];
}

export interface Alertmanager extends RunningEngine {
  readonly url: string;
  postAlerts(alerts: readonly PostedAlert[]): Promise<void>;
  alerts(): Promise<readonly ReceivedAlert[]>;
}

const text = z.record(z.string(), z.string());
const alertsReply = z.array(
  z
    .object({
      labels: text,
      annotations: text,
      receivers: z.array(z.object({ name: z.string() })),
      status: z.object({ state: z.string(), inhibitedBy: z.array(z.string()), silencedBy: z.array(z.string()) }),
    })
    .transform(({ receivers, status, ...rest }) => ({ ...rest, ...status, receivers: receivers.map(({ name }) => name) })),
);

/** Where an Alertmanager of a cluster listens for gossip, and whom it joins. */
export interface Gossip {
  readonly port: number;
  readonly peers: readonly number[];
}

/** @param gossip none: it stands alone; @param env added to the environment of the test process */
export async function startAlertmanager(
  configFile: string,
  version: AlertmanagerVersion = "0.31",
  gossip?: Gossip,
  env: Readonly<Record<string, string>> = {},
): Promise<Alertmanager> {
  const address = `127.0.0.1:${await freePort()}`;
  const url = `http://${address}`;
  const engine = await startProcess(
    version === "0.31" ? "alertmanager" : "alertmanager-0.25",
    [
      `--config.file=${configFile}`,
      `--storage.path=${temporaryFolder()}`,
      `--web.listen-address=${address}`,
      // Empty: no cluster, which would listen on every address.
      `--cluster.listen-address=${gossip ? `127.0.0.1:${gossip.port}` : ""}`,
      ...(gossip?.peers ?? []).map((port) => `--cluster.peer=127.0.0.1:${port}`),
    ],
    { ready: `${url}/-/ready`, env },
  );
  return {
    ...engine,
    url,
    postAlerts: async (alerts) => {
      const response = await fetch(`${url}/api/v2/alerts`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(alerts),
      });
      if (!response.ok) throw new Error(`alertmanager refused the alerts with ${response.status}: ${await response.text()}`);
    },
    alerts: async () => alertsReply.parse(await (await fetch(`${url}/api/v2/alerts`)).json()),
  };
}

/** Code 0 means that Alertmanager would load the file. */
export function checkConfig(configFile: string, version: AlertmanagerVersion = "0.31"): Promise<Result> {
  return runEngine(amtool(version), ["check-config", configFile]);
}

/** The receivers that an alert with these labels reaches, in the order of the routing tree. */
export async function routesTest(
  configFile: string,
  labels: Readonly<Record<string, string>>,
  version: AlertmanagerVersion = "0.31",
): Promise<readonly string[]> {
  // The values are quoted: amtool reads each argument as a matcher.
  const pairs = Object.entries(labels).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  const { code, stdout, output } = await runEngine(amtool(version), ["config", "routes", "test", `--config.file=${configFile}`, ...pairs]);
  if (code !== 0) throw new Error(`amtool could not test the routes of ${configFile}: ${output}`);
  return stdout.trim().split(",");
}

function amtool(version: AlertmanagerVersion): "amtool" | "amtool-0.25" {
  return version === "0.31" ? "amtool" : "amtool-0.25";
}
