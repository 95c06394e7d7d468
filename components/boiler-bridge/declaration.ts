import * as z from "zod/mini";
import { declareService, logLevel } from "../../lib/service/declaration";
import { httpUrl, oneOf, text, wholeNumber } from "../../lib/service/environment";
import { BOILER_LOGINS } from "../../lib/site/boiler-login";
import { isTimeZone } from "./model/local-date";
import { boilerBridgeSeries } from "./series";

const SLOWEST_POLL_SECONDS = 24 * 3600;
/** Below it the cloud blocks the account. */
const POLITE_POLL_SECONDS = 60;

const secret = { ...text, secret: true } as const;
const optionalSecret = { allowed: "a text", schema: z.string(), secret: true, default: "" } as const;
const positives = z.string().check(z.regex(/^[1-9]\d{0,4}(?:,[1-9]\d{0,4}){0,19}$/));

export const boilerBridgeService = declareService({
  name: "boiler-bridge",
  purpose: "connects Home Assistant with a boiler that only its vendor's cloud can reach.",
  port: 8080,
  variables: {
    BOILER_CLOUD_URL: { help: "the vendor cloud", ...httpUrl },
    BOILER_GATEWAY: { help: "identifier of the gateway", ...text },
    BOILER_ZONE: { help: "heating zone", ...wholeNumber(1, 6), default: "1" },
    BOILER_LOGIN: { help: "form of the login call", ...oneOf(BOILER_LOGINS), default: "form" },
    BOILER_USER_AGENT: { help: "user agent, the same for ever", ...text, default: "belfry-boiler-bridge/1" },
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
    BOILER_USERNAME: { help: "account of the vendor cloud", ...secret },
    BOILER_PASSWORD: { help: "its password", ...secret },
    HASS_URL: { help: "Home Assistant", ...httpUrl },
    HASS_TOKEN: { help: "long-lived access token of an administrator", ...secret },
    HASS_PUBLISH: { help: "where entities go", ...oneOf(["rest", "mqtt"]), default: "rest" },
    MQTT_URL: {
      help: "the broker, for HASS_PUBLISH=mqtt",
      allowed: "an mqtt:// or mqtts:// URL",
      schema: z.string().check(z.regex(/^(?:mqtts?:\/\/[^\s/@]+)?$/)),
      default: "",
    },
    MQTT_USERNAME: { help: "account of the broker", ...optionalSecret },
    MQTT_PASSWORD: { help: "its password", ...optionalSecret },
    ENERGY_PRICE: {
      help: "currency per kWh",
      allowed: "a number of at least 0, such as 0.12",
      schema: z.pipe(z.string().check(z.regex(/^\d{1,6}(?:\.\d{1,6})?$/)), z.transform(Number)),
      default: "0",
    },
    STATE_DIR: { help: "folder that survives restarts", ...text, default: "/var/lib/boiler-bridge", isState: true },
    TZ: {
      help: "time zone of the boiler",
      allowed: "an IANA time zone name",
      schema: z.string().check(z.refine(isTimeZone)),
      default: "UTC",
    },
    LOG_LEVEL: logLevel,
  },
  contradictions: ({ BOILER_POLL_SECONDS: seconds, BOILER_ALLOW_FAST_POLL: allowsFast, HASS_PUBLISH: publish, MQTT_URL: broker }) => [
    ...(seconds < POLITE_POLL_SECONDS && allowsFast !== "1"
      ? [`BOILER_POLL_SECONDS: ${seconds} is too fast for the vendor's cloud, which blocks the account; use ${POLITE_POLL_SECONDS} or more`]
      : []),
    ...(publish === "mqtt" && broker === "" ? ["MQTT_URL: is not set, and HASS_PUBLISH is mqtt; use an mqtt:// or mqtts:// URL"] : []),
  ],
  paths: [],
  maxBodyBytes: 0,
  // three seconds for the last publications (service/bridge.ts), then what is open is closed and the state written
  shutdownSeconds: 10,
  series: boilerBridgeSeries,
});
