/**
 * The bridge between a simulated cloud and a stand-in for Home Assistant. Time stands still while anything is under way
 * between them, and jumps to the next timer when nothing is: it passes only within what the world is asked to wait for.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import { Registry } from "prom-client";
import { type BridgeOptions, createBridge } from "../../components/boiler-bridge/service/bridge";
import { bridgeStateFile } from "../../components/boiler-bridge/service/bridge-state";
import { createCloud } from "../../components/boiler-bridge/service/cloud/client";
import { createHome } from "../../components/boiler-bridge/service/home/home-assistant";
import { createRestPublisher } from "../../components/boiler-bridge/service/home/rest-publisher";
import { createMetrics } from "../../components/boiler-bridge/service/metrics";
import type { Clock } from "../../lib/service/clock";
import { type CloudSimulator, type SimulatorOptions, startCloud } from "./cloud-simulator";
import { type FakeHomeAssistant, type FakeOptions, startFakeHomeAssistant } from "./fake-home-assistant";
import { watchLoopback } from "./loopback";

export interface WorldOptions {
  readonly cloud?: SimulatorOptions;
  readonly home?: FakeOptions;
  readonly bridge?: Partial<BridgeOptions>;
  /** Where the clock starts. @default 2026-11-21T12:00:00Z */
  readonly startsAt?: string;
}

export type World = Awaited<ReturnType<typeof createWorld>>;

/** Timers of Node itself (a server's idle connections) keep the real time, and so does what shows whether a world is stuck. */
const REAL = ["setImmediate", "clearImmediate", "nextTick", "queueMicrotask", "performance", "hrtime"] as const;
/** Longer than a command takes that is confirmed at all, and shorter than two polls. */
const LIMIT_SECONDS = 400;

export async function createWorld(options: WorldOptions = {}) {
  const { startsAt = "2026-11-21T12:00:00Z" } = options;
  jest.useFakeTimers({ now: Date.parse(startsAt), doNotFake: [...REAL] });
  const loopback = watchLoopback();
  const clock: Clock = {
    now: () => Date.now(),
    sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, Math.max(milliseconds, 0))),
  };
  const cloud: CloudSimulator = await startCloud({ now: clock.now, username: "u", password: "p", ...options.cloud });
  const home: FakeHomeAssistant = await startFakeHomeAssistant({ token: "token", now: clock.now, ...options.home });
  const folder = mkdtempSync(join(tmpdir(), "bridge-"));
  const log = pino({ level: process.env.WORLD_LOG ?? "silent" });
  const file = bridgeStateFile(folder, log);
  const begin = async () => {
    const bridge = createBridge({
      cloud: createCloud({
        url: cloud.url,
        gateway: cloud.gateway,
        zone: cloud.zone,
        username: () => "u",
        password: () => "p",
        login: "form",
        userAgent: "test",
        timeZone: "Europe/Zurich",
        clock,
        log,
      }),
      home: createHome({ url: home.url, token: () => "token", clock, log }),
      publisher: createRestPublisher({ url: home.url, token: () => "token", log, clock }),
      zone: cloud.zone,
      file: {
        read: () => loopback.withFiles(file.read()),
        write: (state) => loopback.withFiles(file.write(state)),
      },
      metrics: createMetrics(new Registry()),
      log,
      clock,
      pollSeconds: 300,
      confirmSeconds: [5, 15, 30, 60],
      timeZone: "Europe/Zurich",
      pricePerKwh: 0.1,
      ...options.bridge,
    });
    await bridge.start();
    return bridge;
  };
  let bridge = await begin();

  /** Lets time pass until it holds; false when it does not within the limit. */
  const play = async (holds: () => boolean, limitMs: number): Promise<boolean> => {
    const end = clock.now() + limitMs;
    const limit = setTimeout(() => {}, limitMs);
    for (;;) {
      await loopback.quiet();
      if (holds()) break;
      if (clock.now() >= end) return false;
      jest.advanceTimersToNextTimer();
    }
    clearTimeout(limit);
    return true;
  };
  const finish = async <T>(work: Promise<T>): Promise<T> => {
    let isOver = false;
    const over = () => {
      isOver = true;
    };
    work.then(over, over);
    await play(() => isOver, LIMIT_SECONDS * 1000);
    return work;
  };
  const until = async (what: string, holds: () => boolean, limitSeconds = LIMIT_SECONDS) => {
    if (!(await play(holds, limitSeconds * 1000)))
      throw new Error(`${what} did not come about; last command ${JSON.stringify(command())}, status ${home.state(STATUS)}`);
  };
  const STATUS = "sensor.boiler_bridge_status";
  const command = (): Readonly<Record<string, unknown>> => ({
    state: home.state("sensor.boiler_last_command"),
    ...home.attributes("sensor.boiler_last_command"),
  });
  return {
    cloud,
    home,
    clock,
    /** The bridge's volume. */
    folder,
    until,
    command,
    /** The command's end. */
    commandIs: (state: string, limitSeconds?: number) => until(`command ${state}`, () => command().state === state, limitSeconds),
    ready: () => until("the first reading", () => home.state("sensor.boiler_ch_comfort_temp") !== undefined && home.state(STATUS) === "ok"),
    pass: async (seconds: number) => void (await play(() => false, seconds * 1000)),
    /** In order; with what happens while it is away. */
    restartBridge: async (meanwhile = () => {}) => {
      await finish(bridge.close());
      meanwhile();
      bridge = await finish(begin());
    },
    close: async () => {
      try {
        await finish(bridge.close());
        await home.close();
        await cloud.close();
      } finally {
        loopback.close();
        jest.useRealTimers();
        rmSync(folder, { recursive: true });
      }
    },
  };
}
