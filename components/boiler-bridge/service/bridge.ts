/** The boiler bridge: polls, commands, repair, energy and publication around one state. */
import type { Clock } from "../../../lib/service/clock";
import type { Logger } from "../../../lib/service/log";
import { Semaphore } from "../../../lib/service/semaphore";
import { boilerStates, type EntityId, type LastCommand, lastCommandState, statusState, unavailableStates } from "../entities";
import { slotZero } from "../model/holiday";
import { localDate } from "../model/local-date";
import type { Reading } from "../model/reading";
import { isSentinel } from "../model/setpoints";
import type { Field, HelperValue } from "../watched-helpers";
import { BridgeMemory } from "./bridge-memory";
import type { BridgeState } from "./bridge-state";
import { bridgeStatus, isStale } from "./bridge-status";
import { type Cloud, CloudError } from "./cloud/cloud";
import { Commands } from "./commands/commands";
import { EnergyMeter } from "./energy-meter";
import { helperValues } from "./helper-values";
import { HelpersFollow } from "./helpers-follow";
import type { EntityState, Home, Publisher } from "./home/home";
import type { BridgeMetrics } from "./metrics";
import { SentinelRepair } from "./sentinel-repair";
import type { StateFile } from "./state-file";

export interface BridgeOptions {
  /** Not closed with the bridge. */
  readonly cloud: Cloud;
  /** The heating zone. */
  readonly zone: number;
  readonly home: Home;
  readonly publisher: Publisher;
  readonly file: Pick<StateFile<BridgeState>, "read" | "write">;
  readonly metrics: BridgeMetrics;
  readonly log: Logger;
  readonly clock: Clock;
  readonly pollSeconds: number;
  readonly confirmSeconds: readonly number[];
  readonly timeZone: string;
  /** Currency per kWh. */
  readonly pricePerKwh: number;
}

export interface Bridge {
  readonly start: () => Promise<void>;
  /** The clock was set: what is remembered is moved with it. This bridge has to be closed then, and another one begun. */
  readonly clockSet: (byMs: number) => void;
  readonly close: () => Promise<void>;
}

/** Failed reads in a row -> the pause, in polls of the shortest interval (60 s): 60 s, 5 min, 15 min, then the usual interval. */
const BACKOFF_MINUTES = [1, 5, 15];
/** Between a refused login and the next. */
const LEAST_PAUSE_MS = 1_000;
/** Status, staleness and midnight are looked at this often. */
const TICK_MS = 5_000;
/** At a shutdown, for the last publications. */
const LAST_MS = 3_000;

export function createBridge(options: BridgeOptions): Bridge {
  const { cloud, home, publisher, file, metrics, log, clock, timeZone, pricePerKwh } = options;
  const pollMs = options.pollSeconds * 1000;
  const today = () => localDate(clock.now(), timeZone);
  const semaphore = new Semaphore(1);
  const memory = new BridgeMemory(file, log);
  const meter = new EnergyMeter({ home, clock, log, pollMs, pricePerKwh, timeZone });

  let reading: Reading | undefined;
  let failures = 0;
  let lastError: CloudError | undefined;
  let isClosed = false;
  let isAccepting = false;

  const commands: Commands = new Commands({
    cloud,
    clock,
    log,
    semaphore,
    pollMs,
    confirmSeconds: options.confirmSeconds,
    today,
    holidayUntil: () => {
      const date = helpers.shown("holiday_until");
      return typeof date === "string" ? date : undefined;
    },
    onReading: (fresh) => onReading(fresh),
    onReport,
    onHeatingSent: (pair) => repair.onSent(pair),
    isRepairing: () => repair.isUnderWay,
  });
  const repair: SentinelRepair = new SentinelRepair({
    cloud,
    zone: options.zone,
    clock,
    log,
    semaphore,
    home,
    metrics,
    confirmSeconds: options.confirmSeconds,
    memory,
    onReading: (fresh) => onReading(fresh),
  });
  const helpers = new HelpersFollow(home, (field) => commands.isPending(field), log);

  const publish = (states: ReadonlyMap<EntityId, EntityState>) => {
    for (const [id, entity] of states) publisher.publish(id, entity);
  };

  function onReading(fresh: Reading): void {
    if (isClosed) return;
    reading = fresh;
    failures = 0;
    lastError = undefined;
    const energy = meter.onReading(fresh);
    repair.onReading(fresh);
    metrics.boiler_bridge_last_read_timestamp_seconds.set(fresh.at / 1000);
    metrics.boiler_bridge_flame.set(fresh.flame ? 1 : 0);
    // Before a command ends on this reading: its helper then follows what is read now, not what was read before.
    helpers.follow(helperValues(fresh, today()));
    commands.onReading(fresh);
    // Saved first: a total that Home Assistant has seen must not be forgotten by a kill in between.
    void memory.save({ energy }).then(publishAll);
    if (!isAccepting) {
      isAccepting = true;
      home.accept();
    }
  }

  function publishAll(): void {
    if (isClosed) return;
    const now = clock.now();
    const { status, reason } = bridgeStatus({
      now,
      lastReadAt: reading?.at,
      failures,
      lastError,
      blockedUntil: cloud.blockedUntil(),
      isSentinel: reading !== undefined && isSentinel(reading.ch),
      pollMs,
    });
    if (reading === undefined || isStale({ now, lastReadAt: reading.at, pollMs })) publish(unavailableStates());
    else {
      publish(boilerStates(reading, { today: today() }));
      publish(meter.states());
    }
    publish(statusState(status, reason || undefined, reading?.at));
    publish(lastCommandState(memory.state.lastCommand));
    metrics.boiler_bridge_rate_limited.set(status === "rate_limited" ? 1 : 0);
    metrics.boiler_bridge_login_refused.set(status === "auth_failed" ? 1 : 0);
    metrics.boiler_bridge_state_unsaved.set(memory.isSaved ? 0 : 1);
    metrics.boiler_bridge_home_assistant_connected.set(home.isConnected() ? 1 : 0);
    if (meter.total !== undefined) metrics.boiler_bridge_energy_kwh_total.set(meter.total);
  }

  function onReport(command: LastCommand): void {
    log.info({ ...command, at: undefined }, "command");
    const fields = command.field.split(",");
    for (const field of fields) metrics.boiler_bridge_commands_total.inc({ field, state: command.state });
    // Saved first, as a total is: after a kill in between, a command that was seen pending would be one that never was.
    void memory.save({ lastCommand: command }).then(() => {
      if (!isClosed) publish(lastCommandState(memory.state.lastCommand));
    });
    if (command.state === "pending") return;
    const message = `${JSON.stringify(command.wanted)}: ${command.reason ?? command.state}`;
    for (const field of fields) {
      // One side's success says nothing of the other one's failure.
      const id = `boiler_bridge_${field}`;
      const told = command.state === "confirmed" ? home.dismiss(id) : home.notify(id, `Boiler: ${field} ${command.state}`, message);
      told.catch(() => log.warn({ field }, "home assistant could not be told about a command"));
    }
    helpers.answer(fields, command.state === "refused");
  }

  async function poll(): Promise<void> {
    while (!isClosed) {
      let pause = pollMs;
      try {
        const sinceRead = reading ? clock.now() - reading.at : pollMs;
        // A command has read the boiler just now.
        if (sinceRead < pollMs / 2) pause = pollMs - sinceRead;
        else onReading(await cloud.read("poll"));
      } catch (error) {
        pause = afterFailure(error);
      }
      await clock.sleep(pause);
    }
  }

  /** The pause before the next poll. */
  function afterFailure(error: unknown): number {
    if (isClosed) return pollMs;
    if (!(error instanceof CloudError)) log.error({ err: error }, "a read failed for a reason of the bridge's own");
    const failed = error instanceof CloudError ? error : new CloudError("shape", "the bridge failed; its log says why");
    if (failed.failure !== lastError?.failure) log.warn({ failure: failed.failure, reason: failed.message }, "the boiler can't be read");
    lastError = failed;
    const minutes = BACKOFF_MINUTES[failures];
    failures++;
    publishAll();
    // With the fast polls of a test the pauses shrink alike.
    const backoff = minutes === undefined ? pollMs : minutes * Math.min(60_000, pollMs);
    if (failed.notBefore === undefined) return backoff;
    const allowed = failed.notBefore - clock.now();
    // A refused login has a pace of its own; the others say when a request is allowed, not that it is wanted.
    return failed.failure === "auth" ? Math.max(allowed, LEAST_PAUSE_MS) : Math.max(allowed, backoff);
  }

  async function tick(): Promise<void> {
    while (!isClosed) {
      await clock.sleep(TICK_MS);
      publishAll();
      await learnEnergy();
      await memory.saveAgain();
    }
  }

  async function learnEnergy(): Promise<void> {
    const energy = await meter.learn();
    if (energy === undefined) return;
    await memory.save({ energy });
    publishAll();
  }

  function onCommand(field: Field, value: HelperValue): void {
    // A return date alone is for the next holiday; while one is set it moves its end. Where the boiler doesn't tell, the switch does.
    const isSet = reading?.holidays ? slotZero(reading.holidays, today()) !== undefined : helpers.shown("holiday_active") === true;
    const isIdleDate = field === "holiday_until" && !commands.isPending("holiday_active") && !isSet;
    if (!isIdleDate) helpers.ask(field);
    helpers.note(field, value);
    if (!isIdleDate) commands.submit(field, value);
  }

  return {
    start: async () => {
      const { lastCommand, energy } = await memory.load();
      if (lastCommand?.state === "pending") {
        const reason = "the bridge was restarted before its outcome was known";
        void memory.save({ lastCommand: { ...lastCommand, state: "unknown", reason, at: clock.now() } });
      }
      meter.resume(energy);
      metrics.boiler_bridge_last_read_timestamp_seconds.set(clock.now() / 1000);
      home.start({
        onReady: (shown) => {
          log.info("home assistant is connected");
          helpers.restart(shown);
          publisher.republish();
          void learnEnergy();
          publishAll();
        },
        onLost: () => log.warn("home assistant is away"),
        onCommand,
        onHelper: (field, value) => {
          helpers.note(field, value);
          void helpers.settle();
        },
        onSchedule: (data) => commands.submitSchedule(data),
      });
      const fail = (error: unknown) => {
        log.fatal({ err: error }, "the bridge failed");
        // The orchestrator starts it again.
        setImmediate(() => {
          throw error;
        });
      };
      void poll().catch(fail);
      void tick().catch(fail);
    },
    clockSet: (byMs) => {
      const energy = meter.clockSet(byMs);
      if (energy) void memory.save({ energy });
    },
    close: async () => {
      if (isClosed) return;
      commands.close();
      repair.close();
      publish(unavailableStates());
      publish(statusState("offline", "the bridge was stopped", reading?.at));
      isClosed = true;
      await publisher.flush(LAST_MS);
      await publisher.close();
      await home.close();
      await memory.close();
    },
  };
}
