import { runService } from "../../../lib/service/run";
import { currentSecret } from "../../../lib/service/secret";
import { deadManService } from "../declaration";
import { createDeadMan } from "./dead-man";

void runService(deadManService, {
  start: async (configuration, log) => {
    const pingUrl = currentSecret(configuration.WATCHDOG_PING_URL, process.env.WATCHDOG_PING_URL_FILE || undefined);
    const deadMan = createDeadMan({ pingUrl, log });
    return { port: await deadMan.listen(configuration.HOST, configuration.PORT), stop: deadMan.close };
  },
});
