import { ownAlerts } from "../../lib/alerts/rule";
import { fullPlatform } from "../example";

const rules = fullPlatform().rules.filter(({ area }) => area === "ups");
const alerts = ownAlerts(rules).map(({ rule }) => rule);

test("each alert of a UPS names it", () => {
  const named = alerts.filter(({ name }) => name !== "UpsExporterDown");
  expect(named.filter(({ summary }) => !summary.includes("UPS {{ $labels.ups }}"))).toEqual([]);
});
