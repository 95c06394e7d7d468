import "../../../lib/service/memory";
import { join } from "node:path";
import { httpUrls, text, type Variable, wholeNumber } from "../../../lib/service/environment";
import { logLevel } from "../../../lib/service/log";
import { runService } from "../../../lib/service/run";
import { createRelay } from "./relay";
import { readSite } from "./site";

const variables = {
  PORT: { help: "port to listen on", ...wholeNumber(0, 65535), default: "9999" },
  HOST: { help: "address to listen on", ...text, default: "0.0.0.0" },
  ALERTMANAGER_URL: { help: "Alertmanager, without /api/v2; every replica, separated by commas", ...httpUrls },
  LOG_LEVEL: logLevel,
  MAX_BODY_BYTES: {
    help: "largest body, counted after inflating",
    ...wholeNumber(1024, 64 * 1024 * 1024),
    default: String(4 * 1024 * 1024),
  },
  RELAY_SITE_FILE: { help: "JSON file with namespaces, trusted_ranges and nat64_egress", ...text, default: join(__dirname, "site.json") },
} satisfies Record<string, Variable<unknown>>;

void runService({
  name: "relay",
  purpose: "takes log events on POST /ingest and posts the alerts found in them to Alertmanager.",
  variables,
  // Ten seconds for Alertmanager and some for the answer; the pod's grace period is longer (construct.ts).
  shutdownSeconds: 15,
  start: async (configuration, log) => {
    const site = readSite(configuration.RELAY_SITE_FILE);
    if ("problems" in site) return site;
    const relay = createRelay({
      alertmanagerUrls: configuration.ALERTMANAGER_URL,
      maxBodyBytes: configuration.MAX_BODY_BYTES,
      site,
      log,
    });
    return { port: await relay.listen(configuration.HOST, configuration.PORT), stop: relay.close };
  },
});
