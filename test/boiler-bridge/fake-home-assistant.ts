/** Home Assistant as far as the bridge sees it: WebSocket and REST on one port, helpers with contexts, restarts, reloads, revoked tokens, half-open connections. */
import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { type WebSocket, WebSocketServer } from "ws";
import { FIELDS, type Field, fieldOfHelper, HELPERS, helperId } from "../../components/boiler-bridge/watched-helpers";
import { type Context, compressed, difference, type Entity, limitsOf, stateAfter } from "./fake-helper-states";

interface Subscription {
  readonly socket: WebSocket;
  readonly id: number;
  readonly eventType?: string;
  readonly entityIds?: readonly string[];
}
type Message = Readonly<Record<string, unknown>> & { readonly id: number; readonly type: string };

export interface FakeOptions {
  readonly token?: string;
  readonly port?: number;
  readonly helpers?: Partial<Record<Field, string>>;
  /** Milliseconds since the epoch. @default - the system's clock */
  readonly now?: () => number;
}

const DEFAULT_STATES: Record<(typeof HELPERS)[Field]["kind"], string> = {
  input_number: "20.0",
  input_select: "Automatic",
  input_boolean: "off",
  input_datetime: "2026-12-01",
};
/** The bridge and the person of a test may have the same one. */
const USER = "user-1";

export async function startFakeHomeAssistant(options: FakeOptions = {}) {
  const { now = Date.now } = options;
  let token = options.token ?? "good-token";
  const entities = new Map<string, Entity>();
  const sockets = new Set<Socket>();
  const frozen = new Set<Socket>();
  let subscriptions: Subscription[] = [];
  const fake = {
    /** Everything that came over the WebSocket after the login. */
    messages: [] as Message[],
    /** State posts: entity and body. */
    posts: [] as { entityId: string; body: { state: string; attributes: Record<string, unknown> } }[],
    logins: 0,
    badLogins: 0,
    /** Whether the change of a call is told before its result. */
    echoFirst: true,
    /** Answers to service calls are kept back until `releaseResults`. */
    holdResults: false,
    /** Stuck: service calls are carried out at `releaseResults`, whatever became of their connections. */
    holdCalls: false,
    /** The connection breaks before the result of the next call, which takes effect. */
    breakNextCall: false,
    /** The recorder's answer to clear_statistics. */
    clearStatistics: "ok" as "ok" | "timeout" | "unauthorized",
    statistics: {} as Record<string, { start: number; state: number | null }[]>,
    /** What the recorder has written of each entity's states; `lu` in seconds. */
    history: new Map<string, { s: string; lu: number }[]>(),
    /** The recorder has not written anything for a while. */
    isRecorderBehind: false,
    /** Commands of integrations that are not there, or not yet. */
    unknownCommands: new Set<string>(),
    isRunning: true,
    refusedSubscriptions: new Set<string>(),
    /** Status of the next answers to state posts. */
    postStatuses: [] as number[],
    /** Several messages in one frame. */
    coalesce: false,
  };
  let held: (() => void)[] = [];
  const unwritten: (() => void)[] = [];

  const context = (by: "user" | "automation" | "nobody"): Context => ({
    id: randomUUID(),
    user_id: by === "user" ? USER : null,
    parent_id: by === "automation" ? randomUUID() : null,
  });

  const server = createServer((request, response) => void rest(request, response));
  const upgrades = new WebSocketServer({ server, path: "/api/websocket" });
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  upgrades.on("connection", (socket, request) => {
    const raw = request.socket;
    socket.send(JSON.stringify({ type: "auth_required", ha_version: "2026.10.1" }));
    let isIn = false;
    socket.on("close", () => {
      subscriptions = subscriptions.filter((each) => each.socket !== socket);
    });
    socket.on("message", (text) => {
      if (frozen.has(raw)) return;
      const message = JSON.parse(String(text));
      if (isIn) {
        fake.messages.push(message);
        onMessage(socket, message);
      } else if (message.access_token === token) {
        isIn = true;
        fake.logins++;
        socket.send(JSON.stringify({ type: "auth_ok", ha_version: "2026.10.1" }));
      } else {
        fake.badLogins++;
        socket.send(JSON.stringify({ type: "auth_invalid", message: "Invalid access token or password" }));
        socket.close();
      }
    });
  });

  function send(socket: WebSocket, message: unknown) {
    if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(fake.coalesce ? [message] : message));
  }
  const fail = (code: string, message = code) => ({ success: false, error: { code, message } });

  function onMessage(socket: WebSocket, message: Message) {
    const { id, type } = message;
    const result = (answer: object) => send(socket, { id, type: "result", ...answer });
    if (fake.unknownCommands.has(type)) result(fail("unknown_command", "Unknown command."));
    else if (type === "ping") send(socket, { id, type: "pong" });
    else if (type === "subscribe_events") {
      if (fake.refusedSubscriptions.has(String(message.event_type))) return result(fail("unauthorized"));
      subscriptions.push({ socket, id, eventType: String(message.event_type) });
      result({ success: true, result: null });
    } else if (type === "subscribe_entities") {
      if (fake.refusedSubscriptions.has(type)) return result(fail("unknown_error"));
      const entityIds = message.entity_ids as string[];
      result({ success: true, result: null });
      subscriptions.push({ socket, id, entityIds });
      const known = entityIds.flatMap((entityId) => {
        const entity = entities.get(entityId);
        return entity ? [[entityId, compressed(entity)]] : [];
      });
      send(socket, { id, type: "event", event: { a: Object.fromEntries(known) } });
    } else if (type === "call_service") onCall(socket, message, result);
    else if (type === "recorder/clear_statistics")
      result(
        fake.clearStatistics === "ok"
          ? { success: true, result: null }
          : fail(fake.clearStatistics, `clear_statistics ${fake.clearStatistics}`),
      );
    else if (type === "recorder/statistics_during_period") {
      const ids = message.statistic_ids as string[];
      result({
        success: true,
        result: Object.fromEntries(ids.flatMap((each) => (fake.statistics[each] ? [[each, fake.statistics[each]]] : []))),
      });
    } else if (type === "history/history_during_period") {
      const start = Date.parse(String(message.start_time)) / 1000;
      const known = (message.entity_ids as string[]).flatMap((each) => {
        const states = fake.history.get(each) ?? [];
        const later = states.filter(({ lu }) => lu >= start);
        // The state at the start is told as one of the start.
        const before = states.findLast(({ lu }) => lu < start);
        const all = [...(before ? [{ ...before, lu: start }] : []), ...later];
        return all.length > 0 ? [[each, all]] : [];
      });
      result({ success: true, result: Object.fromEntries(known) });
    } else if (type === "get_config") result({ success: true, result: { state: fake.isRunning ? "RUNNING" : "STARTING" } });
    else result(fail("unknown_command", "Unknown command."));
  }

  function onCall(socket: WebSocket, { domain, service, service_data }: Message, result: (answer: object) => void) {
    const data = service_data as Record<string, unknown>;
    const own = context("user");
    const next = stateAfter(`${domain}.${service}`, data, entities.get(String(data.entity_id))?.attributes);
    if (next === "refused") return result(fail("invalid_format", "value out of range"));
    const change = () => {
      if (next !== undefined) setState(String(data.entity_id), next, own);
    };
    const answer = () => result({ success: true, result: { context: own, response: null } });
    if (fake.breakNextCall) {
      fake.breakNextCall = false;
      change();
      socket.terminate();
    } else if (fake.holdCalls) {
      held.push(() => {
        change();
        answer();
      });
    } else if (fake.holdResults) {
      change();
      held.push(answer);
    } else if (fake.echoFirst) {
      change();
      answer();
    } else {
      answer();
      change();
    }
  }

  function setState(entityId: string, state: string | undefined, by: Context, attributes?: Record<string, unknown>) {
    const old = entities.get(entityId);
    if (state === undefined) entities.delete(entityId);
    else {
      if (old && old.state === state && attributes === undefined) return;
      const known = old?.attributes ?? limitsOf(entityId);
      entities.set(entityId, { state, attributes: attributes ?? known, context: by, changed: now() / 1000 });
      record(entityId, state);
    }
    const entity = entities.get(entityId);
    const event = !entity
      ? { r: [entityId] }
      : old
        ? { c: { [entityId]: { "+": difference(old, entity) } } }
        : { a: { [entityId]: compressed(entity) } };
    for (const { socket, id, entityIds } of subscriptions) if (entityIds?.includes(entityId)) send(socket, { id, type: "event", event });
  }

  function record(entityId: string, state: string, at = now() / 1000) {
    if (fake.isRecorderBehind) return void unwritten.push(() => record(entityId, state, at));
    const states = fake.history.get(entityId) ?? [];
    if (states.at(-1)?.s !== state) fake.history.set(entityId, [...states, { s: state, lu: at }]);
  }

  function fire(eventType: string, data: unknown, by = context("nobody")) {
    for (const { socket, id, eventType: wanted } of subscriptions)
      if (wanted === eventType) send(socket, { id, type: "event", event: { event_type: eventType, data, origin: "LOCAL", context: by } });
  }

  async function rest(request: IncomingMessage, response: ServerResponse) {
    let body = "";
    for await (const chunk of request) body += chunk;
    const answer = (status: number, value?: unknown) =>
      response
        .writeHead(status, { "content-type": "application/json", date: new Date(now()).toUTCString() })
        .end(JSON.stringify(value ?? { message: String(status) }));
    if (request.headers.authorization !== `Bearer ${token}`) return answer(401);
    const entityId = /^\/api\/states\/([a-z0-9_.]+)$/.exec(request.url ?? "")?.[1];
    if (entityId === undefined) return answer(404);
    if (request.method === "GET") {
      const entity = entities.get(entityId);
      return entity ? answer(200, shown(entityId, entity)) : answer(404);
    }
    const parsed = JSON.parse(body);
    fake.posts.push({ entityId, body: parsed });
    const status = fake.postStatuses.shift();
    if (status !== undefined) return answer(status);
    if (typeof parsed.state !== "string" || parsed.state.length > 255) return answer(400);
    const isNew = !entities.has(entityId);
    setState(entityId, parsed.state, context("user"), parsed.attributes);
    return answer(isNew ? 201 : 200, parsed);
  }

  function restore() {
    for (const field of FIELDS) if (!entities.has(helperId(field))) setState(helperId(field), initial(field, options), context("nobody"));
  }
  restore();
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  await listen(options.port ?? 0);
  const { port } = server.address() as AddressInfo;
  const dropAll = () => {
    for (const socket of sockets) socket.destroy();
  };

  return Object.assign(fake, {
    url: `http://127.0.0.1:${port}`,
    state: (entityId: string) => entities.get(entityId)?.state,
    attributes: (entityId: string) => entities.get(entityId)?.attributes,
    entityIds: () => [...entities.keys()].filter((id) => fieldOfHelper(id) === undefined),
    /** As the app or the dashboard does it. */
    changeAsUser: (field: Field, state: string) => setState(helperId(field), state, context("user")),
    /** As an automation with a trigger that has a context. */
    changeAsAutomation: (field: Field, state: string) => setState(helperId(field), state, context("automation")),
    /** As a time-triggered automation. */
    changeAsTimer: (field: Field, state: string) => setState(helperId(field), state, context("nobody")),
    /** The helper is gone, as while it is set up anew. */
    remove: (field: Field) => setState(helperId(field), undefined, context("nobody")),
    setEntity: (entityId: string, state: string) => setState(entityId, state, context("nobody"), {}),
    /** The recorder writes what it has not written yet. */
    catchUp: () => {
      fake.isRecorderBehind = false;
      for (const write of unwritten.splice(0)) write();
    },
    fire,
    /** New limits of a helper, by a reload or an edit, and the value that it then has: one change, in the context of the one before if that is recent. */
    limit: (field: Field, limits: Readonly<Record<string, unknown>>, state?: string) => {
      const entity = entities.get(helperId(field));
      if (entity) setState(helperId(field), state ?? entity.state, entity.context, { ...entity.attributes, ...limits });
    },
    /** Posted entities are forgotten, helpers come back with what they had, or with `restored`. */
    restart: (restored: Partial<Record<Field, string>> = {}) => {
      const before = new Map(FIELDS.map((field) => [field, restored[field] ?? entities.get(helperId(field))?.state]));
      dropAll();
      subscriptions = [];
      entities.clear();
      for (const [field, state] of before) setState(helperId(field), state, context("nobody"));
    },
    dropConnections: dropAll,
    /** The connections stay open, and nothing is answered any more. */
    freeze: () => {
      for (const socket of sockets) frozen.add(socket);
    },
    revokeToken: (next = "another-token") => {
      token = next;
      dropAll();
    },
    releaseResults: () => {
      fake.holdResults = false;
      fake.holdCalls = false;
      for (const answer of held) answer();
      held = [];
    },
    /** Away and back on the same port. */
    stop: () => {
      dropAll();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
    startAgain: () => listen(port),
    close: async () => {
      upgrades.close();
      dropAll();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  });
}
export type FakeHomeAssistant = Awaited<ReturnType<typeof startFakeHomeAssistant>>;

function shown(entityId: string, { state, attributes, changed }: Entity) {
  return { entity_id: entityId, state, attributes, last_updated: new Date(changed * 1000).toISOString() };
}

function initial(field: Field, { helpers }: FakeOptions): string {
  return helpers?.[field] ?? (field === "dhw_mode_set" ? "On" : DEFAULT_STATES[HELPERS[field].kind]);
}
