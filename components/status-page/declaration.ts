import { declareService, logLevel } from "../../lib/service/declaration";
import { httpUrl, oneOf, text, wholeNumber } from "../../lib/service/environment";
import { MAX_WEBHOOK_BYTES } from "../../lib/service/webhook";
import { pageIdsFile } from "./page-ids";
import { statusPageSeries } from "./series";

const DAY_SECONDS = 86_400;

export const statusPageService = declareService({
  name: "status-page",
  purpose: "takes Alertmanager's webhooks on POST /webhook and keeps the components of a public status page at the worst of what fires.",
  port: 8080,
  variables: {
    ALERTMANAGER_URL: { help: "Alertmanager, without /api/v2", ...httpUrl },
    STATUSPAGE_URL: { help: "the status page's API, without /v1", ...httpUrl },
    STATUSPAGE_PAGE_ID: { help: "id of the page", ...text },
    STATUSPAGE_TOKEN: { help: "API key of the page; a file is read again at each call", ...text, secret: true },
    COMPONENTS_FILE: {
      help: "JSON file: component name -> id on the page",
      ...text,
      siteFile: { name: "components.json", content: pageIdsFile },
    },
    HOLD_SECONDS: { help: "how long nothing may fire before a status is lowered", ...wholeNumber(0, DAY_SECONDS), default: "90" },
    RESYNC_SECONDS: {
      help: "how often Alertmanager is asked what fires, and the page what it shows",
      ...wholeNumber(1, DAY_SECONDS),
      default: "300",
    },
    ALERTMANAGER_SETTLE_SECONDS: {
      help: "how long Alertmanager must run before what it does not list has ended",
      ...wholeNumber(0, DAY_SECONDS),
      default: "600",
    },
    MIN_CALL_INTERVAL_MS: { help: "least time between the starts of two calls to the page", ...wholeNumber(0, 3_600_000), default: "1100" },
    INCIDENTS: { help: "whether a component that is down gets an incident on the page", ...oneOf(["off", "on"]), default: "off" },
    LOG_LEVEL: logLevel,
  },
  paths: ["POST /webhook", "GET /state"],
  maxBodyBytes: MAX_WEBHOOK_BYTES,
  // three seconds for the call in flight and the last requests (service/adapter.ts), and some to spare
  shutdownSeconds: 6,
  series: statusPageSeries,
});
