/** The bridge as it runs, between a simulated cloud and a stand-in for Home Assistant. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { nodeArguments } from "../lib/service/node-flags";
import { startCloud } from "../test/boiler-bridge/cloud-simulator";
import { startFakeHomeAssistant } from "../test/boiler-bridge/fake-home-assistant";
import { startProgram, temporaryFolder, waitUntil } from "../test/engines/engine";
import { memoryMib } from "../test/process-memory";
import type { Row } from "./row";

const SERVER = join(__dirname, "..", "build", "images", "boiler-bridge", "server.cjs");
const CHANGES = ["Comfort", "Reduced", "Protection", "Automatic"];
/** What a write takes to the boiler (boiler specification, part 3). */
const BOILER_MS = 5_000;
const CONFIRM_SECONDS = [5, 6, 7, 8, 9, 10, 15, 30];
const POLL_SECONDS = 2;
const STEADY_POLLS = 10;

export async function benchBoilerBridge(): Promise<Row[]> {
  if (!existsSync(SERVER)) throw new Error(`${SERVER} is missing; run npm run build first`);
  const cloud = await startCloud({ visibleAfterMs: BOILER_MS });
  const home = await startFakeHomeAssistant();
  const began = performance.now();
  const bridge = await startProgram(process.execPath, nodeArguments(SERVER), {
    env: {
      PORT: "0",
      HOST: "127.0.0.1",
      BOILER_CLOUD_URL: cloud.url,
      BOILER_GATEWAY: cloud.gateway,
      BOILER_USERNAME: "user@example.org",
      BOILER_PASSWORD: "s3cret-pass",
      BOILER_POLL_SECONDS: String(POLL_SECONDS),
      BOILER_ALLOW_FAST_POLL: "1",
      BOILER_CONFIRM_SECONDS: CONFIRM_SECONDS.join(","),
      HASS_URL: home.url,
      HASS_TOKEN: "good-token",
      STATE_DIR: temporaryFolder(),
    },
    ready: /"msg":"listening"/,
  });
  const startMs = performance.now() - began;
  const untilHome = (entityId: string, state: string) =>
    waitUntil(
      () => home.state(entityId) === state,
      () => `${entityId} is ${home.state(entityId)} and not ${state}`,
    );
  try {
    await untilHome("sensor.boiler_bridge_status", "ok");
    const requests = cloud.journal.entries.length;
    await new Promise((resolve) => setTimeout(resolve, STEADY_POLLS * POLL_SECONDS * 1000));
    const perPoll = (cloud.journal.entries.length - requests) / STEADY_POLLS;

    const [toWrite, toConfirmed]: [number[], number[]] = [[], []];
    for (const option of CHANGES) {
      const writes = cloud.journal.writes().length;
      const changed = performance.now();
      home.changeAsUser("zone_mode_set", option);
      await waitUntil(
        () => cloud.journal.writes().length > writes,
        () => "nothing is written",
      );
      toWrite.push((performance.now() - changed) / 1000);
      await untilHome("sensor.boiler_zone_mode", option);
      await untilHome("sensor.boiler_last_command", "confirmed");
      toConfirmed.push((performance.now() - changed) / 1000);
    }
    return [
      { name: "boiler bridge, helper change to cloud write, slowest", value: Math.max(...toWrite), unit: "s", goal: "< 3" },
      {
        name: `boiler bridge, helper change to confirmed, boiler slow by ${BOILER_MS / 1000} s, slowest`,
        value: Math.max(...toConfirmed),
        unit: "s",
      },
      { name: "boiler bridge, requests per poll in the steady state", value: perPoll, unit: "requests", goal: "<= 1" },
      { name: "boiler bridge, memory", value: memoryMib(bridge.pid, "VmRSS"), unit: "MiB", goal: "< 70" },
      { name: "boiler bridge, process start to listening", value: Math.round(startMs), unit: "ms" },
    ];
  } finally {
    await bridge.stop();
    await home.close();
    await cloud.close();
  }
}
