import { parse } from "yaml";
import { type Labels, matchesLabels } from "../../lib/alerts/matcher";
import { type Route, receiversOf } from "../../lib/alerts/routing";
import { EXAMPLE, manifestOf } from "../checks/example";

const { root, receivers, inhibitions } = EXAMPLE.routing;
const [heartbeatRoute] = root.routes ?? [];
const ours = (labels: Labels): Labels => ({ alertname: "X", component: "Mail", team: "ops", ...labels });

test.each<[string, Labels, string[]]>([
  ["a critical alert marks the page and pages", ours({ severity: "critical" }), ["status-page", "push-critical"]],
  ["a warning marks the page and pages", ours({ severity: "warning" }), ["status-page", "push-warning"]],
  ["info is recorded, not paged", ours({ severity: "info" }), ["recorded"]],
  ["a severity nobody knows is recorded", ours({ severity: "page" }), ["recorded"]],
  ["the heartbeat reaches the dead-man switch and nothing else", ours({ alertname: "WatchdogOps", severity: "info" }), ["dead-man"]],
  ["an upstream rule reaches nobody, however bad", { alertname: "X", severity: "critical", component: "Mail" }, ["recorded"]],
  ["another team's alert reaches nobody", ours({ severity: "critical", team: "storage" }), ["recorded"]],
  [
    "an alert of the relay is told like any other",
    ours({ severity: "warning", signal: "pod_io", namespace: "?", pod: "?", container: "?" }),
    ["status-page", "push-warning"],
  ],
  ["an alert without labels reaches nobody", {}, ["recorded"]],
])("%s (specification, part 6)", (_, labels, reached) => {
  expect(receiversOf(root, labels)).toEqual(reached);
});

/** Alertmanager notifies at a group interval, the first one strictly later than the repeat interval. */
function pingEvery({ groupInterval, repeatInterval }: Pick<Route, "groupInterval" | "repeatInterval">): number {
  const [group = 0, repeat = 0] = [groupInterval?.seconds, repeatInterval?.seconds];
  return (Math.floor(repeat / group) + 1) * group;
}

test("the heartbeat is sent every 4 minutes (specification, part 6)", () => {
  expect(pingEvery(heartbeatRoute ?? {})).toBe(240);
  expect(heartbeatRoute?.groupWait).toEqual({ seconds: 0 });
  // equal values would skip every second ping: this is why the repeat interval is no whole multiple
  expect(pingEvery({ groupInterval: { seconds: 60 }, repeatInterval: { seconds: 240 } })).toBe(300);
});

test("the heartbeat has half a minute of slack on both sides", () => {
  const repeat = heartbeatRoute?.repeatInterval?.seconds ?? 0;
  expect([repeat - 180, 240 - repeat]).toEqual([30, 30]);
});

describe("the alert manager's configuration", () => {
  const config = parse(String((manifestOf("VMAlertmanager/belfry").object.spec as { configRawYaml: string }).configRawYaml));

  test("says for every integration whether it wants the end of an alert", () => {
    const wants: [string, boolean | undefined][] = config.receivers.flatMap(
      ({ name, ...integrations }: { name: string } & Record<string, { send_resolved?: boolean }[]>) =>
        Object.values(integrations).flatMap((each) => each.map(({ send_resolved }) => [name, send_resolved])),
    );
    expect(wants.map(([name]) => name)).toEqual(expect.arrayContaining(["dead-man", "status-page", "push-critical", "push-warning"]));
    // a heartbeat that ends is no heartbeat; everybody else is told (specification, part 1)
    expect(wants.filter(([name, sendResolved]) => sendResolved !== (name !== "dead-man"))).toEqual([]);
  });

  test("reads the push service's keys from files", () => {
    const { pushover_configs } = config.receivers.find(({ name }: { name: string }) => name === "push-critical");
    expect(pushover_configs[0]).toMatchObject({
      user_key_file: "/etc/vm/secrets/alert-manager-push/user-key",
      token_file: "/etc/vm/secrets/alert-manager-push/token",
    });
    expect(Object.keys(pushover_configs[0])).not.toEqual(expect.arrayContaining(["token"]));
  });

  test("has every receiver of its routes, and no receiver without a route", () => {
    const named = (route: { receiver: string; routes?: [] }): string[] => [route.receiver, ...(route.routes ?? []).flatMap(named)];
    expect(new Set(named(config.route))).toEqual(new Set(receivers.map(({ name }) => name)));
  });

  test("pings with the timing of the route", () => {
    expect(config.route.routes[0]).toEqual({
      receiver: "dead-man",
      matchers: ['alertname="WatchdogOps"'],
      group_by: ["alertname"],
      group_wait: "0s",
      group_interval: "1m",
      repeat_interval: "3m30s",
    });
  });
});

describe("an inhibition", () => {
  const isMuted = (target: Labels, source: Labels): boolean =>
    inhibitions.some(
      (one) =>
        one.source.every((matcher) => matchesLabels(matcher, source)) &&
        one.target.every((matcher) => matchesLabels(matcher, target)) &&
        one.equal.every((label) => (source[label] ?? "") === (target[label] ?? "")),
    );
  const down = ours({ severity: "critical", namespace: "mail" });
  const restarting = (labels: Labels) => ours({ severity: "warning", alertname: "ContainerRestarting", ...labels });

  test.each<[string, Labels, Labels, boolean]>([
    ["restarts in the namespace of what is down", restarting({ namespace: "mail" }), down, true],
    ["restarts in another namespace of the component", restarting({ namespace: "webmail" }), down, false],
    ["restarts of another component", restarting({ namespace: "mail", component: "DNS" }), down, false],
    ["a warning that may be the cause", ours({ severity: "warning", namespace: "mail", alertname: "VolumeClaimFilling" }), down, false],
    ["another critical", ours({ severity: "critical", namespace: "mail", alertname: "Y" }), down, false],
    ["a warning without a namespace", ours({ severity: "warning" }), ours({ severity: "critical" }), false],
    ["a degraded volume that is faulted", ours({ severity: "warning", volume: "v" }), ours({ severity: "critical", volume: "v" }), true],
    ["another degraded volume", ours({ severity: "warning", volume: "w" }), ours({ severity: "critical", volume: "v" }), false],
    ["an upstream rule's critical mutes nothing of ours", ours({ severity: "warning", namespace: "mail" }), { ...down, team: "" }, false],
    [
      "the heartbeat",
      ours({ alertname: "WatchdogOps", severity: "info", namespace: "mail", volume: "v" }),
      { ...down, volume: "v" },
      false,
    ],
  ])("%s", (_, target, source, muted) => {
    expect(isMuted(target, source)).toBe(muted);
  });
});
