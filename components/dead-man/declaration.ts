import { declareService, logLevel } from "../../lib/service/declaration";
import { text } from "../../lib/service/environment";
import { MAX_WEBHOOK_BYTES } from "../../lib/service/webhook";
import { deadManSeries } from "./series";

export const deadManService = declareService({
  name: "dead-man",
  purpose: "turns Alertmanager's WatchdogOps webhooks on POST /webhook into GETs of the dead-man switch's ping URL.",
  port: 8080,
  variables: {
    WATCHDOG_PING_URL: { help: "URL that a GET keeps the dead-man switch quiet with; a file is read at each ping", ...text, secret: true },
    LOG_LEVEL: logLevel,
  },
  paths: ["POST /webhook"],
  maxBodyBytes: MAX_WEBHOOK_BYTES,
  // a ping that is under way may take ten seconds
  shutdownSeconds: 12,
  series: deadManSeries,
});
