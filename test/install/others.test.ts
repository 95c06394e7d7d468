import { type AlertRule, nameOf, ownAlerts } from "../../lib/alerts/rule";
import { others } from "../../lib/install/others";
import type { Platform } from "../../lib/platform/platform";
import { smallPlatform } from "../checks/small-platform";
import { examplePlatform, exampleSite } from "../example";

const { scrapes } = exampleSite();
const textAt = (changes: NonNullable<typeof scrapes>, more: Partial<Platform> = {}) =>
  others({ ...smallPlatform({ scrapes: changes }), ...more }, "site.yaml");
const lineOf = (text: string, of: string) => text.split("\n").filter((line) => line.includes(of));

test("each exporter that is asked is there, with what it tells of and where it is", () => {
  const text = textAt({ redis: { namespaces: ["caches", "shops"] }, router: { targets: ["192.168.10.1"] } });
  expect(lineOf(text, "| `redis` |")).toEqual([
    "| `redis` | Redis, by redis_exporter | port `redis-exporter` of Services `app.kubernetes.io/name=prometheus-redis-exporter` in `caches`, `shops` |",
  ]);
  expect(lineOf(text, "| `router` |")).toEqual(["| `router` | the router, by the node exporter on it | `192.168.10.1:9100` |"]);
  expect(lineOf(text, "| `mysql` |")).toEqual([expect.stringContaining("in any namespace")]);
});

test("each that is off or of which nothing is said is told, with the rules that go with it", () => {
  const [first] = ownAlerts(examplePlatform().rules).map(({ rule }) => rule) as [AlertRule];
  const waiting = { leftOut: [{ exporter: "mysql", until: "scrapes.off names it", rules: [first] }] };
  const text = textAt({ off: ["mysql"] }, { waiting });
  expect(lineOf(text, "`mysql` is not asked")).toEqual([
    `- \`mysql\` is not asked (scrapes.off names it). Without it go \`${nameOf(first)}\`.`,
  ]);
  expect(lineOf(text, "`etcd`")).toEqual([
    "- `etcd` is not asked (name its scrapes.etcd.targets, or put it in scrapes.off). Nothing waits for it.",
  ]);
});

test("a token that leaves the cluster in the clear is told", () => {
  const home = { targets: ["192.168.10.20"] };
  const told = "token of `home-assistant` leaves the cluster in the clear**, to `192.168.10.20:8123`";
  expect(textAt({ home_assistant: home })).toContain(told);
  expect(textAt({ home_assistant: { ...home, scheme: "https" } })).not.toContain("in the clear");
  expect(textAt({ home_assistant: { namespaces: ["house"] }, router: { targets: ["192.168.10.1"] } })).not.toContain("in the clear");
  // the agent's own
  expect(textAt({ kube_scheduler: { targets: ["192.168.10.11"], scheme: "http" } })).toContain("token of `kube-scheduler` leaves");
});

test("a part that is not here is told with the rules that go with it", () => {
  const [first] = ownAlerts(examplePlatform().rules).map(({ rule }) => rule) as [AlertRule];
  const waiting = { leftOut: [{ exporter: "snmp", until: "name devices in snmp", rules: [first] }] };
  expect(lineOf(textAt({}, { waiting }), "`snmp`")).toEqual([
    `- \`snmp\` is not here (name devices in snmp). Without it go \`${nameOf(first)}\`.`,
  ]);
  expect(textAt({}, { waiting: { leftOut: [] }, absentExporters: [] })).toContain("Nothing: the site says of each exporter");
});
