import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { alertmanagerConfig } from "../../lib/alerts/alertmanager-config";
import { TEAM } from "../../lib/alerts/labels";
import { runbookUrl } from "../../lib/alerts/runbooks";
import { filled } from "../../lib/log-store/filled-template";
import { storeDeclaration } from "../../lib/log-store/store-declaration";
import { examplePlatform, exampleSite } from "../example";
import { type Alertmanager, startAlertmanager } from "./alertmanager";
import { describeEngines, temporaryFolder } from "./engine";

const site = exampleSite();
const platform = examplePlatform();
const { alerts, templates, destinations } = storeDeclaration(site, platform);

const times = z.array(z.object({ labels: z.record(z.string(), z.string()), updatedAt: z.string(), endsAt: z.string() }));

describeEngines(["alertmanager"], "what the log store posts when an alert fires, in the alert manager with our routes", () => {
  let manager: Alertmanager;
  beforeAll(async () => {
    const file = join(temporaryFolder(), "alertmanager.yml");
    writeFileSync(file, alertmanagerConfig(platform.routing));
    manager = await startAlertmanager(file);
    for (const alert of alerts) {
      const template = templates.find(({ name }) => name === destinations.find(({ name }) => name === alert.destination)?.template);
      const body = filled(template?.body ?? "", alert, [{ found: "node-1" }, { found: "node-2" }]);
      const response = await fetch(`${manager.url}${new URL(destinations[0]?.url ?? "").pathname}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body,
      });
      if (!response.ok) throw new Error(`${alert.name}: ${response.status} ${await response.text()}: ${body}`);
    }
  });

  test.each(platform.logAlerts)(
    "$name reaches whom its severity $severity promises",
    async ({ name, severity, component, stream, summary, description }) => {
      const found = (await manager.alerts()).find(({ labels }) => labels.alertname === name);
      expect(found).toMatchObject({
        labels: { alertname: name, severity, component, stream, team: TEAM },
        annotations: {
          summary,
          description: `${description} Found: node-1, node-2`,
          runbook_url: runbookUrl(site.urls.runbooks_url, name),
        },
        state: expect.stringMatching(/active|unprocessed/),
      });
      expect(found?.receivers).toEqual(platform.promises[severity]);
    },
  );

  test("each lasts for two questions more", async () => {
    const all = times.parse(await (await fetch(`${manager.url}/api/v2/alerts`)).json());
    expect(all).toHaveLength(alerts.length);
    for (const { labels, updatedAt, endsAt } of all) {
      const alert = alerts.find(({ name }) => name === labels.alertname);
      const minutes = (Date.parse(endsAt) - Date.parse(updatedAt)) / 60_000;
      expect({ name: labels.alertname, lasts: minutes > 2 * (alert?.frequency_minutes ?? 0), silence: alert?.silence_minutes }).toEqual({
        name: labels.alertname,
        lasts: true,
        silence: 0,
      });
    }
  });

  test("another row is no other alert", async () => {
    const [alert] = alerts;
    if (alert === undefined) throw new Error("the example has no alert of the log store");
    const body = filled(templates[0]?.body ?? "", alert, [{ found: "node-3" }]);
    await fetch(`${manager.url}/api/v2/alerts`, { method: "POST", headers: { "content-type": "application/json" }, body });
    const now = (await manager.alerts()).filter(({ labels }) => labels.alertname === alert.name);
    expect(now.map(({ annotations }) => annotations.description)).toEqual([expect.stringMatching(/ Found: node-3$/)]);
  });
});
