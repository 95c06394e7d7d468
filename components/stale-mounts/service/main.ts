import { runService } from "../../../lib/service/run";
import { EVERY_NAMESPACE, staleMountsService } from "../declaration";
import { createRestarter } from "./restarter";

void runService(staleMountsService, {
  start: async (configuration, log) => {
    const { NAMESPACES: namespaces } = configuration;
    const restarter = createRestarter({
      kubernetes: {
        host: configuration.KUBERNETES_SERVICE_HOST,
        port: configuration.KUBERNETES_SERVICE_PORT,
        accountFolder: configuration.SERVICE_ACCOUNT_DIR,
      },
      pattern: configuration.LOG_PATTERN,
      record: configuration.RECORD,
      namespaces: namespaces.includes(EVERY_NAMESPACE) ? undefined : namespaces,
      except: configuration.EXCEPT_NAMESPACES,
      limits: {
        restartsPerHour: configuration.RESTARTS_PER_HOUR,
        workloadPauseMs: configuration.WORKLOAD_PAUSE_SECONDS * 1000,
      },
      windowMs: configuration.WINDOW_HOURS * 3_600_000,
      checkMs: configuration.CHECK_SECONDS * 1000,
      isDryRun: configuration.DRY_RUN === "on",
      log,
    });
    return { port: await restarter.listen(configuration.HOST, configuration.PORT), stop: restarter.close };
  },
});
