import { spawn } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Alertmanager, checkConfig, routesTest, startAlertmanager } from "./alertmanager";
import { type ApiServer, startApiServer } from "./api-server";
import { describeEngines, enginePath, runEngine, startProcess, temporaryFolder, waitUntil } from "./engine";
import { checkRules, testRules } from "./promtool";
import { rubyMatches, runRuby } from "./ruby";
import { startVictoriaMetrics, type VictoriaMetrics } from "./victoria-metrics";
import { dryRun, replay, startVmalert } from "./vmalert";

const CRDS = process.env.BELFRY_CRDS ?? join(__dirname, "../../../shared/crds");

function file(name: string, text: string): string {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, text);
  return path;
}

/** A process that ended but wasn't collected by its new parent yet (state Z) counts as gone. */
function isAlive(pid: number): boolean {
  const status = `/proc/${pid}/status`;
  return existsSync(status) && !/^State:\s+Z/m.test(readFileSync(status, "utf8"));
}

const RULES = `
groups:
  - name: storage
    interval: 1m
    rules:
      - alert: VolumeFull
        expr: used > 9
        for: 2m
        labels: { severity: warning }
        annotations: { summary: '{{ $labels.volume }} is full' }
`;

describe("the harness", () => {
  test("names the command that installs a missing engine", () => {
    const before = process.env.BELFRY_ENGINES;
    process.env.BELFRY_ENGINES = "/nowhere";
    try {
      expect(() => enginePath("etcd")).toThrow('engine "etcd" is not at /nowhere/bin/etcd; run `test/engines/install`');
    } finally {
      if (before === undefined) delete process.env.BELFRY_ENGINES;
      else process.env.BELFRY_ENGINES = before;
    }
  });

  test("waits until a condition holds, and says what it waited for", async () => {
    let calls = 0;
    await waitUntil(
      () => {
        calls += 1;
        if (calls === 1) throw new Error("not yet");
        return calls > 2;
      },
      () => "never",
    );
    expect(calls).toBe(3);
    await expect(
      waitUntil(
        () => false,
        () => "the moon is not full",
        0,
      ),
    ).rejects.toThrow("the moon is not full");
  });
});

describeEngines(["ruby"], "processes", () => {
  test("a server is ready when its output says so, and is gone after stop", async () => {
    const logFile = join(temporaryFolder(), "log");
    const engine = await startProcess("ruby", ["-e", "puts ENV['WORD']; $stdout.flush; sleep"], {
      ready: /hello/,
      env: { WORD: "hello" },
      logFile,
    });
    expect(isAlive(engine.pid)).toBe(true);
    await engine.stop();
    await engine.stop();
    expect(isAlive(engine.pid)).toBe(false);
    expect(existsSync(logFile)).toBe(true);
  });

  test("an engine that ends during its start is an error with its last words", async () => {
    await expect(startProcess("ruby", ["-e", "abort 'no such flag'"], { ready: () => false })).rejects.toThrow(
      /engine "ruby" ended during its start with code 1:\nno such flag/,
    );
  });

  test("an engine that ignores SIGTERM is killed", async () => {
    const engine = await startProcess("ruby", ["-e", "trap('TERM') {}; puts 'up'; $stdout.flush; loop { sleep }"], { ready: /up/ });
    await engine.stop();
    expect(isAlive(engine.pid)).toBe(false);
  });

  test("an engine dies with the process that started it, even when that one is killed", async () => {
    const script = `
      const { startProcess } = require("./engine.ts");
      startProcess("ruby", ["-e", "sleep"], { ready: () => true }).then(({ pid }) => console.log(pid));
    `;
    const parent = spawn(process.execPath, ["--import", "tsx", "--input-type=commonjs", "--eval", script], { cwd: __dirname });
    const said = new Promise<string>((resolve) => {
      let output = "";
      parent.stderr.on("data", (chunk: Buffer) => {
        output += chunk;
      });
      parent.stdout.on("data", (chunk: Buffer) => resolve(String(chunk)));
      parent.on("close", () => resolve(output));
    });
    const pid = Number(await said);
    if (Number.isNaN(pid)) throw new Error(`the parent started no engine: ${await said}`);
    expect(isAlive(pid)).toBe(true);
    parent.kill("SIGKILL");
    await waitUntil(
      () => !isAlive(pid),
      () => `process ${pid} outlived its parent`,
      5_000,
    );
  });
});

describeEngines(["ruby"], "ruby", () => {
  test("answers JSON with JSON, whatever the locale", async () => {
    expect(await runRuby("puts JSON.generate(JSON.parse($stdin.read).reverse)", ["é", 1])).toEqual([1, "é"]);
  });

  test("reads patterns as the aggregator does: ^ matches after every line break", async () => {
    const answers = await rubyMatches([
      { pattern: "^b", lines: ["a\nb", "ab"] },
      { pattern: "(", lines: [] },
    ]);
    expect(answers).toEqual([[true, false], { error: expect.stringContaining("unmatched") }]);
  });
});

describeEngines(["promtool"], "promtool", () => {
  const storageTests = (value: number) => `
rule_files: [rules.yml]
tests:
  - input_series: [{ series: 'used{volume="a"}', values: "${value}x9" }]
    alert_rule_test:
      - eval_time: 5m
        alertname: VolumeFull
        exp_alerts: [{ exp_labels: { severity: warning, volume: a }, exp_annotations: { summary: a is full } }]
`;

  test("accepts a rule file and refuses a broken expression", async () => {
    expect((await checkRules(file("rules.yml", RULES))).code).toBe(0);
    const { code, output } = await checkRules(file("rules.yml", RULES.replace("used > 9", "used >")));
    expect(code).not.toBe(0);
    expect(output).toContain("VolumeFull");
  });

  test.each([
    [10, 0],
    [9, 1],
  ])("a rule test with the value %d ends with code %d", async (value, code) => {
    const rules = file("rules.yml", RULES);
    const tests = join(rules, "../tests.yml");
    writeFileSync(tests, storageTests(value));
    expect((await testRules(tests)).code).toBe(code);
  });
});

describeEngines(["vmalert"], "vmalert without a data source", () => {
  test("accepts a rule file", async () => {
    expect((await dryRun(file("rules.yml", RULES))).code).toBe(0);
  });

  test.each([
    ["the template function `default`", "{{ $labels.volume }}", '{{ $labels.volume | default "?" }}', 'function "default" not defined'],
    ["a misspelt field", "for:", "fro:", "fro"],
  ])("refuses %s", async (_what, from, to, message) => {
    const { code, output } = await dryRun(file("rules.yml", RULES.replace(from, to)));
    expect(code).not.toBe(0);
    expect(output).toContain(message);
  });
});

describeEngines(["victoria-metrics", "vmalert", "alertmanager"], "the metrics plane", () => {
  let storage: VictoriaMetrics;
  beforeAll(async () => {
    storage = await startVictoriaMetrics();
  });
  afterAll(() => storage.stop());

  const DAY = 86_400;
  /** One line per minute, from a day after the epoch on. */
  const samples = (series: string, value: (minute: number) => number) =>
    Array.from({ length: 10 }, (_, minute) => `${series} ${value(minute)} ${(DAY + minute * 60) * 1000}`);

  test("answers for samples near the epoch as soon as they are imported", async () => {
    await storage.importPrometheus(samples('early{a="b"}', (minute) => minute));
    expect(await storage.query("early", DAY + 300)).toEqual([{ labels: { __name__: "early", a: "b" }, samples: [[DAY + 300, 5]] }]);
    const [range] = await storage.queryRange("early * 2", { start: DAY + 60, end: DAY + 180, step: 60 });
    expect(range?.samples).toEqual([
      [DAY + 60, 2],
      [DAY + 120, 4],
      [DAY + 180, 6],
    ]);
    expect(await storage.query("early / 0", DAY + 300)).toMatchObject([{ samples: [[DAY + 300, Number.POSITIVE_INFINITY]] }]);
  });

  test("refuses a sample at time 0 instead of moving it to now", async () => {
    await expect(storage.importPrometheus("early 1 0")).rejects.toThrow('sample "early 1 0": VictoriaMetrics reads time 0 as "now"');
  });

  test("names the expression that the storage refuses", async () => {
    await expect(storage.query("sum(", 0)).rejects.toThrow("victoria-metrics answered 422 to /api/v1/query");
  });

  test("a replay fires an alert once its `for` has passed", async () => {
    await storage.importPrometheus(samples('used{volume="a"}', () => 10));
    const result = await replay({
      ruleFiles: [file("rules.yml", RULES)],
      storageUrl: storage.url,
      from: new Date(DAY * 1000),
      to: new Date((DAY + 9 * 60) * 1000),
      interval: "1m",
      rulesDelay: "0s",
    });
    expect(result).toMatchObject({ code: 0 });
    await storage.flush();
    const firing = 'ALERTS{alertname="VolumeFull",alertstate="firing"}';
    expect(await storage.query(firing, DAY + 60)).toEqual([]);
    expect(await storage.query(firing, DAY + 240)).toMatchObject([{ labels: { volume: "a", severity: "warning" } }]);
  });

  test("a live vmalert sends what fires to a live Alertmanager, and both stop", async () => {
    const alertmanager = await startAlertmanager(file("alertmanager.yml", "route: { receiver: ops }\nreceivers: [{ name: ops }]\n"));
    await storage.importPrometheus(`used{volume="live"} 10 ${Date.now()}`);
    const vmalert = await startVmalert({
      ruleFiles: [file("rules.yml", RULES.replace("interval: 1m", "interval: 200ms").replace("for: 2m", "for: 0s"))],
      datasourceUrl: storage.url,
      notifierUrl: alertmanager.url,
    });
    await waitUntil(
      async () => (await alertmanager.alerts()).length > 0,
      () => `no alert arrived: ${vmalert.output()}`,
      20_000,
    );
    expect(await alertmanager.alerts()).toMatchObject([
      {
        labels: { alertname: "VolumeFull", volume: "live" },
        annotations: { summary: "live is full" },
        receivers: ["ops"],
        state: "active",
      },
    ]);
    expect(await vmalert.alerts()).toMatchObject([{ name: "VolumeFull", state: "firing" }]);
    await vmalert.stop();
    await alertmanager.stop();
    expect([vmalert.pid, alertmanager.pid].filter(isAlive)).toEqual([]);
  });
});

describeEngines(["alertmanager", "amtool", "alertmanager-0.25", "amtool-0.25"], "Alertmanager", () => {
  const CONFIG = `
route:
  receiver: nobody
  routes:
    - { matchers: ['severity = critical'], receiver: phone, continue: true }
    - { matchers: ['team = "ops"'], receiver: page }
receivers: [{ name: nobody }, { name: phone }, { name: page }]
`;

  describe.each(["0.31", "0.25"] as const)("version %s", (version) => {
    test("amtool accepts a configuration, refuses an unknown key, and walks the routing tree", async () => {
      const config = file("alertmanager.yml", CONFIG);
      expect(await checkConfig(config, version)).toMatchObject({ code: 0 });
      const { code, output } = await checkConfig(file("alertmanager.yml", `${CONFIG}recievers: []\n`), version);
      expect(code).not.toBe(0);
      expect(output).toContain("field recievers not found");
      expect(await routesTest(config, { severity: "critical", team: "ops" }, version)).toEqual(["phone", "page"]);
      expect(await routesTest(config, { summary: 'a "quoted", odd = value' }, version)).toEqual(["nobody"]);
    });

    test("keeps the alerts it is given", async () => {
      const alertmanager: Alertmanager = await startAlertmanager(file("alertmanager.yml", CONFIG), version);
      await alertmanager.postAlerts([{ labels: { alertname: "A", severity: "critical" }, annotations: { summary: "s" } }]);
      await waitUntil(
        async () => (await alertmanager.alerts()).length === 1,
        () => "the alert is not listed",
        5_000,
      );
      expect(await alertmanager.alerts()).toMatchObject([
        { labels: { alertname: "A" }, annotations: { summary: "s" }, receivers: ["phone"] },
      ]);
      await alertmanager.stop();
      expect(isAlive(alertmanager.pid)).toBe(false);
    });
  });
});

describeEngines(["mtail"], "mtail", () => {
  test("compiles a program and refuses a broken one", async () => {
    const compile = (program: string) => runEngine("mtail", ["--compile_only", "--progs", file("lines.mtail", program), "--logtostderr"]);
    expect((await compile("counter lines_total\n/$/ {\n  lines_total++\n}\n")).code).toBe(0);
    expect((await compile("counter\n")).code).not.toBe(0);
  });
});

describeEngines(["etcd", "kube-apiserver"], "the API server", () => {
  let server: ApiServer;
  beforeAll(async () => {
    server = await startApiServer();
  });
  afterAll(async () => {
    await server.stop();
    expect(server.pids.filter(isAlive)).toEqual([]);
  });

  const deployment = (namespace: string, spec: Readonly<Record<string, unknown>> = {}) => ({
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name: "relay", namespace },
    spec: {
      selector: { matchLabels: { app: "relay" } },
      template: { metadata: { labels: { app: "relay" } }, spec: { containers: [{ name: "relay", image: "relay" }] } },
      ...spec,
    },
  });

  test("accepts a core object without storing it", async () => {
    const configMap = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" }, data: { key: "value" } };
    expect(await server.dryRunApply(configMap)).toMatchObject({ status: 201, message: "", warnings: [] });
    expect((await server.request("GET", "/api/v1/namespaces/default/configmaps/a")).status).toBe(404);
    expect(await server.apply(configMap)).toMatchObject({ status: 201 });
    expect(await server.request("GET", "/api/v1/namespaces/default/configmaps/a")).toMatchObject({ body: { data: { key: "value" } } });
  });

  test("names a misspelt field of a core object", async () => {
    const { status, message } = await server.dryRunApply(deployment("default", { replcas: 1 }));
    expect(status).toBe(500);
    expect(message).toContain(".spec.replcas: field not declared in schema");
  });

  test("refuses a kind that it does not know, and a namespace that is not there", async () => {
    expect(await server.dryRunApply({ apiVersion: "v1", kind: "Confmap", metadata: { name: "a" } })).toMatchObject({ status: 404 });
    expect(await server.dryRunApply(deployment("nowhere"))).toMatchObject({ status: 404, message: 'namespaces "nowhere" not found' });
  });

  test("warns about a Deployment that breaks the profile its namespace asks for", async () => {
    await server.ensureNamespace("open");
    await server.ensureNamespace("hardened", { "pod-security.kubernetes.io/warn": "restricted" });
    expect(await server.dryRunApply(deployment("open"))).toMatchObject({ status: 201, message: "", warnings: [] });
    const { status, warnings } = await server.dryRunApply(deployment("hardened"));
    expect(status).toBe(201);
    expect(warnings).toEqual([expect.stringMatching(/would violate PodSecurity "restricted:latest".*runAsNonRoot/)]);
  });

  (existsSync(CRDS) ? describe : describe.skip)("with the custom resources", () => {
    beforeAll(() => server.registerCrds(CRDS));

    const rule = (field: string) => ({
      apiVersion: "operator.victoriametrics.com/v1beta1",
      kind: "VMRule",
      metadata: { name: "storage" },
      spec: { groups: [{ name: "a", rules: [{ alert: "A", expr: "up == 0", [field]: "5m" }] }] },
    });

    test("accepts a VMRule and names its misspelt field", async () => {
      expect(await server.dryRunApply(rule("for"))).toMatchObject({ status: 201, message: "", warnings: [] });
      const { status, message } = await server.dryRunApply(rule("fro"));
      expect(status).toBe(500);
      expect(message).toContain('.spec.groups[name="a"].rules[0].fro: field not declared in schema');
    });

    test("knows which kinds belong to no namespace", async () => {
      const logging = {
        apiVersion: "logging.banzaicloud.io/v1beta1",
        kind: "Logging",
        metadata: { name: "all" },
        spec: { controlNamespace: "logging" },
      };
      expect(await server.dryRunApply(logging)).toMatchObject({ status: 201, message: "", warnings: [] });
      expect((await server.request("GET", "/apis/logging.banzaicloud.io/v1beta1/namespaces/default/loggings")).status).toBe(404);
    });
  });
});
