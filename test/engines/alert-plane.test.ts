/** The alert manager with the generated routing, our two services as they are built, and what stands behind them. */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import * as fc from "fast-check";
import { alertmanagerConfig } from "../../lib/alerts/alertmanager-config";
import type { Route, Routing } from "../../lib/alerts/routing";
import { hours, seconds } from "../../lib/duration";
import { nodeArguments } from "../../lib/service/node-flags";
import { COMPONENTS, type Component } from "../../lib/site/component";
import { examplePlatform, exampleSite, ROOT } from "../example";
import { freePort } from "../free-port";
import { type PageServer, startPageServer } from "../status-page/page-server";
import { type Alertmanager, type AlertmanagerVersion, startAlertmanager } from "./alertmanager";
import { describeEngines, type RunningEngine, startProgram, temporaryFolder, waitUntil } from "./engine";

const site = exampleSite();
const { routing } = examplePlatform();

/** The generated configuration with its receivers on loopback; 0.25 knows no Pushover keys in files. */
function writeConfig(scaled: Routing, urls: Readonly<Record<string, string>>, version: AlertmanagerVersion): string {
  const path = join(temporaryFolder(), "alertmanager.yml");
  const local = Object.entries(urls).reduce((text, [from, to]) => text.replaceAll(from, to), alertmanagerConfig(scaled));
  writeFileSync(path, version === "0.25" ? local.replace(/(user_key|token)_file: .*/g, "$1: none") : local);
  return path;
}

/** The same tree, told at once and every second, so that a test need not wait for minutes. */
function hurried(route: Route): Route {
  return { ...route, groupWait: seconds(0), groupInterval: seconds(1), repeatInterval: hours(1), routes: route.routes?.map(hurried) };
}

const service = (name: string) => join(ROOT, "build", "images", name, "server.cjs");

async function startService(name: string, port: number, env: Readonly<Record<string, string>>): Promise<RunningEngine> {
  return startProgram(process.execPath, nodeArguments(service(name)), {
    ready: `http://127.0.0.1:${port}/readyz`,
    env: { PORT: String(port), HOST: "127.0.0.1", ...env },
  });
}

beforeAll(() => {
  execFileSync(process.execPath, ["bin/belfry.cjs", "build"], { cwd: ROOT });
});

describeEngines(["alertmanager", "alertmanager-0.25"], "the status page tells the worst of what fires", () => {
  interface Step {
    readonly component: Component;
    readonly severity: "critical" | "warning" | "info";
    readonly alert: number;
    readonly isFiring: boolean;
    readonly restarts: boolean;
  }

  const step: fc.Arbitrary<Step> = fc.record({
    component: fc.constantFrom(...COMPONENTS),
    severity: fc.constantFrom("critical", "warning", "info"),
    alert: fc.nat(2),
    isFiring: fc.boolean(),
    restarts: fc.integer({ min: 0, max: 14 }).map((n) => n === 0),
  });

  /** What the page must show in the end, by what was last said of each alert. */
  function worstOf(steps: readonly Step[]): Record<string, string> {
    const last = new Map(steps.map((one) => [`${one.component} ${one.severity} ${one.alert}`, one]));
    const firing = [...last.values()].filter(({ isFiring }) => isFiring);
    return Object.fromEntries(
      COMPONENTS.map((component) => {
        const severities = firing.filter((one) => one.component === component).map(({ severity }) => severity);
        const status = severities.includes("critical")
          ? "major_outage"
          : severities.includes("warning")
            ? "degraded_performance"
            : "operational";
        return [component, status];
      }),
    );
  }

  const shown = (page: PageServer): Record<string, string> => Object.fromEntries(page.components.map(({ name, status }) => [name, status]));

  async function runStorm(version: AlertmanagerVersion, replicas: number, steps: readonly Step[]): Promise<void> {
    const page = await startPageServer({ components: COMPONENTS, requestsPerMinute: 6000 });
    // a page that behaves as documented on a bad day: errors, lost answers, a limit
    page.fault = () => {
      const nth = page.requests.length;
      if (nth % 7 === 0) return { status: 500 };
      if (nth % 11 === 0) return { isLost: true, isApplied: nth % 2 === 0 };
      return nth % 13 === 0 ? { status: 429, headers: { "retry-after": "1" } } : undefined;
    };
    const port = await freePort();
    const config = writeConfig(
      { ...routing, root: hurried(routing.root) },
      { [site.urls.status_page_url ?? ""]: `http://127.0.0.1:${port}`, [site.urls.dead_man_url]: "http://127.0.0.1:9" },
      version,
    );
    const gossipPorts = await Promise.all(Array.from({ length: replicas }, freePort));
    const managers: Alertmanager[] = [];
    for (const gossip of gossipPorts) {
      managers.push(await startAlertmanager(config, version, replicas > 1 ? { port: gossip, peers: gossipPorts } : undefined));
    }
    const folder = temporaryFolder();
    writeFileSync(join(folder, "components.json"), JSON.stringify(page.ids));
    const start = () =>
      startService("status-page", port, {
        ALERTMANAGER_URL: managers[0]?.url ?? "",
        STATUSPAGE_URL: page.url,
        STATUSPAGE_PAGE_ID: page.pageId,
        STATUSPAGE_TOKEN: page.token,
        COMPONENTS_FILE: join(folder, "components.json"),
        HOLD_SECONDS: "1",
        RESYNC_SECONDS: "2",
        ALERTMANAGER_SETTLE_SECONDS: "3",
        MIN_CALL_INTERVAL_MS: "20",
        LOG_LEVEL: "error",
      });

    let adapter = await start();
    for (const { component, severity, alert, isFiring, restarts } of steps) {
      const labels = { alertname: `Storm${alert}`, component, severity, team: "ops" };
      const end = new Date(Date.now() + (isFiring ? 3_600_000 : -1000)).toISOString();
      const begin = new Date(Date.now() - 60_000).toISOString();
      for (const manager of managers) await manager.postAlerts([{ labels, startsAt: begin, endsAt: end }]);
      if (restarts) {
        process.kill(adapter.pid, "SIGKILL");
        await adapter.stop();
        adapter = await start();
      }
    }
    const expected = worstOf(steps);
    await waitUntil(
      () => JSON.stringify(shown(page)) === JSON.stringify(expected),
      () => `the page shows ${JSON.stringify(shown(page))}, what fires is ${JSON.stringify(expected)}`,
      60_000,
    );
    expect(page.mostAtOnce).toBe(1);
    await Promise.all([adapter, ...managers].map((one) => one.stop()));
    await page.close();
  }

  const [first = [], second = [], third = []] = fc.sample(fc.array(step, { minLength: 40, maxLength: 60 }), {
    numRuns: 3,
  });

  test.each<[string, AlertmanagerVersion, number, readonly Step[]]>([
    ["one Alertmanager", "0.31", 1, first],
    ["two Alertmanagers in a cluster, which tell it twice", "0.31", 2, second],
    ["Debian's older Alertmanager", "0.25", 1, third],
  ])("through a storm with an adapter that is killed, behind %s", async (_, version, replicas, steps) => {
    expect(steps.some(({ restarts }) => restarts)).toBe(true);
    await runStorm(version, replicas, steps);
  });
});

describeEngines(["alertmanager"], "the dead-man switch", () => {
  /** A second stands for a minute, as in the measurements behind the timing. */
  const scaled = (route: Route): Route =>
    route.receiver === "dead-man"
      ? { ...route, groupInterval: seconds(2), repeatInterval: seconds(7) }
      : { ...route, routes: route.routes?.map(scaled) };

  test("is pinged at a steady pace while the heartbeat fires, and no more when it ends", async () => {
    const pings: number[] = [];
    const target = createServer((_, response) => {
      pings.push(Date.now());
      response.end("OK");
    });
    const targetPort = await freePort();
    await new Promise<void>((resolve) => target.listen(targetPort, "127.0.0.1", resolve));
    const port = await freePort();
    await startService("dead-man", port, { WATCHDOG_PING_URL: `http://127.0.0.1:${targetPort}/ping`, LOG_LEVEL: "error" });
    const config = writeConfig(
      { ...routing, root: scaled(routing.root) },
      { [site.urls.dead_man_url]: `http://127.0.0.1:${port}` },
      "0.31",
    );
    const alertmanager = await startAlertmanager(config);
    const heartbeat = (endsAt: number) =>
      alertmanager.postAlerts([
        {
          labels: { alertname: "WatchdogOps", severity: "info", component: "Platform", team: "ops" },
          startsAt: new Date(Date.now() - 60_000).toISOString(),
          endsAt: new Date(endsAt).toISOString(),
        },
      ]);

    await heartbeat(Date.now() + 3_600_000);
    await waitUntil(
      () => pings.length >= 4,
      () => `only ${pings.length} pings came`,
      40_000,
    );
    const gaps = pings.slice(1, 4).map((at, index) => (at - (pings[index] ?? 0)) / 1000);
    // two and seven give eight: the scale model of 1m and 3m30s, which give four minutes
    for (const gap of gaps) expect(Math.abs(gap - 8)).toBeLessThan(0.5);

    await heartbeat(Date.now() - 1000);
    const known = pings.length;
    const quietUntil = Date.now() + 10_000;
    await waitUntil(
      () => Date.now() > quietUntil,
      () => "time stands still",
      20_000,
    );
    expect(pings).toHaveLength(known);
    target.close();
  });
});
