import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { RECEIVERS } from "../../components/alert-manager/receivers";
import { alertmanagerConfig } from "../../lib/alerts/alertmanager-config";
import { TEAM } from "../../lib/alerts/labels";
import { componentsOf } from "../../lib/alerts/owner";
import { receiversOf } from "../../lib/alerts/routing";
import { ownAlerts } from "../../lib/alerts/rule";
import { examplePlatform } from "../example";
import { checkConfig, routesTest } from "./alertmanager";
import { describeEngines, temporaryFolder } from "./engine";

const { routing, rules } = examplePlatform();

function configFile(): string {
  const path = join(temporaryFolder(), "alertmanager.yml");
  writeFileSync(path, alertmanagerConfig(routing));
  return path;
}

describeEngines(["amtool"], "the routing, judged by amtool", () => {
  test("the configuration is taken as it is, secrets as files", async () => {
    expect(await checkConfig(configFile())).toMatchObject({ code: 0 });
  });

  const { recorded, deadMan, statusPage, pushCritical, pushWarning } = RECEIVERS;
  test.each([
    [{ alertname: "WatchdogOps", severity: "info", team: "ops", component: "Platform" }, [deadMan]],
    [{ alertname: "A", severity: "critical", team: "ops", component: "Sign-in (SSO)" }, [statusPage, pushCritical]],
    [{ alertname: "A", severity: "warning", team: "ops", component: "Files & Documents" }, [statusPage, pushWarning]],
    [{ alertname: "A", severity: "info", team: "ops", component: "Mail" }, [recorded]],
    [{ alertname: "KubePodNotReady", severity: "critical" }, [recorded]],
    [{ alertname: "A", severity: "critical", team: "other", component: "Mail" }, [recorded]],
    [{ alertname: "A", severity: "", team: "ops" }, [recorded]],
  ])("%j reaches %j", async (labels, receivers) => {
    expect(await routesTest(configFile(), labels)).toEqual(receivers);
  });

  test("our own walk of the tree agrees with Alertmanager's for every alert", async () => {
    const file = configFile();
    const distinct = new Map(
      ownAlerts(rules).flatMap(({ rule: { name, severity, component: owner } }) =>
        componentsOf(owner).map((component) => {
          const labels = { alertname: name, severity, component, team: TEAM };
          return [JSON.stringify(labels), labels] as const;
        }),
      ),
    );
    for (const labels of distinct.values()) expect(await routesTest(file, labels)).toEqual(receiversOf(routing.root, labels));
  });
});
