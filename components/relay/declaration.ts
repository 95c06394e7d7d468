import { join } from "node:path";
import { declareService, logLevel } from "../../lib/service/declaration";
import { httpUrls, text, wholeNumber } from "../../lib/service/environment";
import { relaySeries } from "./series";
import { relaySiteFile } from "./site-file";

const SITE_FILE = "site.json";

export const relayService = declareService({
  name: "relay",
  purpose: "takes log events on POST /ingest and posts the alerts found in them to Alertmanager.",
  port: 9999,
  variables: {
    ALERTMANAGER_URL: { help: "Alertmanager, without /api/v2; every replica, separated by commas", ...httpUrls },
    LOG_LEVEL: logLevel,
    MAX_BODY_BYTES: { help: "largest body, counted after inflating", ...wholeNumber(1024, 64 * 1024 * 1024) },
    RELAY_SITE_FILE: {
      help: "JSON file with namespaces, trusted_ranges and, where there are any, nat64_egress and quoting",
      ...text,
      // beside the bundle, where a build writes it
      default: join(__dirname, SITE_FILE),
      siteFile: { name: SITE_FILE, content: relaySiteFile },
    },
  },
  paths: ["POST /ingest"],
  // a body of the aggregator is at most a chunk (1 MiB); inflated it stays far below
  maxBodyBytes: 4 * 1024 * 1024,
  // ten seconds for Alertmanager with its retries, and some for the answer
  shutdownSeconds: 15,
  series: relaySeries,
});
