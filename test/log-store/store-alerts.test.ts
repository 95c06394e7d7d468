import { LOG_ALERTS } from "../../components/log-router/alerts/all";
import { STREAMS } from "../../components/log-router/streams/all";
import { SHARED_COLUMNS } from "../../components/log-router/streams/shared-columns";
import { minutes } from "../../lib/duration";
import { logAlert } from "../../lib/log-store/log-alert";
import { alertDestination, alertTemplate, storeAlert } from "../../lib/log-store/store-alerts";
import { storeDeclaration } from "../../lib/log-store/store-declaration";
import { examplePlatform, exampleSite } from "../example";

const site = exampleSite();

const sample = logAlert(
  { name: "host_audit" },
  {
    node: { type: "text", what: "" },
    user: { type: "text", what: "" },
    uid: { type: "integer", what: "" },
    tags: { type: "texts", what: "" },
  },
  "UserSeen",
  {
    component: "Mail",
    severity: "info",
    follows: { library: "a/b", file: "c.yml" },
    where: ({ uid, user, tags }) => ({ kind: "any", of: [uid.atLeast(3), user.is("o'neill", "b"), tags.has('a"b')] }),
    each: ["node", "user"],
    from: 4,
    differing: "uid",
    within: minutes(20),
    summary: "Seen",
    description: "Look.",
    fires: { log: "x" },
    silent: [[{ log: "y" }]],
  },
);

test("an alert asks for a row of each finding, and names nothing as it came", () => {
  expect(storeAlert(site, sample)).toEqual({
    name: "UserSeen",
    description: "Seen",
    stream: "host_audit",
    stream_type: "logs",
    sql: [
      `SELECT "node", "user", concat(regexp_replace(coalesce("node", 'unknown'), '[^0-9A-Za-z ._:/@+-]', '_', 'g'), ' ', regexp_replace(coalesce("user", 'unknown'), '[^0-9A-Za-z ._:/@+-]', '_', 'g')) AS found, count(DISTINCT "uid") AS counted`,
      `FROM "host_audit" WHERE ("uid" >= 3 OR "user" IN ('o''neill', 'b') OR strpos("tags", '"a\\"b"') > 0)`,
      `GROUP BY "node", "user" HAVING count(DISTINCT "uid") >= 4 ORDER BY counted DESC`,
    ].join(" "),
    threshold: 1,
    period_minutes: 20,
    frequency_minutes: 5,
    silence_minutes: 0,
    destination: "belfry-alert-manager",
    context_attributes: {
      severity: "info",
      component: "Mail",
      stream: "host_audit",
      summary: "Seen",
      description: "Look.",
      runbook_url: `${site.urls.runbooks_url}/UserSeen.md`,
    },
  });
});

test("the template is a list of one alert as the alert manager takes it", () => {
  expect(JSON.parse(alertTemplate.body)).toEqual([
    {
      labels: { alertname: "{alert_name}", severity: "{severity}", component: "{component}", stream: "{stream}", team: "ops" },
      annotations: { summary: "{summary}", description: "{description} Found: {found:300}", runbook_url: "{runbook_url}" },
    },
  ]);
  expect(alertDestination(site)).toEqual({
    name: "belfry-alert-manager",
    template: alertTemplate.name,
    url: `${site.urls.alertmanager_url}/api/v2/alerts`,
  });
});

test("streams are made with the columns that are asked of them, by their types", () => {
  const { streams, alerts } = storeDeclaration(site, examplePlatform());
  expect(alerts.map(({ name }) => name)).toEqual(LOG_ALERTS.map(({ name }) => name));
  expect(streams.find(({ name }) => name === "ingress_access")?.fields).toEqual([
    { name: "bytes_sent", type: "Int64" },
    { name: "path", type: "Utf8" },
    { name: "status", type: "Int64" },
    { name: "vhost", type: "Utf8" },
  ]);
  expect(streams.find(({ name }) => name === "host_audit")?.fields).toContainEqual({ name: "is_successful", type: "Boolean" });
  expect(streams.find(({ name }) => name === "modsec")?.fields).toContainEqual({ name: "matched_rules", type: "Utf8" });
  expect(streams.find(({ name }) => name === "ntp_clients")).not.toHaveProperty("fields");
});

test("every alert is on a declared stream, names whom it follows, and takes its stream's columns for what they are", () => {
  for (const { name, stream, columns, follows } of LOG_ALERTS) {
    expect({ name, columns }).toEqual({ name, columns: { ...SHARED_COLUMNS, ...STREAMS.find((one) => one.name === stream)?.columns } });
    // a rule of theirs, or the line of a program that writes what is looked for
    expect(["SigmaHQ/sigma", "openobserve/o2-alerts-library", "grafana/grafana"]).toContain(follows.library);
    expect(follows.file).toMatch(follows.library === "grafana/grafana" ? /\.go$/ : /\.(?:yml|json)$/);
  }
});

test("a site without devices does without their alerts, and says so", () => {
  const { syslog: _, ...logs } = site.logs ?? {};
  const platform = examplePlatform({ logs });
  const away = LOG_ALERTS.filter(({ stream }) => ["nat64", "network_switch"].includes(stream)).map(({ name }) => name);
  expect(platform.logAlerts.map(({ name }) => name)).toEqual(LOG_ALERTS.map(({ name }) => name).filter((name) => !away.includes(name)));
  expect(platform.waiting.leftOut).toContainEqual({
    exporter: "syslog of devices",
    until: "write logs.syslog",
    rules: [],
    logAlerts: away,
  });
  expect(platform.dormantAlerts).toEqual(expect.arrayContaining(away));
});
