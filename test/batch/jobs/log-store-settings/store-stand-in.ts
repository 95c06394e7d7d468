/**
 * A server that behaves like the log store (OpenObserve 0.93, src/api/management/src/request/), as far as settings, tokens and alerts go: names
 * of alerts are not unique, the list of tokens holds their values and makes one where there is none, what is refused is refused in its order.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { answerWith } from "./faulty-answer";

export type Json = Record<string, unknown>;

/** What goes wrong with a request. With "after" the store does what it is asked, and its answer is lost. */
export type Fault =
  | { readonly status: number }
  | { readonly text: string; readonly status?: number }
  | "hang"
  | "hang-after"
  | "cut"
  | "cut-after"
  | "half"
  | undefined;

export interface Request {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

interface Kept {
  readonly streams: (readonly [string, Json])[];
  readonly lists: Json[][];
}

const USER = "root@example.com";
/** Written otherwise in JSON, in a URL and in base64. */
const PASSWORD = 'Pass "word#1';

const message = (status: number, text: string): Answer => ({ status, body: { code: status, message: text } });
const ok = (body: unknown): Answer => ({ status: 200, body });

export class StoreStandIn {
  readonly user = USER;
  readonly password = PASSWORD;
  readonly requests: Request[] = [];
  globalRetention = 365;
  readonly streams = new Map<string, Json>();
  readonly tokens: { name: string; token: string; enabled: boolean; description: string }[] = [];
  readonly templates: Json[] = [];
  /** The organisation that all is in. */
  organisation = "default";
  /** Of the default organisation: every other one is told them with its own. */
  readonly defaultTemplates: Json[] = [];
  readonly destinations: Json[] = [];
  readonly folders: Json[] = [];
  readonly alerts: (Json & { id: string; folder_id: string; name: string })[] = [];
  /** Asked for each request, beginning with 1. */
  fault: (n: number, request: Request) => Fault = () => undefined;
  /** Before a request is done. */
  onRequest: (n: number, request: Request) => void = () => {};
  #made = 0;
  #port = 0;
  /** How long an answer takes. */
  delayMs: () => number = () => 0;
  /** How old what it reads is: a node's copy is told of what is written after its answer is. */
  lagMs = 0;
  readonly #copies: { readonly from: number; readonly kept: Kept }[] = [];
  readonly #server = createServer((request, response) => this.#receive(request, response));

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    this.#port = (this.#server.address() as AddressInfo).port;
    return this;
  }

  /** Also of one that is closed. */
  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  /** All that changes something. */
  get changes(): string[] {
    return this.requests.filter(({ method }) => method !== "GET").map(({ method, path }) => `${method} ${path}`);
  }

  /** What is there, without what the store makes up. */
  get state(): Json {
    const withoutId = ({ id: _, folder_id: folder, ...alert }: Json) => ({
      ...alert,
      folder: this.folders.find((one) => one.folderId === folder)?.name,
    });
    return structuredClone({
      streams: Object.fromEntries([...this.streams].sort(([a], [b]) => (a < b ? -1 : 1))),
      tokens: this.tokens.map(({ name, enabled }) => ({ name, enabled })).sort((a, b) => (a.name < b.name ? -1 : 1)),
      templates: this.templates,
      destinations: this.destinations,
      folders: this.folders.map(({ name }) => name),
      alerts: this.alerts.map((one): Json => withoutId(one)).sort((a, b) => (`${a.name} ${a.folder}` < `${b.name} ${b.folder}` ? -1 : 1)),
    });
  }

  /** An identifier that begins with the time, as a KSUID does. */
  #id(): string {
    this.#made += 1;
    return `2x${String(this.#made).padStart(25, "0")}`;
  }

  addFolder(name: string): string {
    const folderId = this.#id().slice(-19);
    this.folders.push({ folderId, name, description: "" });
    return folderId;
  }

  addAlert(alert: Json, folder: string): string {
    const id = this.#id();
    const defaults = {
      is_real_time: false,
      stream_type: "logs",
      row_template: "",
      row_template_type: "String",
      description: "",
      enabled: false,
      tz_offset: 0,
      last_triggered_at: null,
      last_satisfied_at: null,
      creates_incident: false,
      workflows: [],
    };
    this.alerts.push({ ...filled({ ...defaults, ...alert }), id, folder_id: folder } as (typeof this.alerts)[number]);
    return id;
  }

  #receive(incoming: IncomingMessage, response: ServerResponse): void {
    let text = "";
    incoming.on("data", (chunk) => {
      text += chunk;
    });
    incoming.on("end", () => {
      const request = {
        method: incoming.method ?? "",
        path: incoming.url ?? "",
        body: text === "" ? undefined : (JSON.parse(text) as unknown),
      };
      this.requests.push(request);
      const n = this.requests.length;
      const fault = this.fault(n, request);
      this.onRequest(n, request);
      answerWith(incoming, response, fault, {
        type: "text/html",
        otherwise: (code) => ({ code, message: `no: ${PASSWORD}` }),
        done: () => {
          const isKnown = incoming.headers.authorization === `Basic ${Buffer.from(`${USER}:${PASSWORD}`).toString("base64")}`;
          return isKnown || request.path === "/config" ? this.#later(request) : { status: 401, body: "Unauthorized Access" };
        },
        delayMs: this.delayMs,
      });
    });
  }

  /** What is read is as it was that long ago; what is written is judged by what is there. */
  #later(request: Request): Answer {
    if (this.lagMs === 0) return this.#answer(request);
    if (this.#copies.length === 0) this.#copies.push({ from: 0, kept: structuredClone(this.#kept) });
    if (request.method !== "GET") {
      const answer = this.#answer(request);
      this.#copies.push({ from: Date.now(), kept: structuredClone(this.#kept) });
      return answer;
    }
    const live = structuredClone(this.#kept);
    const copy = this.#copies.findLast(({ from }) => from <= Date.now() - this.lagMs);
    if (copy) this.#restore(copy.kept);
    const answer = structuredClone(this.#answer(request));
    this.#restore(live);
    return answer;
  }

  get #kept(): Kept {
    const { streams, tokens, templates, destinations, folders, alerts } = this;
    return { streams: [...streams], lists: [tokens, templates, destinations, folders, alerts] };
  }

  /** All that is there, to be brought back: its next identifiers are others all the same. */
  copy(): { readonly kept: Kept; readonly made: number } {
    return { kept: structuredClone(this.#kept), made: this.#made };
  }

  bringBack({ kept, made }: ReturnType<StoreStandIn["copy"]>): void {
    this.#restore(structuredClone(kept));
    this.#made = Math.max(this.#made, made);
  }

  #restore({ streams, lists }: Kept): void {
    this.streams.clear();
    for (const [key, one] of streams) this.streams.set(key, one);
    this.#kept.lists.forEach((list, index) => {
      list.splice(0, list.length, ...structuredClone(lists[index] ?? []));
    });
  }

  #answer({ method, path, body }: Request): Answer {
    const url = new URL(path, "http://store");
    const parts = url.pathname.split("/").slice(1).map(decodeURIComponent);
    const json = (body ?? {}) as Json;
    const route = `${method} ${url.pathname.replace(/\/+$/, "")}`;
    if (route === "GET /config") return ok({ version: "v0.93.0", data_retention_days: this.globalRetention, build_type: "opensource" });
    if (parts[0] !== "api" || !route.includes(`/${this.organisation}/`)) return message(404, "Not Found");
    const rest = parts.slice(parts[1] === "v2" ? 3 : 2);
    const [area, name = "", action] = rest;
    if (area === "streams") return this.#stream(method, `${url.searchParams.get("type") ?? "logs"}/${name.toLowerCase()}`, action, json);
    if (area === "ingestion-tokens") return this.#token(method, name, json);
    if (area === "folders" && name === "alerts") return this.#folder(method, json);
    if (parts[1] !== "v2" && area === "alerts" && name === "templates")
      return this.#named(method, this.templates, action, json, "template");
    if (parts[1] !== "v2" && area === "alerts" && name === "destinations")
      return this.#named(method, this.destinations, action, json, "destination");
    if (parts[1] === "v2" && area === "alerts") return this.#alert(method, name, action, json, url.searchParams);
    return message(404, "Not Found");
  }

  #stream(method: string, key: string, action: string | undefined, json: Json): Answer {
    const found = this.streams.get(key);
    if (method === "GET" && action === "schema") {
      return found
        ? ok({ name: key.split("/")[1], stream_type: key.split("/")[0], schema: [{ name: "_timestamp", type: "Int64" }], settings: found })
        : message(404, "stream not found");
    }
    if (method === "POST" && action === undefined) {
      if (found) return message(400, "stream already exists");
      this.streams.set(key, { partition_keys: {}, max_query_range: 0, ...(json.settings as Json) });
      return message(200, "stream created");
    }
    if (method === "PUT" && action === "settings") {
      if (!found) return message(404, "stream not found");
      this.streams.set(key, { ...found, ...json });
      return message(200, "");
    }
    return message(405, "Method Not Allowed");
  }

  #token(method: string, name: string, json: Json): Answer {
    const make = (one: string) => {
      this.#made += 1;
      const made = { name: one, token: `o2oi_${"x".repeat(20)}${this.#made}`, enabled: true, description: String(json.description ?? "") };
      this.tokens.push(made);
      return made;
    };
    if (method === "GET") {
      if (this.tokens.length === 0) make("default");
      return ok({ data: this.tokens });
    }
    if (method === "POST") {
      const wanted = String(json.name ?? "");
      if (!/^[\w-]{1,256}$/.test(wanted))
        return message(400, "Token name can only contain alphanumeric characters, hyphens, and underscores");
      if (this.tokens.some((one) => one.name === wanted)) return message(400, `Token with name '${wanted}' already exists in this org`);
      return ok({ data: make(wanted) });
    }
    const found = this.tokens.find((one) => one.name === name);
    if (!found) return message(404, `Token '${name}' not found`);
    found.enabled = json.enabled === true;
    return ok({ message: "Token enabled successfully" });
  }

  #folder(method: string, json: Json): Answer {
    if (method === "GET") return ok({ list: this.folders });
    if (this.folders.some(({ name }) => name === json.name))
      return message(400, "Folder with this name already exists in this organization");
    const folderId = this.addFolder(String(json.name));
    return ok({ folderId, name: json.name, description: json.description });
  }

  #named(method: string, all: Json[], name: string | undefined, json: Json, kind: "template" | "destination"): Answer {
    if (method === "GET")
      return ok(kind === "template" ? [...this.defaultTemplates.map((one) => ({ ...one, isDefault: true })), ...all] : all);
    const index = all.findIndex((one) => one.name === (name ?? json.name));
    if (kind === "template" && !json.body) return message(400, "Template body empty");
    if (kind === "destination" && !json.url) return message(400, "Destination URL needs to be specified");
    if (kind === "destination" && !this.templates.some((one) => one.name === json.template)) return message(404, "Template not found");
    const defaults =
      kind === "template"
        ? { type: "http", title: "", isDefault: null, isPrebuilt: false, kind: "custom" }
        : { type: "http", method: "post", skip_tls_verify: false, emails: [], metadata: {} };
    if (method === "POST") {
      if (index >= 0) return message(400, `${kind} already exists`);
      all.push({ ...defaults, ...json });
      return ok({ code: 200, message: `${kind} saved`, name: json.name });
    }
    if (index < 0) return message(404, `${kind} not found`);
    all[index] = { ...defaults, ...json, name };
    return message(200, `${kind} updated`);
  }

  #alert(method: string, id: string, action: string | undefined, json: Json, query: URLSearchParams): Answer {
    if (id === "" && method === "GET") {
      const folder = query.get("folder");
      const list = this.alerts.filter((one) => folder === null || one.folder_id === folder);
      return ok({
        list: list.map(({ id: alert_id, folder_id, name, enabled }) => ({ alert_id, folder_id, name, enabled, alert_type: "scheduled" })),
      });
    }
    if (id === "" && method === "POST") {
      const folder = query.get("folder") ?? "default";
      if (!this.folders.some((one) => one.folderId === folder)) return message(404, "Error creating alert in folder that cannot be found");
      const refusal = this.#refusalOf(json);
      if (refusal) return refusal;
      const { folder_id: _, ...rest } = json;
      return ok({ code: 200, message: "Alert saved", id: this.addAlert(rest, folder), name: json.name });
    }
    const index = this.alerts.findIndex((one) => one.id === id);
    const found = this.alerts[index];
    if (!found) return message(404, `alert ${id} not found`);
    if (method === "GET") {
      const { folder_id: _, ...rest } = found;
      return ok(rest);
    }
    if (method === "DELETE") {
      this.alerts.splice(index, 1);
      return message(200, "Alert deleted");
    }
    if (method === "PATCH" && action === "enable") {
      found.enabled = query.get("value") === "true";
      return ok({ enabled: found.enabled });
    }
    const refusal = this.#refusalOf(json);
    if (refusal) return refusal;
    this.alerts[index] = { ...filled(json), id, folder_id: found.folder_id } as (typeof this.alerts)[number];
    return message(200, "Alert Updated");
  }

  /** In the order of prepare_alert (src/core/src/alerts/alert.rs). */
  #refusalOf(alert: Json): Answer | undefined {
    const name = String(alert.name ?? "");
    const { sql } = (alert.query_condition ?? {}) as Json;
    if (/[:#?&%"'\s]/.test(name)) return message(400, "Alert name cannot contain ':', '#', '?', '&', '%', quotes and space characters");
    if (name === "" || !alert.stream_name) return message(400, "Alert name is required");
    if (name.includes("/")) return message(400, "Alert name cannot contain '/'");
    const destinations = (alert.destinations ?? []) as unknown[];
    if (destinations.length === 0) return message(400, "Alert destination or workflows is required");
    const absent = destinations.find((one) => !this.destinations.some((known) => known.name === one));
    if (absent !== undefined) return message(404, `Alert destination ${absent} not found`);
    if (!this.streams.has(`${alert.stream_type}/${alert.stream_name}`)) return message(404, `Stream ${alert.stream_name} not found`);
    if (!sql) return message(400, "Alert with SQL mode should have a query");
    if (/select\s+\*/i.test(String(sql))) return message(400, "Alert with SQL can not contain SELECT * in the SQL query");
    return undefined;
  }
}

/** What the store answers of an alert beside what it was told. */
function filled(alert: Json): Json {
  const query = {
    conditions: null,
    promql: null,
    promql_condition: null,
    aggregation: null,
    vrl_function: null,
    search_event_type: null,
    multi_time_range: null,
  };
  const trigger = { cron: "", tolerance_in_secs: null, align_time: true };
  return {
    ...alert,
    query_condition: { ...query, ...(alert.query_condition as Json) },
    trigger_condition: { ...trigger, ...(alert.trigger_condition as Json) },
  };
}
