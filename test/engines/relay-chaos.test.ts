/** The built relay between an aggregator that keeps what is not taken and an Alertmanager that comes and goes: no matching event is lost. */
import { execFileSync } from "node:child_process";
import { createServer, type Server } from "node:http";
import { join } from "node:path";
import { z } from "zod";
import { nodeArguments } from "../../lib/service/node-flags";
import { ROOT } from "../example";
import { freePort } from "../free-port";
import { type RunningEngine, startProgram } from "./engine";

/** How often something is killed before the load ends. */
const FAULTS = 40;
const EVENTS = 50;
const WORKERS = 6;
/** One event in so many matches. */
const MATCHING = 5;

const posted = z.array(z.object({ labels: z.record(z.string(), z.string()) }));
const podOf = (chunk: number, event: number): string => `web-${chunk}-${event}`;

/** Pseudo-random and the same in every run. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function makeChunk(chunk: number): string {
  return JSON.stringify(
    Array.from({ length: EVENTS }, (_, event) => ({
      log: event % MATCHING === 0 ? "OSError: [Errno 5] Input/output error" : "GET /healthz 200",
      kubernetes: { namespace_name: "git", pod_name: podOf(chunk, event), container_name: "web" },
    })),
  );
}

/** An Alertmanager that remembers only what it has answered with 200. */
class FlakyAlertmanager {
  readonly taken = new Set<string>();
  #server: Server | undefined;

  constructor(private readonly port: number) {}

  async start(): Promise<void> {
    const server = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on("data", (part: Buffer) => parts.push(part));
      request.on("end", () => {
        const alerts = posted.parse(JSON.parse(Buffer.concat(parts).toString()));
        response.end(() => {
          for (const { labels } of alerts) this.taken.add(labels.pod ?? "?");
        });
      });
    });
    this.#server = server;
    await new Promise<void>((resolve) => server.listen(this.port, "127.0.0.1", resolve));
  }

  async kill(): Promise<void> {
    const server = this.#server;
    server?.closeAllConnections();
    await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
  }
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

test("with relay and Alertmanager killed at random moments under load, every matching event ends as an alert", async () => {
  execFileSync(process.execPath, ["bin/belfry.cjs", "build"], { cwd: ROOT });
  const [port, alertmanagerPort] = [await freePort(), await freePort()];
  const alertmanager = new FlakyAlertmanager(alertmanagerPort);
  await alertmanager.start();
  const start = (): Promise<RunningEngine> =>
    startProgram(process.execPath, nodeArguments(join(ROOT, "build/images/relay/server.cjs")), {
      ready: `http://127.0.0.1:${port}/readyz`,
      env: { PORT: String(port), HOST: "127.0.0.1", ALERTMANAGER_URL: `http://127.0.0.1:${alertmanagerPort}`, LOG_LEVEL: "silent" },
    });
  let relay = await start();

  const refused: number[] = [];
  let next = 0;
  const delivered: number[] = [];
  let faults = 0;
  const aggregate = async (): Promise<void> => {
    for (let chunk = next++; faults < FAULTS; chunk = next++) {
      const body = makeChunk(chunk);
      for (;;) {
        const status = await fetch(`http://127.0.0.1:${port}/ingest`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body,
        }).then(
          async (response) => {
            await response.arrayBuffer();
            return response.status;
          },
          () => 0,
        );
        if (status >= 200 && status < 300) break;
        // what the aggregator does not try again is lost
        if (status >= 400 && status < 500) refused.push(status);
        await pause(20);
      }
      delivered.push(chunk);
      await pause(15);
    }
  };

  const dice = random(20_261_121);
  const sabotage = async (): Promise<void> => {
    while (faults < FAULTS) {
      await pause(50 + dice() * 250);
      const [hitsRelay, hitsAlertmanager] = [dice() < 0.5, dice() < 0.6];
      if (hitsAlertmanager) await alertmanager.kill();
      if (hitsRelay) process.kill(relay.pid, "SIGKILL");
      await pause(dice() * 300);
      if (hitsRelay) {
        await relay.stop();
        relay = await start();
      }
      if (hitsAlertmanager) await alertmanager.start();
      faults += Number(hitsRelay) + Number(hitsAlertmanager);
    }
  };

  await Promise.all([sabotage(), ...Array.from({ length: WORKERS }, aggregate)]);

  const matching = delivered.flatMap((chunk) => Array.from({ length: EVENTS / MATCHING }, (_, n) => podOf(chunk, n * MATCHING)));
  const lost = matching.filter((pod) => !alertmanager.taken.has(pod));
  expect(refused).toEqual([]);
  expect(lost).toEqual([]);
  expect(matching.length).toBeGreaterThan(1000);
  console.log(`${delivered.length} chunks, ${matching.length} matching events, ${faults} kills, ${lost.length} lost`);
  await relay.stop();
  await alertmanager.kill();
});
