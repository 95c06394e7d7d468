/** The Pushgateway, what jobs push to it, and what the rules make of that: the specification's table, happening. */
import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { Yaml } from "cdk8s";
import { curlLine } from "../../components/batch/foreign";
import { pushedSeries, pushgatewaySeries } from "../../components/batch/series";
import type { DeclaredJob } from "../../lib/batch/declaration";
import { type PushedSample, readPushed } from "../../lib/batch/pushed-groups";
import { heartbeatNames } from "../../lib/heartbeat";
import type { Scrape } from "../../lib/metrics/scrape";
import { type Series, seriesOf } from "../../lib/series";
import { examplePlatform, exampleSite } from "../example";
import { differences, parseExposition } from "../exposition";
import { freePort } from "../free-port";
import { memoryMib } from "../process-memory";
import { describeEngines, type RunningEngine, startProcess, temporaryFolder, waitUntil } from "./engine";
import { scrapeJob } from "./scrape-configuration";
import { type Series as Stored, startVictoriaMetrics, type VictoriaMetrics } from "./victoria-metrics";
import { replay, startVmalert, type Vmalert } from "./vmalert";

const PLATFORM = examplePlatform();
const RULES = Yaml.stringify(PLATFORM.manifests.find(({ file }) => file === "monitoring-rules/batch.yml")?.object.spec);

interface Gateway extends RunningEngine {
  readonly url: string;
  /** As our scripts push, and as one may that owns its group. @throws for what the gateway refuses */
  push(job: string, samples: Readonly<Record<string, number>>, method?: "POST" | "PUT"): Promise<void>;
  answer(): Promise<string>;
}

/** With what its pod is started with, its folder in place of the volume. */
async function startGateway(folder: string, port?: number): Promise<Gateway> {
  const address = `127.0.0.1:${port ?? (await freePort())}`;
  const url = `http://${address}`;
  const spec = PLATFORM.manifests.find(({ file }) => file === "monitoring-batch/deployment-pushgateway.yml")?.object.spec as {
    template: { spec: { containers: { args: string[] }[] } };
  };
  const args = (spec.template.spec.containers[0]?.args ?? []).map((arg) =>
    arg.replace(/^--web\.listen-address=.*/, `--web.listen-address=${address}`).replace("=/data/", `=${folder}/`),
  );
  const engine = await startProcess("pushgateway", args, { ready: `${url}/-/ready` });
  const ask = async (path: string, init?: RequestInit): Promise<string> => {
    const response = await fetch(`${url}${path}`, init);
    const text = await response.text();
    if (!response.ok) throw new Error(`${path} answers ${response.status}: ${text}`);
    return text;
  };
  return {
    ...engine,
    url,
    push: async (job, samples, method = "POST") => {
      const names = [...new Set(Object.keys(samples).map((sample) => sample.replace(/\{.*/, "")))];
      const lines = names.flatMap((name) => [
        `# TYPE ${name} gauge`,
        ...Object.entries(samples).flatMap(([sample, value]) => (sample.replace(/\{.*/, "") === name ? [`${sample} ${value}`] : [])),
      ]);
      await ask(`/metrics/job/${job}`, { method, body: `${lines.join("\n")}\n` });
    },
    answer: () => ask("/metrics"),
  };
}

/** What a run pushes. */
const run = (job: string, at: number, success: 0 | 1 = 1) => ({
  [heartbeatNames(job).lastRun]: at,
  [heartbeatNames(job).success]: success,
});

/** What the map pushes. */
const cadences = (all: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(all).map(([script, every]) => [`scheduler_schedule_interval_seconds{script="${script}"}`, every]));

/** Which script a CronJob of others runs, as the map pushes it. */
const cronJobs = (all: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(all).map(([cronjob, script]) => [`scheduler_cronjob_info{namespace="files",cronjob="${cronjob}",runs="${script}"}`, 1]),
  );

const declaredJob = (name: string): DeclaredJob => {
  const job = PLATFORM.batchJobs.find((one) => one.name === name);
  if (job === undefined) throw new Error(`the example declares no job "${name}"`);
  return job;
};

describeEngines(["pushgateway"], "the Pushgateway", () => {
  let gateway: Gateway;
  const folder = temporaryFolder();
  beforeAll(async () => {
    gateway = await startGateway(folder);
  });
  afterAll(() => gateway.stop());

  test("gives its own series and what batch jobs push, each with the group's job", async () => {
    const sample = ({ name, labels }: Series) => `${name}{${labels.map((label) => `${label}="one"`).join(",")}}`;
    const all = seriesOf(pushedSeries).filter(({ name }) => !/^(?:push_|scheduler_)/.test(name));
    await gateway.push("others", Object.fromEntries(all.map((series) => [sample(series), 1])));
    await gateway.push("backup-age", { 'storage_backup_age_days{volume="pvc-1"}': 3 });
    await gateway.push("cadence-map", { ...cadences({ "backup-age": 3600 }), ...cronJobs({ nightly: "thumbnails.py" }) }, "PUT");
    await gateway.push("own-cadence", { scheduler_schedule_interval_seconds: 86_400 });
    const text = await gateway.answer();
    expect(differences([...seriesOf(pushedSeries), ...seriesOf(pushgatewaySeries)], parseExposition(text))).toEqual([]);
    // the scrape has to keep `job`, and the empty `instance`, against its own
    expect(text).toContain('storage_backup_age_days{instance="",job="backup-age",volume="pvc-1"} 3');
  });

  test("a POST leaves the rest of a group alone, a PUT takes it away", async () => {
    await gateway.push("backup-nas", run("backup-nas", 1000));
    await gateway.push("backup-nas", { 'nas_snapshot_age_days{share="photos"}': 1 });
    expect(await gateway.answer()).toContain('backup_nas_last_run_success{instance="",job="backup-nas"} 1');
    await gateway.push("backup-nas", { 'nas_snapshot_age_days{share="photos"}': 1 }, "PUT");
    expect(await gateway.answer()).not.toContain('backup_nas_last_run_success{instance="",job="backup-nas"}');
  });

  test("keeps what was pushed when it starts again, and takes little", async () => {
    for (let job = 0; job < 30; job++) await gateway.push(`job-${job}`, { ...run(`job-${job}`, 1000), a_gauge_days: job });
    await gateway.stop();
    gateway = await startGateway(folder);
    for (let scrape = 0; scrape < 20; scrape++) await gateway.answer();
    expect(await gateway.answer()).toContain('a_gauge_days{instance="",job="job-29"} 29');
    // of the 64 MiB that it is limited to
    expect(memoryMib(gateway.pid, "VmHWM")).toBeLessThan(48);
  });
});

/** A series while its samples are gathered. */
interface Growing extends Stored {
  readonly samples: [number, number][];
}

const HOUR = 3600;
/** Where the time of these two and a half days begins. */
const BEGIN = 1_790_000_000;
const LENGTH = 60 * HOUR;
/** The hour in which somebody suspends a CronJob that is not called as its script. */
const SUSPENDED = 30;

describeEngines(["pushgateway", "victoria-metrics-1.150", "vmalert-1.150"], "two and a half days of batch jobs", () => {
  const fired: string[] = [];
  const first = new Map<string, number>();

  beforeAll(async () => {
    const [gateway, store] = await Promise.all([startGateway(temporaryFolder()), startVictoriaMetrics([], "victoria-metrics-1.150")]);
    const stored = new Map<string, Growing>();
    let samples: PushedSample[] = [];
    for (let minute = 0; minute * 60 <= LENGTH; minute++) {
      if (await happens(gateway, minute)) samples = readPushed(await gateway.answer());
      const up: PushedSample = { name: "up", labels: new Map([["job", "pushgateway"]]), value: 1 };
      const suspend: PushedSample = {
        name: "kube_cronjob_spec_suspend",
        labels: new Map(Object.entries({ job: "kube-state-metrics", namespace: "files", cronjob: "nightly" })),
        value: minute < SUSPENDED * 60 ? 0 : 1,
      };
      for (const { name, labels, value } of [...samples, up, suspend]) {
        // as the agent stores it: an empty label is none
        const own = { __name__: name, ...Object.fromEntries([...labels].filter(([, value]) => value !== "")) };
        const key = JSON.stringify(own);
        const series: Growing = stored.get(key) ?? { labels: own, samples: [] };
        series.samples.push([BEGIN + minute * 60, value]);
        stored.set(key, series);
      }
    }
    await store.importSeries([...stored.values()] satisfies Stored[]);
    const file = join(temporaryFolder(), "rules.yml");
    writeFileSync(file, RULES);
    const at = (seconds: number) => new Date((BEGIN + seconds) * 1000);
    const options = { from: at(0), to: at(LENGTH), interval: "1m", rulesDelay: "0s", program: "vmalert-1.150" } as const;
    const { code, output } = await replay({ ruleFiles: [file], storageUrl: store.url, ...options });
    if (code !== 0) throw new Error(output.slice(-2000));
    await store.flush();
    for (const { labels, samples: seen } of await store.query(`ALERTS{alertstate="firing"}[${LENGTH}s]`, BEGIN + LENGTH)) {
      const { alertname, job, component, severity } = labels;
      const alert = [alertname, job, component, severity].join(" | ");
      fired.push(alert);
      first.set(alert, ((seen[0]?.[0] ?? 0) - BEGIN) / HOUR);
    }
    await Promise.all([gateway.stop(), store.stop()]);
  }, 180_000);

  /** What is pushed in a minute; whether anything is. */
  async function happens({ push }: Gateway, minute: number): Promise<boolean> {
    const now = BEGIN + minute * 60;
    const hour = minute / 60;
    const isAt = (every: number, past: number) => minute % (every * 60) === past;
    const pushes: Promise<void>[] = [];
    // stops after 30 hours
    if (isAt(1, 17) && hour < 30) pushes.push(push("backup-age", run("backup-age", now)));
    // fails every time
    if (isAt(24, 57)) pushes.push(push("certificate-check", run("certificate-check", now, 0)));
    // pushes under another name than its script's
    if (isAt(6, 41)) pushes.push(push("backup_nas", run("backup_nas", now)));
    // wiped by another's PUT after 35 hours
    if (isAt(6, 49) && hour < 35) pushes.push(push("backup-offsite", run("backup-offsite", now)));
    if (minute === 35 * 60) pushes.push(push("backup-offsite", { 'offsite_copy_age_days{source="volumes"}': 1 }, "PUT"));
    // suspended after 20 hours
    if (isAt(6, 33) && hour < 20) pushes.push(push("backup-object-store", run("backup-object-store", now)));
    // new after 40
    if (isAt(1, 33) && hour >= 40) pushes.push(push("backup-configuration", run("backup-configuration", now)));
    // somebody else's, of which nobody said anything: one fails, one is wiped
    if (isAt(24, 120)) pushes.push(push("mirror", run("mirror", now, 0)));
    if (isAt(1, 5) && hour < 34) pushes.push(push("tidy", run("tidy", now)));
    if (minute === 34 * 60) pushes.push(push("tidy", { tidied_files: 1 }, "PUT"));
    // suspended before the next map, and run once by hand
    if ((isAt(1, 11) && hour < SUSPENDED) || minute === 50 * 60)
      pushes.push(push("thumbnails.py", run("thumbnails.py", now, hour < SUSPENDED ? 1 : 0)));
    // tells of its runs in milliseconds
    if (isAt(6, 100)) pushes.push(push("sync", run("sync", 1000 * now)));
    if (isAt(24, 237)) {
      const known = { "backup-age": HOUR, "certificate-check": 24 * HOUR, "backup-nas": 6 * HOUR, "backup-offsite": 6 * HOUR };
      const others = { mirror: 24 * HOUR, tidy: HOUR, "no-heartbeat": HOUR, "cadence-map": 24 * HOUR };
      const suspended = { sync: 6 * HOUR, ...(hour < SUSPENDED && { "thumbnails.py": HOUR }) };
      const later = {
        ...suspended,
        ...(hour < 20 && { "backup-object-store": 6 * HOUR }),
        ...(hour >= 40 && { "backup-configuration": HOUR }),
      };
      pushes.push(
        push("cadence-map", {
          ...run("cadence-map", now),
          ...cadences({ ...known, ...others, ...later }),
          ...cronJobs({ nightly: "thumbnails.py" }),
        }),
      );
    }
    await Promise.all(pushes);
    return pushes.length > 0;
  }

  test("alert on what stops, fails, is misnamed or wiped, each on its own component, and on nothing else", () => {
    expect([...new Set(fired)].sort()).toEqual([
      "BatchJobCadenceMissing | backup_nas | Platform | warning",
      "BatchJobFailed | certificate-check | Platform | warning",
      "BatchJobFailed | mirror | Platform | warning",
      "BatchJobHeartbeatLost | tidy | Platform | warning",
      "BatchJobNeverRan | backup-nas | Backups | warning",
      "BatchJobNeverRan | backup-offsite | Backups | warning",
      "BatchJobStale | backup-age | Backups | warning",
      "BatchJobTimeAhead | sync | Platform | warning",
    ]);
  });

  test.each([
    ["two hours after the last run of an hourly job", "BatchJobStale | backup-age | Backups | warning", 31.28, 31.35],
    ["with the first run that fails", "BatchJobFailed | certificate-check | Platform | warning", 0.94, 1],
    ["a day after a misnamed job was first scheduled", "BatchJobNeverRan | backup-nas | Backups | warning", 30.4, 30.6],
    [
      "a day after a name that no schedule knows was first heard of",
      "BatchJobCadenceMissing | backup_nas | Platform | warning",
      27.1,
      27.3,
    ],
    ["half an hour after a PUT", "BatchJobNeverRan | backup-offsite | Backups | warning", 35.4, 35.6],
    ["half an hour after a PUT to a job that nobody declared", "BatchJobHeartbeatLost | tidy | Platform | warning", 34.4, 34.6],
  ])("%s", (_, alert, from, to) => {
    expect(first.get(alert)).toBeGreaterThan(from);
    expect(first.get(alert)).toBeLessThan(to);
  });
});

describeEngines(
  ["pushgateway", "vmagent-1.150", "victoria-metrics-1.150", "vmalert-1.150"],
  "from a job in any language to an alert",
  () => {
    const closing: (() => unknown)[] = [];
    let gateway: Gateway;
    let store: VictoriaMetrics;
    let vmalert: Vmalert;
    let port = 0;

    beforeAll(async () => {
      port = await freePort();
      gateway = await startGateway(temporaryFolder(), port);
      store = await startVictoriaMetrics([], "victoria-metrics-1.150");
      const folder = temporaryFolder();
      const scrape = PLATFORM.scrapes.find(({ name }) => name === "pushgateway") as Scrape;
      writeFileSync(
        join(folder, "agent.yml"),
        JSON.stringify({ scrape_configs: [{ ...scrapeJob(scrape, { port }), scrape_interval: "1s" }] }),
      );
      writeFileSync(join(folder, "rules.yml"), RULES);
      const agentAddress = `127.0.0.1:${await freePort()}`;
      const agent = await startProcess(
        "vmagent-1.150",
        [
          `-httpListenAddr=${agentAddress}`,
          `-promscrape.config=${join(folder, "agent.yml")}`,
          `-remoteWrite.url=${store.url}/api/v1/write`,
          `-remoteWrite.tmpDataPath=${temporaryFolder()}`,
          "-remoteWrite.flushInterval=200ms",
        ],
        { ready: `http://${agentAddress}/health` },
      );
      vmalert = await startVmalert({
        program: "vmalert-1.150",
        ruleFiles: [join(folder, "rules.yml")],
        datasourceUrl: store.url,
        args: ["-datasource.queryStep=10s", "-rule.evalDelay=0s"],
      });
      closing.push(...[vmalert, agent, store].map((one) => () => one.stop()), () => gateway.stop());
    }, 60_000);
    afterAll(async () => {
      for (const close of closing) await close();
    });

    const firing = async () =>
      (await vmalert.alerts())
        .filter(({ state }) => state === "firing")
        .map(({ name, labels }) => `${name} | ${labels.job} | ${labels.component}`)
        .sort();

    test("the line that INSTALL.md gives tells how the job ended, and ends as it did", async () => {
      const line = curlLine(declaredJob("backup-volumes.sh"), exampleSite()).replace("http://pushgateway.monitoring.svc:9091", gateway.url);
      const ended = async (code: number, shell: string) =>
        promisify(execFile)(shell, ["-c", `(exit ${code})\n${line}`]).then(
          () => 0,
          ({ code }: { readonly code: number }) => code,
        );
      for (const shell of ["sh", "bash"]) {
        expect(await ended(0, shell)).toBe(0);
        expect(await gateway.answer()).toContain('backup_volumes_sh_last_run_success{instance="",job="backup-volumes.sh"} 1');
        expect(await ended(3, shell)).toBe(3);
        expect(await gateway.answer()).toContain('backup_volumes_sh_last_run_success{instance="",job="backup-volumes.sh"} 0');
      }
    });

    test("is told of its component, within moments, through the agent that keeps the labels", async () => {
      const now = Math.floor(Date.now() / 1000);
      await gateway.push("ntp-clients", run("ntp-clients", now - 2 * HOUR - 5));
      await gateway.push("cadence-map", {
        ...run("cadence-map", now),
        ...cadences({ "ntp-clients": HOUR, "backup-volumes.sh": 24 * HOUR }),
      });
      await waitUntil(
        async () => (await firing()).length === 2,
        () => "not exactly two alerts fire",
        20_000,
      );
      expect(await firing()).toEqual(["BatchJobFailed | backup-volumes.sh | Backups", "BatchJobStale | ntp-clients | NTP"]);
    });

    test("of a time that is no figure the store keeps nothing: to all alerts the job tells of no run", async () => {
      await gateway.push("tidy", run("tidy", Number.NaN));
      const found = async (name: string) => (await store.query(`${name}{job="tidy"}`, Date.now() / 1000)).length;
      await waitUntil(
        async () => (await found("tidy_last_run_success")) > 0,
        () => "the push is not in the store",
        20_000,
      );
      expect(await found("tidy_last_run_timestamp_seconds")).toBe(0);
    });
  },
);
