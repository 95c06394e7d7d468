/** Every push service but Pushover, whose address is fixed, as the real Alertmanager speaks to it. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { dirname, join } from "node:path";
import { alertmanagerConfig } from "../../lib/alerts/alertmanager-config";
import type { Route, Routing } from "../../lib/alerts/routing";
import { hours, seconds } from "../../lib/duration";
import type { Platform } from "../../lib/platform/platform";
import { EVERY_PUSH, exampleSite, platformOf, ROOT, withoutStatusPage } from "../example";
import { freePort } from "../free-port";
import { type Alertmanager, checkConfig, startAlertmanager } from "./alertmanager";
import { describeEngines, temporaryFolder, waitUntil } from "./engine";
import { type MailServer, startMailServer } from "./mail-server";

describeEngines(["amtool"], "the configuration of a site", () => {
  test.each([
    ["with every push service", exampleSite({ push: EVERY_PUSH })],
    ["without any", exampleSite({ push: {} })],
    ["without any, and without a status page", withoutStatusPage({ push: {} })],
  ])("%s is taken by Alertmanager", async (_, site) => {
    const path = join(temporaryFolder(), "alertmanager.yml");
    writeFileSync(path, alertmanagerConfig(platformOf(site).routing));
    expect(await checkConfig(path)).toMatchObject({ code: 0 });
  });
});

interface Posted {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: number;
  readonly body: {
    readonly receiver: string;
    readonly status: string;
    readonly alerts: readonly object[];
    readonly truncatedAlerts: number;
  };
}

/** What a real ntfy made of a notification: what it was sent, in its words, and the message that a phone then showed. */
const captured = JSON.parse(readFileSync(join(ROOT, "test/engines/ntfy-2.13.json"), "utf8"));

describeEngines(["alertmanager"], "one critical alert that fires and ends", () => {
  const { ntfy, webhook, email } = EVERY_PUSH;
  const SECRETS = {
    "alert-manager-ntfy": { topic: "Alerts-x7Qp", token: "tk_of_ntfy" },
    "alert-manager-email": { password: "of the mail account" },
  };
  const posted: Posted[] = [];
  let mail: MailServer;
  let alertmanager: Alertmanager;

  const isTold = (count: number) => posted.length >= 2 * count && mail.mails.length >= count;
  const tell = (endsInSeconds: number) =>
    alertmanager.postAlerts([
      {
        labels: { alertname: "ProbeFailed", component: "Sign-in (SSO)", severity: "critical", team: "ops" },
        annotations: { summary: 'Zürich «x» {{ down }} "q" & 100% <b>' },
        startsAt: new Date(Date.now() - 60_000).toISOString(),
        endsAt: new Date(Date.now() + endsInSeconds * 1000).toISOString(),
      },
    ]);
  const wait = (count: number) =>
    waitUntil(
      () => isTold(count),
      () => `only ${posted.length} posts and ${mail.mails.length} mails came; ${alertmanager.output()}`,
      20_000,
    );

  beforeAll(async () => {
    const port = await freePort();
    const server = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on("data", (part: Buffer) => parts.push(part));
      request.on("end", () => {
        const { pathname, searchParams } = new URL(request.url ?? "/", "http://it");
        const whole = Buffer.concat(parts);
        const body = JSON.parse(whole.toString());
        posted.push({ path: pathname, query: Object.fromEntries(searchParams), headers: request.headers, bytes: whole.length, body });
        response.end();
      });
    });
    server.unref();
    await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
    mail = await startMailServer();

    const site = platformOf(withoutStatusPage({ push: { ntfy, webhook, email } }));
    const folder = temporaryFolder();
    const write = (file: string, text: string) => {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), `${text}\n`);
    };
    for (const [credential, values] of Object.entries(SECRETS)) {
      for (const [key, value] of Object.entries(values)) write(`${credential}/${key}`, value);
      for (const [key, text] of Object.entries(composedOf(site, credential, values))) {
        write(`${credential}/${key}`, text.replace(ntfy.url, `http://127.0.0.1:${port}`));
      }
    }
    write("alert-manager-webhook/url", `http://127.0.0.1:${port}/hook/secret`);
    write("alertmanager.yml", localConfig(site.routing, folder, mail.port));
    alertmanager = await startAlertmanager(join(folder, "alertmanager.yml"), "0.31", undefined, { SSL_CERT_FILE: mail.certificateFile });
    await tell(3600);
    await wait(1);
    await tell(-1);
    await wait(2);
  });

  /** The beginning and the end of the one alert. */
  const told = (path: RegExp) => posted.filter((one) => path.test(one.path)).slice(0, 2);

  afterAll(async () => {
    await alertmanager?.stop();
    mail?.close();
  });

  test("reaches ntfy at the topic, with the token, loud and then quiet, with the runbook behind a touch", () => {
    const messages = told(/^\/Alerts-x7Qp$/);
    const click = "https://git.example.org/ops/gitops/src/branch/main/belfry/runbooks/ProbeFailed.md";
    expect(messages.map(({ query }) => query)).toEqual([
      { priority: "5", click },
      { priority: "2", click },
    ]);
    expect(messages.map(({ headers }) => headers.authorization)).toEqual(["Bearer tk_of_ntfy", "Bearer tk_of_ntfy"]);
  });

  test("is sent as it was when a real ntfy made its message of it", () => {
    const [firing, over] = told(/^\/Alerts-x7Qp$/);
    for (const [message, capture] of [
      [firing, captured.firing],
      [over, captured.over],
    ] as const) {
      const { "x-template": template, "x-title": title, "x-message": text } = message?.headers ?? {};
      expect({ template, title, text }).toEqual(captured.headers);
      const { priority, click } = message?.query ?? {};
      expect({ priority: Number(priority), click }).toEqual({ priority: capture.shown.priority, click: capture.shown.click });
      expect(shape(message?.body)).toEqual(shape(capture.body));
    }
    expect(captured.firing.shown).toMatchObject({
      title: "1 critical: Sign-in (SSO)",
      message: '[Sign-in (SSO)] Zürich «x» {{ down }} "q" & 100% <b>\n',
    });
    expect(captured.over.shown).toMatchObject({
      title: "over: Sign-in (SSO)",
      message: 'over: [Sign-in (SSO)] Zürich «x» {{ down }} "q" & 100% <b>\n',
    });
  });

  test("shows a trial by hand, which is of no component, without brackets", () => {
    expect(captured.trial.body.alerts[0].labels).not.toHaveProperty("component");
    expect(captured.trial.shown.message).toBe("Trial\n");
  });

  test("reaches the webhook as Alertmanager's own JSON", () => {
    const messages = told(/^\/hook\/secret$/).map(({ body: { receiver, status, alerts } }) => [receiver, status, alerts.length]);
    expect(messages).toEqual([
      ["push-critical", "firing", 1],
      ["push-critical", "resolved", 1],
    ]);
  });

  test("reaches the mail server encrypted, by its account, for everybody", () => {
    expect(mail.mails.slice(0, 2).map(({ isEncrypted, account, from, to }) => ({ isEncrypted, account, from, to }))).toEqual(
      Array(2).fill({ isEncrypted: true, account: "belfry:of the mail account", from: email.from, to: email.to }),
    );
  });

  test("leaves room for a storm of 200 large ones: ntfy reads 32 KiB", async () => {
    const storm = (endsInSeconds: number) =>
      alertmanager.postAlerts(
        Array.from({ length: 200 }, (_, n) => ({
          labels: {
            ...{ alertname: "PodIOError", component: n % 2 ? "DNS" : "Mail", severity: "warning", team: "ops", instance: String(n) },
            ...{ namespace: "n".repeat(63), pod: "p".repeat(253), container: "c".repeat(63), signal: "pod_io" },
          },
          annotations: { summary: "日".repeat(120), description: `${"d".repeat(100)} ${"p".repeat(63 + 253 + 63)}` },
          startsAt: new Date(Date.now() - 60_000).toISOString(),
          endsAt: new Date(Date.now() + endsInSeconds * 1000).toISOString(),
        })),
      );
    const last = () => posted.filter(({ path, body }) => path === "/Alerts-x7Qp" && body.receiver === "push-warning").at(-1);
    const until = (status: string) =>
      waitUntil(
        () => last()?.body.truncatedAlerts === 184 && last()?.body.status === status,
        () => `ntfy was told last: ${JSON.stringify(last())}`,
        20_000,
      );
    await storm(3600);
    await until("firing");
    expect(last()?.bytes).toBeLessThan(32 * 1024);
    await storm(-1);
    await until("resolved");
    // of those left out some may fire
    expect(last()?.query.priority).toBe("3");
  });

  test("is a mail with its tier above and the lines of the other services below", () => {
    const runbook = "Runbook: https://git.example.org/ops/gitops/src/branch/main/belfry/runbooks/ProbeFailed.md\n";
    const line = '[Sign-in (SSO)] Zürich «x» {{ down }} "q" & 100% <b>\n';
    expect(
      mail.mails.slice(0, 2).map(({ headers, text }) => [headers.subject, headers.importance, headers["auto-submitted"], text]),
    ).toEqual([
      ["1 critical: Sign-in (SSO)", "high", "auto-generated", `${line}\n${runbook}`],
      ["critical over: Sign-in (SSO)", "low", "auto-generated", `over: ${line}\n${runbook}`],
    ]);
  });
});

/** What External Secrets makes of a credential's template: values trimmed, quoted texts as they are. */
function composedOf({ manifests }: Platform, name: string, values: Readonly<Record<string, string>>): Record<string, string> {
  const found = manifests.find(({ object }) => object.kind === "ExternalSecret" && object.metadata.name === name);
  if (found === undefined) throw new Error(`no ExternalSecret is called "${name}"`);
  const { target } = found.object.spec as { target: { template?: { data: Record<string, string> } } };
  return Object.fromEntries(
    Object.entries(target.template?.data ?? {}).map(([key, text]) => [
      key,
      text.replace(/\{\{ index \. "(\w+)" \| trim \}\}/g, (_, entry: string) => values[entry] ?? "").replace(/\{\{ `([^`]*)` \}\}/g, "$1"),
    ]),
  );
}

/** The configuration with its secrets and its mail server on this machine, told at once and every second. */
function localConfig(routing: Routing, secrets: string, mailPort: number): string {
  const hurried = (route: Route): Route => ({
    ...route,
    groupWait: seconds(0),
    groupInterval: seconds(1),
    repeatInterval: hours(1),
    routes: route.routes?.map(hurried),
  });
  return alertmanagerConfig({ ...routing, root: hurried(routing.root) })
    .replaceAll("/etc/vm/secrets", secrets)
    .replaceAll(EVERY_PUSH.email.smarthost, `127.0.0.1:${mailPort}`);
}

/** The types of all that a value holds, without the values. */
function shape(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shape);
  if (typeof value !== "object" || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, shape(one)]));
}
