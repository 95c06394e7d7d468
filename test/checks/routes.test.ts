import { differs, equals, matches } from "../../lib/alerts/matcher";
import type { Inhibition, Route, Routing } from "../../lib/alerts/routing";
import { importedFrom } from "../../lib/alerts/rule";
import { routes } from "../../lib/checks/routes";
import type { Platform } from "../../lib/platform/platform";
import { addRules, SMALL, sampleAlert } from "./small-platform";

const ROUTING = "components/alert-manager/routing.ts";
const { root } = SMALL.routing;
const [watchdogRoute, teamRoute] = routesOf(root);
const [pageRoute, criticalRoute, warningRoute] = routesOf(teamRoute);

function routesOf(route: Route | undefined): readonly Route[] {
  return route?.routes ?? [];
}

const withRouting = (routing: Partial<Routing>, base: Platform = SMALL): Platform => ({
  ...base,
  routing: { ...base.routing, ...routing },
});
const withRoutes = (...children: (Route | undefined)[]) =>
  withRouting({ root: { ...root, routes: children.filter((one) => one !== undefined) } });
const withTeamRoutes = (...children: (Route | undefined)[]) =>
  withRoutes(watchdogRoute, teamRoute && { ...teamRoute, routes: children.filter((one) => one !== undefined) });

/** The alerts, each once, that a broken route takes elsewhere. */
function astray(platform: Platform): Record<string, string> {
  const entries = routes.run(platform).map(({ where, what }): [string, string] => [/"(\w+)"(?: \(.*\))?$/.exec(where)?.[1] ?? where, what]);
  return Object.fromEntries(entries);
}

test("the example installation passes", () => {
  expect(routes.run(SMALL)).toEqual([]);
});

test("a lost heartbeat route says where the heartbeat goes instead", () => {
  expect(routes.run(withRoutes(teamRoute))).toEqual([
    {
      where: 'rules/watchdog.ts group "watchdog" rule "WatchdogOps"',
      what: "its labels promise [dead-man], but the routes take it to [recorded]",
      fix: `fix the routes in ${ROUTING}; the first matching route ends the walk unless it says continue`,
    },
  ]);
});

const critical = (reached: string) => `its labels promise [status-page, push-critical], but the routes take it to [${reached}]`;
const warning = (reached: string) => `its labels promise [status-page, push-warning], but the routes take it to [${reached}]`;

test.each<[string, Platform, Record<string, string>]>([
  [
    "the status page without `continue` swallows every push",
    withTeamRoutes(pageRoute && { ...pageRoute, continue: undefined }, criticalRoute, warningRoute),
    { ProbeFailed: critical("status-page"), CertificateExpiring: warning("status-page"), PodIOError: warning("status-page") },
  ],
  [
    "a catch-all child in front swallows everything behind it",
    withTeamRoutes({ receiver: "recorded" }, pageRoute, criticalRoute, warningRoute),
    { ProbeFailed: critical("recorded"), CertificateExpiring: warning("recorded"), RedisBGSAVEFailure: warning("recorded") },
  ],
  [
    "no route for criticals",
    withTeamRoutes(pageRoute, warningRoute),
    { ProbeFailed: critical("status-page"), RelayDown: critical("status-page") },
  ],
  ["no route for warnings", withTeamRoutes(pageRoute, criticalRoute), { BatchJobStale: warning("status-page") }],
  [
    "a push twice",
    withTeamRoutes(pageRoute, criticalRoute && { ...criticalRoute, continue: true }, criticalRoute, warningRoute),
    { ProbeFailed: critical("status-page, push-critical, push-critical") },
  ],
  [
    "a heartbeat that goes on to the page",
    withRoutes(watchdogRoute && { ...watchdogRoute, continue: true }, teamRoute),
    { WatchdogOps: "its labels promise [dead-man], but the routes take it to [dead-man, recorded]" },
  ],
  [
    "a route that takes one component away",
    withTeamRoutes({ receiver: "recorded", matchers: [equals("component", "Mail")] }, ...[pageRoute, criticalRoute, warningRoute]),
    {
      ProbeFailed: critical("recorded"),
      PostfixDeliveryFailure: warning("recorded"),
    },
  ],
  [
    "a route that takes a detector away in one component only",
    withTeamRoutes(
      { receiver: "recorded", matchers: [equals("alertname", "PodIOError"), equals("component", "NTP")] },
      ...[pageRoute, criticalRoute, warningRoute],
    ),
    { PodIOError: warning("recorded") },
  ],
])("%s", (_, platform, found) => {
  expect(astray(platform)).toMatchObject(found);
});

test("info that pages", () => {
  const info = { ...SMALL, rules: addRules(sampleAlert({ severity: "info" })).rules };
  expect(routes.run(info)).toEqual([]);
  const paging = withRouting({ root: { ...root, routes: [watchdogRoute, { ...teamRoute, receiver: "push-warning" }] as Route[] } }, info);
  expect(astray(paging)).toMatchObject({ SampleDown: "its labels promise [recorded], but the routes take it to [push-warning]" });
});

describe("an imported rule", () => {
  const platform = addRules(...importedFrom({ source: "mixin" }, [{ alert: "Upstream", expr: "up", labels: { severity: "critical" } }]));

  test("is recorded and reaches nobody", () => {
    expect(routes.run(platform)).toEqual([]);
  });

  test("that a route without the team takes along", () => {
    const broad = { ...root, routes: [watchdogRoute, { ...teamRoute, matchers: [matches("severity", ".+")] }] as Route[] };
    expect(astray(withRouting({ root: broad }, platform))).toEqual({
      Upstream: "its labels promise [recorded], but the routes take it to [status-page, push-critical]",
    });
  });

  test("that no longer ends at the root's receiver", () => {
    const findings = routes.run(withRouting({ root: { ...root, receiver: "push-warning" } }, platform));
    expect(findings.map(({ where }) => where)).toEqual(['rules/added.ts group "added" rule "Upstream"']);
  });
});

test("a route to a receiver that is not declared", () => {
  const findings = routes.run(withRouting({ receivers: SMALL.routing.receivers.filter(({ name }) => name !== "dead-man") }));
  expect(findings).toEqual([
    {
      where: ROUTING,
      what: 'a route names receiver "dead-man", which is not declared',
      fix: "use one of: recorded, status-page, push-critical, push-warning",
    },
  ]);
});

describe("an inhibition", () => {
  const source = [equals("severity", "critical")];
  const inhibitions = (target: Inhibition["target"]) => routes.run(withRouting({ inhibitions: [{ source, target, equal: [] }] }));

  test("that can silence the heartbeat says what would follow", () => {
    expect(inhibitions([equals("team", "ops")])).toEqual([
      {
        where: ROUTING,
        what: "an inhibition can silence WatchdogOps: the dead-man switch would raise its alarm",
        fix: 'let its target match severity "warning" only',
      },
    ]);
  });

  test.each<[string, Inhibition["target"], number]>([
    ["everything", [], 1],
    ["what is not critical", [differs("severity", "critical")], 1],
    ["the heartbeat by name", [equals("alertname", "WatchdogOps")], 1],
    ["an absent label", [equals("namespace", "")], 1],
    ["warnings", [equals("severity", "warning")], 0],
    ["what has a namespace, criticals too", [equals("team", "ops"), differs("namespace", "")], 1],
  ])("with a target of %s", (_, target, found) => {
    expect(inhibitions(target)).toHaveLength(found);
  });
});

test("a route on a label that no alert promises can swallow alerts of any kind", () => {
  const swallowing = { receiver: "recorded", matchers: [equals("namespace", "git")] };
  expect(routes.run(withTeamRoutes(swallowing, pageRoute, criticalRoute, warningRoute)).map(({ what }) => what)).toEqual([
    'a route matches on "namespace", which no alert promises to carry: it can swallow alerts of any kind',
  ]);
});

test.each<[string, string, boolean, string, string]>([
  ["the page", "status-page", false, "it is never told that an alert has ended", "set sendResolved: true"],
  ["the dead-man switch", "dead-man", true, "it would take the end of the heartbeat for a ping", "set sendResolved: false"],
])("%s hears of the end as it must", (_, name, sendResolved, what, fix) => {
  const receivers = SMALL.routing.receivers.map((one) =>
    one.name === name ? { ...one, integrations: one.integrations?.map((integration) => ({ ...integration, sendResolved })) } : one,
  );
  expect(routes.run(withRouting({ receivers }))).toEqual([
    { where: `components/alert-manager/receivers.ts receiver "${name}"`, what, fix },
  ]);
});

test.each([
  [240, 240, 480],
  [60, 3600, 3660],
  [60, 240, 300],
  [300, 210, 300],
])("a heartbeat every %d s after %d s is not every four minutes", (group, repeat, gap) => {
  const route = watchdogRoute && { ...watchdogRoute, groupInterval: { seconds: group }, repeatInterval: { seconds: repeat } };
  expect(routes.run(withRoutes(route, teamRoute)).map(({ what }) => what)).toEqual([
    `group interval ${group} s and repeat interval ${repeat} s give a ping every ${gap} s, not every 240 s`,
  ]);
});

test("the heartbeat is no trouble", () => {
  const louder = SMALL.rules.map((bundle) => ({
    ...bundle,
    groups: bundle.groups.map((group) => ({
      ...group,
      rules: group.rules.map((rule) =>
        rule.kind === "alert" && rule.name === "WatchdogOps" ? { ...rule, severity: "critical" as const } : rule,
      ),
    })),
  }));
  expect(routes.run({ ...SMALL, rules: louder }).map(({ what }) => what)).toEqual(['its severity is "critical"']);
});
