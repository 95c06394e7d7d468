/** The bridge between a simulated cloud and a stand-in for Home Assistant, with time that runs faster. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import { Registry } from "prom-client";
import { type BridgeOptions, createBridge } from "../../components/boiler-bridge/service/bridge";
import { bridgeStateFile } from "../../components/boiler-bridge/service/bridge-state";
import { type CloudOptions, createCloud } from "../../components/boiler-bridge/service/cloud/client";
import { createHome } from "../../components/boiler-bridge/service/home/home-assistant";
import { createRestPublisher } from "../../components/boiler-bridge/service/home/rest-publisher";
import { createMetrics } from "../../components/boiler-bridge/service/metrics";
import type { Clock } from "../../lib/service/clock";
import { type CloudSimulator, type SimulatorOptions, startCloud } from "./cloud-simulator";
import { type FakeHomeAssistant, type FakeOptions, startFakeHomeAssistant } from "./fake-home-assistant";

export interface WorldOptions {
  readonly cloud?: SimulatorOptions;
  readonly home?: FakeOptions;
  readonly bridge?: Partial<BridgeOptions>;
  /** In real milliseconds. @default - the client's */
  readonly deadlinesMs?: CloudOptions["deadlinesMs"];
  /** Where the clock starts. @default 2026-11-21T12:00:00Z */
  readonly startsAt?: string;
  /** How much faster time runs. @default 50 */
  readonly speed?: number;
}

export type World = Awaited<ReturnType<typeof createWorld>>;

export async function createWorld(options: WorldOptions = {}) {
  const { speed = 50, startsAt = "2026-11-21T12:00:00Z" } = options;
  const began = performance.now();
  const clock: Clock = {
    now: () => Date.parse(startsAt) + (performance.now() - began) * speed,
    sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, Math.max(milliseconds, 0) / speed)),
  };
  const cloud: CloudSimulator = await startCloud({ now: clock.now, username: "u", password: "p", ...options.cloud });
  const home: FakeHomeAssistant = await startFakeHomeAssistant({ token: "token", now: clock.now, ...options.home });
  const folder = mkdtempSync(join(tmpdir(), "bridge-"));
  const log = pino({ level: process.env.WORLD_LOG ?? "silent" });
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
        ...(options.deadlinesMs && { deadlinesMs: options.deadlinesMs }),
      }),
      home: createHome({ url: home.url, token: () => "token", clock, log }),
      publisher: createRestPublisher({ url: home.url, token: () => "token", log, clock }),
      zone: cloud.zone,
      file: bridgeStateFile(folder, log),
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
  const until = async (what: string, holds: () => boolean, limitMs = 8000) => {
    const end = performance.now() + limitMs;
    while (!holds()) {
      if (performance.now() > end)
        throw new Error(`${what} did not come about; last command ${JSON.stringify(command())}, status ${home.state(STATUS)}`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
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
    commandIs: (state: string) => until(`command ${state}`, () => command().state === state),
    ready: () => until("the first reading", () => home.state("sensor.boiler_ch_comfort_temp") !== undefined && home.state(STATUS) === "ok"),
    /** Seconds of the world. */
    pass: (seconds: number) => clock.sleep(seconds * 1000),
    /** In order; with what happens while it is away. */
    restartBridge: async (meanwhile = () => {}) => {
      await bridge.close();
      meanwhile();
      bridge = await begin();
    },
    close: async () => {
      await bridge.close();
      await home.close();
      await cloud.close();
      rmSync(folder, { recursive: true });
    },
  };
}
