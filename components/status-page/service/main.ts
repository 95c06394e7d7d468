import "../../../lib/service/memory";
import { httpUrl, oneOf, text, type Variable, wholeNumber } from "../../../lib/service/environment";
import { logLevel } from "../../../lib/service/log";
import { runService } from "../../../lib/service/run";
import { currentSecret } from "../../../lib/service/secret";
import { createAdapter } from "./adapter";
import { readComponents } from "./components-file";

const DAY_SECONDS = 86_400;

const variables = {
  PORT: { help: "port to listen on", ...wholeNumber(0, 65535), default: "8080" },
  HOST: { help: "address to listen on", ...text, default: "0.0.0.0" },
  ALERTMANAGER_URL: { help: "Alertmanager, without /api/v2", ...httpUrl },
  STATUSPAGE_URL: { help: "the status page's API, without /v1", ...httpUrl },
  STATUSPAGE_PAGE_ID: { help: "id of the page", ...text },
  STATUSPAGE_TOKEN: { help: "API key of the page; a file is read again at each call", ...text, secret: true },
  COMPONENTS_FILE: { help: "JSON file: component name -> id on the page", ...text },
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
} satisfies Record<string, Variable<unknown>>;

void runService({
  name: "status-page",
  purpose: "takes Alertmanager's webhooks on POST /webhook and keeps the components of a public status page at the worst of what fires.",
  variables,
  // Three seconds for the call in flight and the last requests (adapter.ts), and some to spare.
  shutdownSeconds: 6,
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
