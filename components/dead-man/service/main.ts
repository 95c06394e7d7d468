import "../../../lib/service/memory";
import { text, type Variable, wholeNumber } from "../../../lib/service/environment";
import { logLevel } from "../../../lib/service/log";
import { runService } from "../../../lib/service/run";
import { currentSecret } from "../../../lib/service/secret";
import { createDeadMan } from "./dead-man";

const variables = {
  PORT: { help: "port to listen on", ...wholeNumber(0, 65535), default: "8080" },
  HOST: { help: "address to listen on", ...text, default: "0.0.0.0" },
  WATCHDOG_PING_URL: { help: "URL that a GET keeps the dead-man switch quiet with; a file is read at each ping", ...text, secret: true },
  LOG_LEVEL: logLevel,
} satisfies Record<string, Variable<unknown>>;

void runService({
  name: "dead-man",
  purpose: "turns Alertmanager's WatchdogOps webhooks on POST /webhook into GETs of the dead-man switch's ping URL.",
  variables,
  // a ping that is under way may take ten seconds
  shutdownSeconds: 12,
  start: async (configuration, log) => {
    const pingUrl = currentSecret(configuration.WATCHDOG_PING_URL, process.env.WATCHDOG_PING_URL_FILE || undefined);
    const deadMan = createDeadMan({ pingUrl, log });
    return { port: await deadMan.listen(configuration.HOST, configuration.PORT), stop: deadMan.close };
  },
});
