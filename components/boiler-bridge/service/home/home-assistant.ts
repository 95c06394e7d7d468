/** Home Assistant's side of the bridge over its WebSocket: helper changes sorted into commands and others, helper values set, notifications. */
import { isDeepStrictEqual } from "node:util";
import * as z from "zod/mini";
import type { Clock } from "../../../../lib/service/clock";
import type { Logger } from "../../../../lib/service/log";
import { FIELDS, type Field, fieldOfHelper, HELPERS, type HelperValue, helperId, parseHelper } from "../../watched-helpers";
import { judge } from "./acceptance";
import { type EntityChange, type EntitySnapshot, readEntityEvent } from "./entity-states";
import type { Home, HomeEvents } from "./home";
import { lastNumbers } from "./last-numbers";
import { type Command, createLink, ResultLost } from "./link";
import { OwnCalls } from "./own-calls";

const CALL_LIMIT_MS = 10_000;

export interface HomeOptions {
  /** Home Assistant's URL, without /api. */
  readonly url: string;
  /** Read at each use: it may be rotated. */
  readonly token: () => string;
  readonly clock: Clock;
  readonly log: Logger;
}

const callResult = z.object({ context: z.object({ id: z.string() }) });

export function createHome({ url, token, clock, log }: HomeOptions): Home {
  const states = new Map<string, EntitySnapshot>();
  const own = new OwnCalls(clock);
  /** What arrived, in its order. A change waits while a call of ours for its helper is under way: it may be the echo. */
  const arrived: { readonly field?: Field; readonly handle: () => void }[] = [];
  let events: HomeEvents | undefined;
  let isReady = false;
  let isAccepting = false;

  const link = createLink({
    url,
    token,
    clock,
    log,
    onOpen: () => void subscribe(),
    onLost: () => {
      if (!isReady) return;
      isReady = false;
      log.warn("connection to Home Assistant lost");
      events?.onLost();
    },
  });

  async function subscribe(): Promise<void> {
    isReady = false;
    const listen = (eventType: string, onEvent: (event: unknown) => void) =>
      link.subscribe({ type: "subscribe_events", event_type: eventType }, onEvent).catch((error: Error) => {
        // Reads and helper commands go on without it.
        log.error({ eventType, reason: error.message }, "Home Assistant refuses a subscription; the token must be an administrator's");
      });
    void listen("boiler_set_schedule", (event) => take(() => events?.onSchedule(eventData(event))));
    // Entities that were posted while integrations were still being loaded may be gone again.
    void listen("homeassistant_started", () => {
      // As they are now: a later change has to be judged before anybody is told of its value.
      const helpers = helpersNow();
      take(() => isReady && events?.onReady(helpers));
    });
    const watched: Command = { type: "subscribe_entities", entity_ids: FIELDS.map(helperId) };
    await link.subscribe(watched, onEntities).catch((error: Error) => {
      log.error({ reason: error.message }, "Home Assistant does not show the helpers; opening a new connection");
      link.reconnect();
    });
  }

  function onEntities(event: unknown): void {
    const changes = readEntityEvent(event, states);
    if (!changes) {
      log.error("entity states of Home Assistant are not understood; opening a new connection");
      link.reconnect();
    } else if (isReady) for (const change of changes) onChange(change);
    else onSnapshot(changes);
  }

  /** The helpers as they are after a connection. Commands go first: whoever primes helpers on `onReady` must know of them. */
  function onSnapshot(changes: readonly EntityChange[]): void {
    isReady = true;
    states.clear();
    for (const { entityId, now } of changes) if (now) states.set(entityId, now);
    for (const change of changes) if (change.old) decide(change, true);
    own.reconnected();
    log.info("connected to Home Assistant");
    events?.onReady(helpersNow());
  }

  function onChange(change: EntityChange): void {
    const { entityId, now } = change;
    if (now) states.set(entityId, now);
    else states.delete(entityId);
    take(() => decide(change, false), fieldOfHelper(entityId));
  }

  function decide({ entityId, old, now }: EntityChange, wasAway: boolean): void {
    const field = fieldOfHelper(entityId);
    if (field === undefined) return;
    const value = now && parseHelper(field, now.state);
    const verdict = judge({
      old: old && parseHelper(field, old.state),
      now: value,
      isByPerson: now !== undefined && isByPerson(now),
      isOwn: own.isOwn(field, now?.context.id, value),
      isClamped: old !== undefined && now !== undefined && !isDeepStrictEqual(old.limits, now.limits),
      wasAway,
      isAccepting,
    });
    if (verdict === "same") return;
    if (verdict !== "own") log.info({ field, value, verdict }, "helper changed");
    if (verdict === "command" && value !== undefined) {
      own.overtaken(field);
      events?.onCommand(field, value);
    } else events?.onHelper(field, value);
  }

  function take(handle: () => void, field?: Field): void {
    arrived.push({ handle, ...(field && { field }) });
    drain();
  }

  function drain(): void {
    for (let [first] = arrived; first && !(first.field && own.isUnderWay(first.field)); [first] = arrived) {
      arrived.shift();
      first.handle();
    }
  }

  function helpersNow(): ReadonlyMap<Field, HelperValue | undefined> {
    return new Map(
      FIELDS.map((field) => {
        const state = states.get(helperId(field));
        return [field, state && parseHelper(field, state.state)];
      }),
    );
  }

  const callService = (domain: string, service: string, data: Readonly<Record<string, unknown>>) =>
    link.call({ type: "call_service", domain, service, service_data: data }, CALL_LIMIT_MS);

  return {
    start: (handlers) => {
      events = handlers;
      link.start();
    },
    accept: () => {
      isAccepting = true;
    },
    setHelper: async (field, value) => {
      if (!isReady) throw new Error("Home Assistant is away");
      const { domain, service, data } = settingOf(field, value);
      const call = own.register(field, value);
      try {
        const result = await callService(domain, service, { entity_id: helperId(field), ...data });
        const { data: parsed } = z.safeParse(callResult, result);
        if (parsed) call.done(parsed.context.id);
        else call.lost();
      } catch (error) {
        if (error instanceof ResultLost) {
          call.lost();
          // The snapshot of a new connection shows whether it took effect.
          link.reconnect();
        } else call.refused();
        throw new Error(`${helperId(field)}: setting it to ${JSON.stringify(value)} failed: ${reasonOf(error)}`);
      } finally {
        drain();
      }
    },
    notify: async (id, title, message) => {
      await callService("persistent_notification", "create", { notification_id: id, title, message });
    },
    dismiss: async (id) => {
      await callService("persistent_notification", "dismiss", { notification_id: id });
    },
    lastNumbers: (entityId) => lastNumbers(entityId, { url, token, now: clock.now, call: link.call }),
    isRefused: link.isRefused,
    isConnected: () => isReady && link.isConnected(),
    close: async () => {
      events = undefined;
      link.close();
    },
  };
}

function isByPerson({ context }: EntitySnapshot): boolean {
  return context.userId !== undefined || context.parentId !== undefined;
}

function eventData(event: unknown): unknown {
  return typeof event === "object" && event !== null && "data" in event ? event.data : undefined;
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The service call that gives a helper a value. */
function settingOf(field: Field, value: HelperValue): { domain: string; service: string; data: Readonly<Record<string, unknown>> } {
  const domain = HELPERS[field].kind;
  switch (domain) {
    case "input_number":
      return { domain, service: "set_value", data: { value } };
    case "input_select":
      return { domain, service: "select_option", data: { option: value } };
    case "input_boolean":
      return { domain, service: value === true ? "turn_on" : "turn_off", data: {} };
    case "input_datetime":
      return { domain, service: "set_datetime", data: { date: value } };
  }
}
