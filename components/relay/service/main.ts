import { runService } from "../../../lib/service/run";
import { relayService } from "../declaration";
import { createRelay } from "./relay";
import { readSite } from "./site";

void runService(relayService, {
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
