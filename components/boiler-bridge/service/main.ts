import "../../../lib/service/seldom-busy";
import { systemClock } from "../../../lib/service/clock";
import type { Configuration } from "../../../lib/service/environment";
import { ServiceError } from "../../../lib/service/errors";
import { createHttp } from "../../../lib/service/http";
import type { Logger } from "../../../lib/service/log";
import { createRegistry } from "../../../lib/service/metrics";
import { runService } from "../../../lib/service/run";
import { currentSecret } from "../../../lib/service/secret";
import { boilerBridgeService } from "../declaration";
import { type Bridge, createBridge } from "./bridge";
import { bridgeStateFile } from "./bridge-state";
import { watchClock } from "./clock-watch";
import { createCloud } from "./cloud/client";
import type { Cloud } from "./cloud/cloud";
import type { Home } from "./home/home";
import { createHome } from "./home/home-assistant";
import { resetStatistics } from "./home/reset-statistics";
import { createRestPublisher } from "./home/rest-publisher";
import { type BridgeMetrics, createMetrics } from "./metrics";

void runService(boilerBridgeService, {
  commands: {
    "reset-statistics": {
      help: "drops the recorder's history of the four energy and cost statistics; the totals stay",
      run: async ({ HASS_URL: url, HASS_TOKEN: token }) => {
        const { ok, text: outcome } = await resetStatistics({ url, token });
        (ok ? process.stdout : process.stderr).write(`${outcome}\n`);
        return ok ? 0 : 1;
      },
    },
  },
  start: async (configuration, log) => {
    const registry = createRegistry();
    const metrics = createMetrics(registry);
    const cloud = cloudOf(configuration, log, metrics);
    const parts = { configuration, log, metrics, cloud };
    let running = await assemble(parts);
    const http = createHttp({
      log,
      registry,
      paths: boilerBridgeService.paths,
      unready: () =>
        running.home.isRefused()
          ? new ServiceError("home_assistant_refused", "home assistant refuses the access token; put a valid one into the secret")
          : undefined,
    });
    const port = await http.listen(configuration.HOST, configuration.PORT);
    await running.bridge.start();
    let restarted = Promise.resolve();
    const endWatch = watchClock((byMs) => {
      log.warn({ seconds: Math.round(byMs / 1000) }, "the clock was set; beginning anew");
      // It stays: what the cloud forbade a moment ago is forbidden still.
      cloud.clockSet(byMs);
      restarted = restarted.then(async () => {
        running.bridge.clockSet(byMs);
        await running.bridge.close();
        running = await assemble(parts);
        await running.bridge.start();
      });
    });
    return {
      port,
      stop: async () => {
        endWatch();
        await restarted;
        const closed = running.bridge.close();
        cloud.close();
        await closed;
        await http.close();
      },
    };
  },
});

interface Parts {
  readonly configuration: Configuration<typeof boilerBridgeService.variables>;
  readonly log: Logger;
  readonly metrics: BridgeMetrics;
  readonly cloud: Cloud;
}

function cloudOf(configuration: Parts["configuration"], log: Logger, metrics: BridgeMetrics): Cloud {
  return createCloud({
    url: configuration.BOILER_CLOUD_URL,
    gateway: configuration.BOILER_GATEWAY,
    zone: configuration.BOILER_ZONE,
    username: currentSecret(configuration.BOILER_USERNAME, fileOf("BOILER_USERNAME")),
    password: currentSecret(configuration.BOILER_PASSWORD, fileOf("BOILER_PASSWORD")),
    login: configuration.BOILER_LOGIN,
    userAgent: configuration.BOILER_USER_AGENT,
    timeZone: configuration.TZ,
    clock: systemClock,
    log,
    onCall: (call, outcome) => metrics.boiler_bridge_cloud_requests_total.inc({ call, outcome }),
  });
}

/** A bridge that has not begun, with everything it stands on. */
async function assemble({ configuration, log, metrics, cloud }: Parts): Promise<{ readonly home: Home; readonly bridge: Bridge }> {
  const clock = systemClock;
  const token = currentSecret(configuration.HASS_TOKEN, fileOf("HASS_TOKEN"));
  const brokerUser = currentSecret(configuration.MQTT_USERNAME, fileOf("MQTT_USERNAME"));
  const brokerPassword = currentSecret(configuration.MQTT_PASSWORD, fileOf("MQTT_PASSWORD"));
  const home = createHome({ url: configuration.HASS_URL, token, clock, log });
  const publisher =
    configuration.HASS_PUBLISH === "mqtt"
      ? // loaded only where there is a broker: its client takes some MiB
        (await import("./home/mqtt-publisher")).createMqttPublisher({
          url: configuration.MQTT_URL,
          log,
          ...(configuration.MQTT_USERNAME !== "" && {
            account: () => ({ username: brokerUser(), password: brokerPassword() }),
          }),
        })
      : createRestPublisher({ url: configuration.HASS_URL, token, log, clock });
  const bridge = createBridge({
    cloud,
    zone: configuration.BOILER_ZONE,
    home,
    publisher,
    file: bridgeStateFile(configuration.STATE_DIR, log),
    metrics,
    log,
    clock,
    pollSeconds: configuration.BOILER_POLL_SECONDS,
    confirmSeconds: configuration.BOILER_CONFIRM_SECONDS,
    timeZone: configuration.TZ,
    pricePerKwh: configuration.ENERGY_PRICE,
  });
  return { home, bridge };
}

function fileOf(variable: string): string | undefined {
  return process.env[`${variable}_FILE`] || undefined;
}
