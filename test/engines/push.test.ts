import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { RECEIVERS } from "../../components/alert-manager/receivers";
import { alertmanagerConfig } from "../../lib/alerts/alertmanager-config";
import type { PushoverIntegration, Receiver } from "../../lib/alerts/routing";
import { seconds } from "../../lib/duration";
import { COMPONENTS } from "../../lib/site/component";
import { examplePlatform } from "../example";
import { freePort } from "../free-port";
import { startAlertmanager } from "./alertmanager";
import { describeEngines, runEngine, temporaryFolder, waitUntil } from "./engine";

const { routing } = examplePlatform();

function pushover(name: string): PushoverIntegration {
  const integrations = routing.receivers.find((one) => one.name === name)?.integrations;
  const found = integrations?.find(({ kind }) => kind === "pushover");
  if (found?.kind !== "pushover") throw new Error(`receiver "${name}" has no push service`);
  return found;
}

interface Shown {
  /** @default - none, as an alert by hand may have it */
  readonly component?: string;
  readonly summary: string;
  readonly status: "firing" | "resolved";
}

describeEngines(["amtool"], "a push message, rendered by Alertmanager's own templates", () => {
  async function render(template: string, alerts: readonly Shown[]): Promise<string> {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "none.tmpl"), "");
    const common = new Set(alerts.map(({ component }) => component)).size === 1 ? { component: alerts[0]?.component } : {};
    const data = {
      receiver: "push",
      status: alerts.some(({ status }) => status === "firing") ? "firing" : "resolved",
      groupLabels: {},
      commonLabels: common,
      commonAnnotations: {},
      alerts: alerts.map(({ component, summary, status }) => ({
        status,
        labels: { alertname: "ProbeFailed", component },
        annotations: { summary },
      })),
    };
    writeFileSync(join(folder, "data.json"), JSON.stringify(data));
    const { code, stdout, output } = await runEngine("amtool", [
      "template",
      "render",
      `--template.glob=${join(folder, "*.tmpl")}`,
      `--template.text=${template}`,
      `--template.data=${join(folder, "data.json")}`,
    ]);
    if (code !== 0) throw new Error(output);
    return stdout.replace(/\n$/, "");
  }

  const mail = (status: Shown["status"], n = 1): Shown => ({ component: "Mail", summary: `mail ${n} does not answer`, status });
  const dns: Shown = { component: "DNS", summary: "resolver is down", status: "firing" };
  const critical = pushover(RECEIVERS.pushCritical);
  const warning = pushover(RECEIVERS.pushWarning);

  test.each<[string, string, readonly Shown[], string]>([
    ["a title says how many and where", critical.title, [mail("firing"), mail("firing", 2)], "2 critical: Mail"],
    ["a title of several places", critical.title, [mail("firing"), dns], "2 critical: several components"],
    ["a title of the other tier", warning.title, [dns], "1 warning: DNS"],
    ["a title of the end", critical.title, [mail("resolved")], "over: Mail"],
    [
      "a message lists what fires, then what ended",
      critical.message,
      [dns, mail("resolved")],
      "[DNS] resolver is down\nover: [Mail] mail 1 does not answer\n",
    ],
    ["a line of no component has no brackets", critical.message, [{ summary: "Trial", status: "firing" }], "Trial\n"],
    ["a critical alert passes quiet hours", critical.priority, [dns], "1"],
    ["its end does not", critical.priority, [mail("resolved")], "0"],
    ["a warning does not", warning.priority, [dns], "0"],
    ["the end of a warning is silent", warning.priority, [mail("resolved")], "-1"],
    ["a critical alert is loud", critical.sound, [dns], "siren"],
    ["an end makes no sound", warning.sound, [mail("resolved")], "none"],
  ])("%s", async (_, template, alerts, text) => {
    expect(await render(template, alerts)).toBe(text.replace(/\n$/, ""));
  });

  test("a message of a storm is short and says how many there are", async () => {
    const text = await render(
      critical.message,
      Array.from({ length: 200 }, (_, n) => mail("firing", n)),
    );
    expect(text.split("\n")).toHaveLength(9);
    expect(text).toContain("... 200 in all");
    expect(text.length).toBeLessThan(1024);
  });

  test("the link is the runbook of the first alert", async () => {
    expect(await render(critical.url, [dns])).toMatch(/\/runbooks\/ProbeFailed\.md$/);
  });
});

describeEngines(["alertmanager"], "a storm of 200 alerts over ten components", () => {
  test("is a handful of messages", async () => {
    const messages: { receiver: string; alerts: unknown[] }[] = [];
    const port = await freePort();
    const server = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on("data", (part: Buffer) => parts.push(part));
      request.on("end", () => {
        messages.push(JSON.parse(Buffer.concat(parts).toString()));
        response.end();
      });
    });
    await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
    // each push is counted by a webhook in its place; the group waits are two seconds instead of 30 and 60
    const receivers = routing.receivers.map(
      ({ name, integrations = [] }): Receiver =>
        integrations.some(({ kind }) => kind === "pushover")
          ? { name, integrations: [{ kind: "webhook", url: `http://127.0.0.1:${port}`, sendResolved: true }] }
          : { name },
    );
    const root = JSON.parse(JSON.stringify(routing.root), (key, value) => (key === "groupWait" ? seconds(2) : value));
    const config = join(temporaryFolder(), "alertmanager.yml");
    writeFileSync(config, alertmanagerConfig({ ...routing, root, receivers }));
    expect(readFileSync(config, "utf8")).toContain("group_wait: 2s");
    const alertmanager = await startAlertmanager(config);

    const alerts = Array.from({ length: 200 }, (_, n) => ({
      labels: {
        alertname: `Storm${n % 10}`,
        component: COMPONENTS[n % COMPONENTS.length] ?? "Mail",
        severity: n % 3 === 0 ? "critical" : "warning",
        team: "ops",
        instance: String(n),
      },
    }));
    for (let at = 0; at < alerts.length; at += 20) await alertmanager.postAlerts(alerts.slice(at, at + 20));

    const told = () => messages.reduce((sum, message) => sum + message.alerts.length, 0);
    await waitUntil(
      () => told() >= 200,
      () => `only ${told()} alerts were told in ${messages.length} messages`,
      30_000,
    );
    expect(messages.map(({ receiver }) => receiver).sort()).toEqual([RECEIVERS.pushCritical, RECEIVERS.pushWarning]);
    server.close();
  });
});
