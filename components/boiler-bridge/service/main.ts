import "../../../lib/service/seldom-busy";
import "../../../lib/service/memory";
import * as z from "zod/mini";
import { systemClock } from "../../../lib/service/clock";
import { type Configuration, httpUrl, oneOf, text, type Variable, wholeNumber } from "../../../lib/service/environment";
import { ServiceError } from "../../../lib/service/errors";
import { createHttp } from "../../../lib/service/http";
import { type Logger, logLevel } from "../../../lib/service/log";
import { createRegistry } from "../../../lib/service/metrics";
import { runService } from "../../../lib/service/run";
import { currentSecret } from "../../../lib/service/secret";
import { BOILER_LOGINS } from "../../../lib/site/boiler-login";
import { isTimeZone } from "../model/local-date";
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

const SLOWEST_POLL_SECONDS = 24 * 3600;
const POLITE_POLL_SECONDS = 60;

const secret = { ...text, secret: true } as const;
const positives = z.string().check(z.regex(/^[1-9]\d{0,4}(?:,[1-9]\d{0,4}){0,19}$/));

const variables = {
  PORT: { help: "port of /metrics, /healthz and /readyz", ...wholeNumber(0, 65535), default: "8080" },
  HOST: { help: "address to listen on", ...text, default: "0.0.0.0" },
  BOILER_CLOUD_URL: { help: "the vendor cloud", ...httpUrl },
  BOILER_GATEWAY: { help: "identifier of the gateway", ...text },
  BOILER_ZONE: { help: "heating zone", ...wholeNumber(1, 6), default: "1" },
  BOILER_USERNAME: { help: "account of the vendor cloud", ...secret },
  BOILER_PASSWORD: { help: "its password", ...secret },
  BOILER_LOGIN: { help: "form of the login call", ...oneOf(BOILER_LOGINS), default: "form" },
  BOILER_POLL_SECONDS: { help: "seconds between reads", ...wholeNumber(1, SLOWEST_POLL_SECONDS), default: "300" },
  BOILER_ALLOW_FAST_POLL: { help: `1 allows polls below ${POLITE_POLL_SECONDS} s, for tests`, ...oneOf(["0", "1"]), default: "0" },
  BOILER_CONFIRM_SECONDS: {
    help: "seconds after a write at which it is looked for",
    allowed: "a comma list of positive whole numbers",
    schema: z.pipe(
      positives,
      z.transform((list: string) => [...new Set(list.split(",").map(Number))].sort((a, b) => a - b)),
    ),
    default: "5,15,30,60",
  },
  BOILER_USER_AGENT: { help: "user agent, the same for ever", ...text, default: "belfry-boiler-bridge/1" },
  HASS_URL: { help: "Home Assistant", ...httpUrl },
  HASS_TOKEN: { help: "long-lived access token of an administrator", ...secret },
  HASS_PUBLISH: { help: "where entities go", ...oneOf(["rest", "mqtt"]), default: "rest" },
  MQTT_URL: {
    help: "the broker, for HASS_PUBLISH=mqtt",
    allowed: "an mqtt:// or mqtts:// URL",
    schema: z.string().check(z.regex(/^(?:mqtts?:\/\/[^\s/@]+)?$/)),
    default: "",
  },
  MQTT_USERNAME: { help: "account of the broker", allowed: "a text", schema: z.string(), secret: true, default: "" },
  MQTT_PASSWORD: { help: "its password", allowed: "a text", schema: z.string(), secret: true, default: "" },
  TZ: {
    help: "time zone of the boiler",
    allowed: "an IANA time zone name",
    schema: z.string().check(z.refine(isTimeZone)),
    default: "UTC",
  },
  STATE_DIR: { help: "folder that survives restarts", ...text, default: "/var/lib/boiler-bridge" },
  ENERGY_PRICE: {
    help: "currency per kWh",
    allowed: "a number of at least 0, such as 0.12",
    schema: z.pipe(z.string().check(z.regex(/^\d{1,6}(?:\.\d{1,6})?$/)), z.transform(Number)),
    default: "0",
  },
  LOG_LEVEL: logLevel,
} satisfies Record<string, Variable<unknown>>;

void runService({
  name: "boiler-bridge",
  purpose: "connects Home Assistant with a boiler that only its vendor's cloud can reach.",
  variables,
  shutdownSeconds: 9,
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
    const { BOILER_POLL_SECONDS: pollSeconds, BOILER_ALLOW_FAST_POLL: allowsFast } = configuration;
    if (pollSeconds < POLITE_POLL_SECONDS && allowsFast !== "1") {
      return {
        problems: [
          `BOILER_POLL_SECONDS: ${pollSeconds} is too fast for the vendor's cloud, which blocks the account; use ${POLITE_POLL_SECONDS} or more`,
        ],
      };
    }
    if (configuration.HASS_PUBLISH === "mqtt" && configuration.MQTT_URL === "")
      return { problems: ["MQTT_URL: is not set, and HASS_PUBLISH is mqtt; use an mqtt:// or mqtts:// URL"] };
    const registry = createRegistry();
    const metrics = createMetrics(registry);
    const cloud = cloudOf(configuration, log, metrics);
    const parts = { configuration, log, metrics, cloud };
    let running = await assemble(parts);
    const http = createHttp({
      log,
      registry,
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
  readonly configuration: Configuration<typeof variables>;
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
    onCall: (call, outcome) => metrics.cloudRequests.inc({ call, outcome }),
  });
}

/** A bridge that has not begun, with everything it stands on. */
async function assemble({ configuration, log, metrics, cloud }: Parts): Promise<{ readonly home: Home; readonly bridge: Bridge }> {
  const clock = systemClock;
  const token = currentSecret(configuration.HASS_TOKEN, fileOf("HASS_TOKEN"));
  const home = createHome({ url: configuration.HASS_URL, token, clock, log });
  const publisher =
    configuration.HASS_PUBLISH === "mqtt"
      ? // loaded only where there is a broker: its client takes some MiB
        (await import("./home/mqtt-publisher")).createMqttPublisher({
          url: configuration.MQTT_URL,
          log,
          ...(configuration.MQTT_USERNAME !== "" && {
            username: configuration.MQTT_USERNAME,
            password: currentSecret(configuration.MQTT_PASSWORD, fileOf("MQTT_PASSWORD")),
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
