import { parse } from "yaml";
import { translatedAlertManager } from "../../../bin/local/alert-manager-configuration";
import { quickerGroups, ruleFiles } from "../../../bin/local/rule-files";
import { shorter } from "../../../bin/local/shorter";
import { alertmanagerConfig } from "../../../lib/alerts/alertmanager-config";
import { examplePlatform, exampleSite } from "../../example";

const platform = examplePlatform();
const deployed = alertmanagerConfig(platform.routing);

test.each([
  ["30s", 1, "30s"],
  ["3m30s", 60, "3500ms"],
  ["1d", 60, "1440000ms"],
  ["0s", 60, "0s"],
  ["10ms", 60, "1ms"],
])("a wait of %s, %d times shorter, is %s", (wait, speed, expected) => {
  expect(shorter(wait, speed)).toBe(expected);
});

describe("the alert manager's configuration", () => {
  const translated = (speed: number, refused: readonly string[] = [], text = deployed) =>
    translatedAlertManager(text, {
      speed,
      services: new Map([[exampleSite().urls.dead_man_url, "http://127.0.0.1:2"]]),
      receivers: "http://127.0.0.1:1",
      secretFile: "/secret",
      refused: new Set(refused),
    });

  test("has the deployed routes and inhibitions, and at speed 1 the deployed waits", () => {
    const { receivers: _, ...rest } = parse(translated(1));
    const { receivers: __, ...as } = parse(deployed);
    expect(rest).toEqual(as);
  });

  test("has every wait of every route divided, and nothing else of a route changed", () => {
    const waits: [string, string][] = [];
    const compare = (now: Record<string, unknown>, then: Record<string, unknown>): void => {
      expect(Object.keys(now)).toEqual(Object.keys(then));
      for (const [key, value] of Object.entries(then)) {
        if (key === "routes")
          (value as Record<string, unknown>[]).forEach((one, index) => void compare((now.routes as typeof value & [])[index] ?? {}, one));
        else if (/_(?:wait|interval)$/.test(key)) waits.push([String(value), String(now[key])]);
        else expect(now[key]).toEqual(value);
      }
    };
    compare(parse(translated(60)).route, parse(deployed).route);
    expect(waits).toContainEqual(["3m30s", "3500ms"]);
    expect(waits.filter(([then, now]) => now !== shorter(then, 60))).toEqual([]);
    expect(waits.length).toBeGreaterThan(10);
  });

  test("tells services of ours where they listen, and the push service by way of the receivers with its texts as they are", () => {
    const { receivers } = parse(translated(1));
    const named = (name: string) => receivers.find((one: { name: string }) => one.name === name);
    expect(named("dead-man").webhook_configs).toEqual([{ url: "http://127.0.0.1:2/webhook", send_resolved: false }]);
    const [was] = parse(deployed).receivers.find((one: { name: string }) => one.name === "push-critical").pushover_configs;
    expect(named("push-critical").pushover_configs).toEqual([
      {
        ...was,
        user_key_file: "/secret",
        token_file: "/secret",
        http_config: { proxy_url: "http://127.0.0.1:1", tls_config: { insecure_skip_verify: true } },
      },
    ]);
  });

  test("leaves out what an old release refuses, with a value in place of a secret's file", () => {
    const text = translated(1, ["user_key_file", "token_file"]);
    expect(text).not.toMatch(/(?:user_key|token)_file/);
    expect(text).toContain("user_key: trial");
  });

  test("posts to the push receiver what a webhook or a mail would tell outside", () => {
    const other = JSON.stringify({
      route: { receiver: "push-warning" },
      receivers: [
        {
          name: "push-warning",
          webhook_configs: [
            {
              url_file: "/etc/url",
              send_resolved: true,
              max_alerts: 16,
              http_config: {
                authorization: { type: "Bearer", credentials_file: "/etc/token" },
                http_headers: { "X-Title": { values: ["t"] } },
              },
            },
          ],
          email_configs: [{ to: "a@example.org", send_resolved: true }],
        },
      ],
    });
    const url = "http://127.0.0.1:1/push/push-warning";
    expect(parse(translated(1, ["http_headers"], other)).receivers[0]).toEqual({
      name: "push-warning",
      webhook_configs: [
        {
          url,
          send_resolved: true,
          max_alerts: 16,
          http_config: { authorization: { type: "Bearer", credentials_file: "/secret" } },
        },
        { url, send_resolved: true },
      ],
    });
  });
});

describe("the rules", () => {
  const files = ruleFiles(platform.manifests);

  test("are all of the output's, and at speed 1 as they are", () => {
    expect(files.flatMap(({ groups }) => groups).length).toBeGreaterThan(50);
    for (const { groups } of files) expect(quickerGroups(groups, 1, new Set())).toEqual(JSON.parse(JSON.stringify(groups)));
  });

  test("have every wait divided and no window inside an expression", () => {
    for (const { groups } of files) {
      for (const [index, group] of quickerGroups(groups, 60, new Set()).entries()) {
        const then = groups[index];
        expect(group.interval).toBe(then?.interval && shorter(then.interval, 60));
        for (const [place, rule] of group.rules.entries()) {
          const was = then?.rules[place];
          expect(rule).toEqual(
            JSON.parse(
              JSON.stringify({
                ...was,
                for: was?.for && shorter(was.for, 60),
                keep_firing_for: was?.keep_firing_for && shorter(was.keep_firing_for, 60),
              }),
            ),
          );
        }
      }
    }
  });

  test("do without a key that the program does not know", () => {
    const all = JSON.stringify(files.flatMap(({ groups }) => quickerGroups(groups, 1, new Set(["keep_firing_for"]))));
    expect(JSON.stringify(files)).toContain("keep_firing_for");
    expect(all).not.toContain("keep_firing_for");
  });
});
