import { mysql } from "../../components/databases/exporters";
import { componentsOf } from "../../lib/alerts/owner";
import { ownAlerts } from "../../lib/alerts/rule";
import { runChecks } from "../../lib/checks/all";
import { placeOf } from "../../rules/observed-place";
import { exampleSite, fullPlatform } from "../example";

const OUTSIDE = {
  scrapes: { mysql: { targets: ["192.168.10.30"] }, cloudnative_pg: { targets: ["192.168.10.31"] }, redis: { targets: ["192.168.10.32"] } },
};

test("a database in the cluster is of the component whose namespace it is in", () => {
  const { component, named } = placeOf(mysql, exampleSite());
  expect(componentsOf(component)).toEqual(expect.arrayContaining(["Files & Documents", "Sign-in (SSO)", "Platform"]));
  expect(named).toBe("{{ $labels.namespace }}/{{ $labels.pod }}");
});

test("one at an address outside is the Platform's, and named by its address", () => {
  const { component, named } = placeOf(mysql, exampleSite(OUTSIDE));
  expect([component, named]).toEqual(["Platform", "{{ $labels.instance }}"]);
});

test("where databases are outside, their alerts name nothing that is not there", () => {
  const platform = fullPlatform(OUTSIDE);
  const alerts = ownAlerts(platform.rules).filter(({ area }) => ["mysql", "postgres", "redis"].includes(area));
  expect(alerts.length).toBeGreaterThan(20);
  expect(runChecks(platform).filter(({ where }) => /rules\/(mysql|postgres|redis)\.ts/.test(where))).toEqual([]);
});
