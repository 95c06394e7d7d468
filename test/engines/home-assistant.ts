/** The real Home Assistant core with the bridge's helpers, a user and an administrator's token. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stringify } from "yaml";
import { z } from "zod";
import { FIELDS, HELPERS } from "../../components/boiler-bridge/watched-helpers";
import { freePort } from "../free-port";
import { type RunningEngine, runEngine, startProcess, temporaryFolder } from "./engine";

const USER = { name: "tester", password: "correct-horse" };
const tokenReply = z.object({ access_token: z.string() });
const flowReply = z.object({ flow_id: z.string(), result: z.string().optional() });

export interface HomeAssistant {
  readonly url: string;
  /** An administrator's. */
  readonly token: string;
  readonly folder: string;
  readonly output: () => string;
  /** GET or, with a body, POST of a path below /api. */
  readonly api: (path: string, body?: unknown) => Promise<{ status: number; json: unknown }>;
  readonly callService: (domain: string, service: string, data?: Readonly<Record<string, unknown>>) => Promise<void>;
  /** undefined when there is no such entity. */
  readonly state: (entityId: string) => Promise<string | undefined>;
  readonly stop: () => Promise<void>;
  /** The same folder and port again. */
  readonly startAgain: () => Promise<void>;
}

/** The helpers as the bridge's list has them, for `configuration.yaml`. */
export function helperConfiguration(): Record<string, Record<string, Record<string, unknown>>> {
  const domains: Record<string, Record<string, Record<string, unknown>>> = {};
  for (const field of FIELDS) {
    const { kind, ...rest } = HELPERS[field];
    domains[kind] = {
      ...domains[kind],
      [`boiler_${field}`]: kind === "input_datetime" ? { ...rest, has_date: true, has_time: false } : rest,
    };
  }
  return domains;
}

/**
 * @param extraConfiguration further integrations, or other values for those that are there
 * @param folder with whatever else the configuration includes. @default - a temporary one
 */
export async function startHomeAssistant(
  folder: string = temporaryFolder(),
  extraConfiguration: Readonly<Record<string, unknown>> = helperConfiguration(),
): Promise<HomeAssistant> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  mkdirSync(folder, { recursive: true });
  const configuration = {
    homeassistant: { name: "Test", time_zone: "Europe/Zurich", currency: "CHF", unit_system: "metric" },
    http: { server_host: "127.0.0.1", server_port: port },
    auth: {},
    api: {},
    websocket_api: {},
    persistent_notification: {},
    // Written at once: a test does not wait for the next commit.
    recorder: { commit_interval: 0 },
    history: {},
    logger: { default: "warning" },
    ...extraConfiguration,
  };
  writeFileSync(
    join(folder, "configuration.yaml"), // YAML 1.1, as Home Assistant reads it: On and Off are booleans there unless they are quoted.
    stringify(configuration, { version: "1.1" }),
  );
  const { code, output } = await runEngine("hass", ["--script", "auth", "-c", folder, "add", USER.name, USER.password]);
  if (code !== 0) throw new Error(`Home Assistant does not add a user: ${output}`);

  const start = () =>
    startProcess("hass", ["-c", folder, "--skip-pip"], {
      // Refused without a token: it listens.
      ready: async () => (await fetch(`${url}/api/`)).status === 401,
    });
  let engine: RunningEngine = await start();
  const token = await logIn(url);

  const api: HomeAssistant["api"] = async (path, body) => {
    const answer = await fetch(`${url}/api/${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    // A template's result and the short error pages are plain text.
    return { status: answer.status, json: answer.headers.get("content-type")?.includes("json") ? JSON.parse(text) : text };
  };
  return {
    url,
    token,
    folder,
    output: () => engine.output(),
    api,
    callService: async (domain, service, data = {}) => {
      const { status, json } = await api(`services/${domain}/${service}`, data);
      if (status !== 200) throw new Error(`${domain}.${service}: ${status} ${JSON.stringify(json)}`);
    },
    state: async (entityId) => {
      const { status, json } = await api(`states/${entityId}`);
      return status === 404 ? undefined : z.object({ state: z.string() }).parse(json).state;
    },
    stop: () => engine.stop(),
    startAgain: async () => {
      engine = await start();
    },
  };
}

/** Logs in as a browser does. The access token lives for half an hour, longer than any test file. */
async function logIn(url: string): Promise<string> {
  const client_id = `${url}/`;
  const post = async (path: string, body: unknown) => {
    const answer = await fetch(`${url}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return flowReply.parse(await answer.json());
  };
  const { flow_id } = await post("/auth/login_flow", { client_id, handler: ["homeassistant", null], redirect_uri: client_id });
  const { result: code } = await post(`/auth/login_flow/${flow_id}`, { client_id, username: USER.name, password: USER.password });
  if (code === undefined) throw new Error("Home Assistant does not take the user's password");
  const answer = await fetch(`${url}/auth/token`, {
    method: "POST",
    body: new URLSearchParams({ grant_type: "authorization_code", code, client_id }),
  });
  return tokenReply.parse(await answer.json()).access_token;
}
