/** An alert over stored logs: the store's own template, filled as the store fills it, is posted where the store posts it. */

import { filled } from "../../../lib/log-store/filled-template";
import type { LogAlert } from "../../../lib/log-store/log-alert";
import { alertDestination, alertTemplate, storeAlert } from "../../../lib/log-store/store-alerts";
import type { Site } from "../../../lib/site/schema";
import { type Drilled, DrillImpossible } from "./drilled";

const FOUND = "drill";

export function storedLogDrill(alert: LogAlert, site: Site, alertmanager: string): Drilled {
  const body = filled(alertTemplate.body, storeAlert(site, alert), [{ found: FOUND }]);
  const url = `${alertmanager}${new URL(alertDestination(site).url).pathname}`;
  return {
    from: [`POST ${url} ${body}`],
    fire: async () => {
      const response = await fetch(url, { method: "POST", headers: { "content-type": "application/json" }, body });
      if (!response.ok) throw new DrillImpossible(`the alert manager answered ${response.status}: ${await response.text()}`);
    },
  };
}
