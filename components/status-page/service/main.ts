import { runService } from "../../../lib/service/run";
import { currentSecret } from "../../../lib/service/secret";
import { statusPageService } from "../declaration";
import { createAdapter } from "./adapter";
import { readComponents } from "./components-file";

void runService(statusPageService, {
  start: async (configuration, log) => {
    const components = readComponents(configuration.COMPONENTS_FILE);
    if ("problems" in components) return components;
    const adapter = createAdapter({
      alertmanagerUrl: configuration.ALERTMANAGER_URL,
      statuspageUrl: configuration.STATUSPAGE_URL,
      pageId: configuration.STATUSPAGE_PAGE_ID,
      token: currentSecret(configuration.STATUSPAGE_TOKEN, process.env.STATUSPAGE_TOKEN_FILE || undefined),
      components,
      holdMs: configuration.HOLD_SECONDS * 1000,
      resyncMs: configuration.RESYNC_SECONDS * 1000,
      settleMs: configuration.ALERTMANAGER_SETTLE_SECONDS * 1000,
      minIntervalMs: configuration.MIN_CALL_INTERVAL_MS,
      incidents: configuration.INCIDENTS === "on",
      log,
    });
    return { port: await adapter.listen(configuration.HOST, configuration.PORT), stop: adapter.close };
  },
});
