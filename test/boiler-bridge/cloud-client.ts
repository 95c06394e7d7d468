/** A client of the simulated cloud, for tests: a clock whose sleep takes no time, and everything that was logged. */
import { Writable } from "node:stream";
import pino from "pino";
import { type CloudOptions, createCloud } from "../../components/boiler-bridge/service/cloud/client";
import { CloudError } from "../../components/boiler-bridge/service/cloud/cloud";
import type { Clock } from "../../lib/service/clock";
import { type CloudSimulator, type SimulatorOptions, startCloud } from "./cloud-simulator";

export interface FakeClock extends Clock {
  readonly slept: number[];
  readonly pass: (milliseconds: number) => void;
}

export function fakeClock(start = "2026-08-20T12:00:00Z"): FakeClock {
  let now = Date.parse(start);
  const slept: number[] = [];
  return {
    slept,
    now: () => now,
    pass: (milliseconds) => {
      now += milliseconds;
    },
    sleep: async (milliseconds) => {
      slept.push(milliseconds);
      now += milliseconds;
    },
  };
}

export const PASSWORD = "s3cret-pass";
export const USERNAME = "user@example.org";

const cleanups: (() => Promise<void> | void)[] = [];

/** To be called in afterEach. */
export async function closeClouds(): Promise<void> {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
}

export async function startClient(settings: { simulator?: SimulatorOptions; client?: Partial<CloudOptions> } = {}) {
  const clock = fakeClock();
  const simulator: CloudSimulator = await startCloud({ now: clock.now, ...settings.simulator });
  const lines: string[] = [];
  const outcomes: string[] = [];
  const log = pino(
    { level: "trace" },
    new Writable({ write: (chunk, _encoding, done) => done(lines.push(String(chunk)) < 0 ? new Error() : null) }),
  );
  const cloud = createCloud({
    url: simulator.url,
    gateway: simulator.gateway.toLowerCase(),
    zone: simulator.zone,
    username: () => USERNAME,
    password: () => PASSWORD,
    login: "form",
    userAgent: "boiler-bridge-test",
    timeZone: "Europe/Zurich",
    clock,
    log,
    onCall: (call, outcome) => outcomes.push(`${call} ${outcome}`),
    ...settings.client,
  });
  cleanups.push(() => simulator.close(), cloud.close);
  return { simulator, cloud, clock, lines, outcomes };
}

/** The failure that a call ends with; a test fails when it ends well. */
export async function failureOf(call: Promise<unknown>): Promise<CloudError> {
  const result = await call.then(
    () => "it ended well",
    (error: unknown) => error,
  );
  if (result instanceof CloudError) return result;
  throw new Error(`expected a CloudError: ${String(result)}`);
}
