import { parse } from "yaml";
import { alertmanagerConfig } from "../../lib/alerts/alertmanager-config";
import { differs, equals } from "../../lib/alerts/matcher";
import type { Receiver, Route, Routing } from "../../lib/alerts/routing";
import { hours, minutes, seconds } from "../../lib/duration";
import { vmSecretFile } from "../../lib/kubernetes/credential";

const credential = {
  name: "push",
  namespace: "monitoring",
  keys: { token: { key: "k", property: "p", holds: "a token" }, user: { key: "k", property: "q", holds: "a user" } },
};
const pushover = {
  kind: "pushover" as const,
  userKey: vmSecretFile(credential, "user"),
  token: vmSecretFile(credential, "token"),
  sendResolved: true,
  title: "{{ .GroupLabels.component }}",
  message: "{{ range .Alerts.Firing }}{{ .Annotations.summary }}\n{{ end }}",
  url: "https://git.example.org/{{ (index .Alerts 0).Labels.alertname }}.md",
  urlTitle: "Runbook",
  sound: "siren",
  priority: "1",
};

function render(root: Route, receivers: Receiver[] = [], inhibitions: Routing["inhibitions"] = []) {
  // as a YAML 1.1 reader sees it: Alertmanager's is one
  return parse(alertmanagerConfig({ root, receivers, inhibitions }), { version: "1.1" });
}

test("a route is written with what it says and nothing else", () => {
  expect(render({ receiver: "a" }).route).toEqual({ receiver: "a" });
  const route = render({
    receiver: "a",
    groupBy: ["alertname", "component"],
    groupWait: seconds(0),
    groupInterval: minutes(1),
    repeatInterval: { seconds: 210 },
    routes: [
      {
        receiver: "b",
        matchers: [equals("component", "Sign-in (SSO)"), differs("namespace", "")],
        continue: true,
        repeatInterval: hours(24),
      },
    ],
  }).route;
  expect(route).toEqual({
    receiver: "a",
    group_by: ["alertname", "component"],
    group_wait: "0s",
    group_interval: "1m",
    repeat_interval: "3m30s",
    routes: [{ receiver: "b", matchers: ['component="Sign-in (SSO)"', 'namespace!=""'], continue: true, repeat_interval: "1d" }],
  });
});

test("a receiver without integration has a name and nothing else", () => {
  expect(render({ receiver: "a" }, [{ name: "a" }]).receivers).toEqual([{ name: "a" }]);
});

test.each([true, false])("a webhook always says whether it wants the end of an alert: %s", (sendResolved) => {
  expect(
    render({ receiver: "a" }, [{ name: "a", integrations: [{ kind: "webhook", url: "http://a.b.svc:1/webhook", sendResolved }] }])
      .receivers,
  ).toEqual([{ name: "a", webhook_configs: [{ url: "http://a.b.svc:1/webhook", send_resolved: sendResolved }] }]);
});

test("the push service is given files in place of keys", () => {
  expect(render({ receiver: "a" }, [{ name: "a", integrations: [pushover] }]).receivers).toEqual([
    {
      name: "a",
      pushover_configs: [
        {
          user_key_file: "/etc/vm/secrets/push/user",
          token_file: "/etc/vm/secrets/push/token",
          send_resolved: true,
          title: pushover.title,
          message: pushover.message,
          url: pushover.url,
          sound: "siren",
          url_title: "Runbook",
          priority: "1",
        },
      ],
    },
  ]);
});

test("what is secret of a webhook is a file, and its headers are one value each", () => {
  const webhook = {
    kind: "webhook" as const,
    url: vmSecretFile(credential, "user"),
    sendResolved: true,
    maxAlerts: 16,
    headers: { "X-Title": "{{ .status }}", "X-Template": "yes" },
    token: vmSecretFile(credential, "token"),
  };
  expect(render({ receiver: "a" }, [{ name: "a", integrations: [webhook] }]).receivers[0].webhook_configs).toEqual([
    {
      url_file: "/etc/vm/secrets/push/user",
      send_resolved: true,
      max_alerts: 16,
      http_config: {
        authorization: { type: "Bearer", credentials_file: "/etc/vm/secrets/push/token" },
        http_headers: { "X-Title": { values: ["{{ .status }}"] }, "X-Template": { values: ["yes"] } },
      },
    },
  ]);
});

test("a mail says its TLS in any case, and its account where there is one", () => {
  const email = {
    kind: "email" as const,
    smarthost: "mail.example.org:587",
    requireTls: false,
    from: "belfry@example.org",
    to: ["a@example.org", "b@example.org"],
    sendResolved: true,
    subject: "{{ .Status }}",
    text: "all",
  };
  const configs = (account: object) =>
    render({ receiver: "a" }, [{ name: "a", integrations: [{ ...email, ...account }] }]).receivers[0].email_configs;
  const written = {
    smarthost: "mail.example.org:587",
    require_tls: false,
    from: "belfry@example.org",
    to: "a@example.org, b@example.org",
    send_resolved: true,
    headers: { Subject: "{{ .Status }}" },
    html: "",
    text: "all",
  };
  expect(configs({})).toEqual([written]);
  expect(configs({ account: { username: "belfry", password: vmSecretFile(credential, "token") } })).toEqual([
    { ...written, auth_username: "belfry", auth_password_file: "/etc/vm/secrets/push/token" },
  ]);
});

test("integrations of a kind stand together in the order in which they are given", () => {
  const webhook = (url: string) => ({ kind: "webhook" as const, url, sendResolved: true });
  const [receiver] = render({ receiver: "a" }, [
    { name: "a", integrations: [webhook("http://a.b.svc:1"), pushover, webhook("http://c.b.svc:1")] },
  ]).receivers;
  expect(Object.keys(receiver)).toEqual(["name", "webhook_configs", "pushover_configs"]);
  expect(receiver.webhook_configs.map(({ url }: { url: string }) => url)).toEqual(["http://a.b.svc:1", "http://c.b.svc:1"]);
});

test("a route whose children are all left out has none", () => {
  expect(render({ receiver: "a", routes: [] }).route).toEqual({ receiver: "a" });
});

test("a template goes through whole, on a line of any length", () => {
  const title = `${"{{ .GroupLabels.component }} ".repeat(20)}: "quoted" # no comment`;
  expect(render({ receiver: "a" }, [{ name: "a", integrations: [{ ...pushover, title }] }]).receivers[0].pushover_configs[0].title).toBe(
    title,
  );
});

test("what YAML 1.1 would read as a truth value stays a word", () => {
  expect(render({ receiver: "on", groupBy: ["yes"] }).route).toEqual({ receiver: "on", group_by: ["yes"] });
});

test("an inhibition names its two sides and what they share", () => {
  const inhibition = {
    source: [equals("severity", "critical")],
    target: [equals("severity", "warning")],
    equal: ["component", "namespace"],
  };
  expect(render({ receiver: "a" }, [], [inhibition]).inhibit_rules).toEqual([
    { source_matchers: ['severity="critical"'], target_matchers: ['severity="warning"'], equal: ["component", "namespace"] },
  ]);
});

test("the same routing gives the same text", () => {
  const routing = { root: { receiver: "a" }, receivers: [{ name: "a", integrations: [pushover] }], inhibitions: [] };
  expect(alertmanagerConfig(routing)).toBe(alertmanagerConfig(structuredClone(routing)));
});
