import { parseSite } from "../../../lib/site/load";
import { userAgentFlaw } from "../../../lib/site/sections/boiler";
import { mistakesOf } from "../mistakes";
import { PLAIN_BOILER, PLAIN_SITE } from "../plain-site";

const FIRST_LINE = PLAIN_SITE.split("\n").length;
const mistakesWith = (from: string, to: string) => {
  if (!PLAIN_BOILER.includes(from)) throw new Error(`the plain boiler does not hold ${from}`);
  return mistakesOf(PLAIN_SITE + PLAIN_BOILER.replace(from, to)).map((line) => {
    const [, number, rest] = /^(\d+):\d+ (.*)$/.exec(line) ?? [];
    return `${Number(number) - FIRST_LINE} ${rest}`;
  });
};

test("a site may have a boiler, and may have none", () => {
  expect(mistakesOf(PLAIN_SITE + PLAIN_BOILER)).toEqual([]);
  expect(parseSite(PLAIN_SITE, "site.yaml").boiler).toBeUndefined();
});

const BROKER = "  mqtt:\n    url: mqtt://192.168.10.21\n    addresses: [192.168.10.21/32]\n";

test("a boiler's entities may go through a broker", () => {
  expect(parseSite(PLAIN_SITE + PLAIN_BOILER, "site.yaml").boiler?.mqtt).toBeUndefined();
  expect(parseSite(PLAIN_SITE + PLAIN_BOILER + BROKER, "site.yaml").boiler?.mqtt?.url).toBe("mqtt://192.168.10.21");
  const inside = "  mqtt:\n    url: mqtts://broker.smart-home.svc:8883\n    addresses: []\n";
  expect(mistakesOf(PLAIN_SITE + PLAIN_BOILER + inside)).toEqual([]);
});

test.each([
  [
    "another protocol",
    "mqtt://192.168.10.21",
    "http://192.168.10.21",
    /^14 boiler\.mqtt\.url: "http:.*" is not an mqtt\(s\) URL; use for example mqtt:/,
  ],
  ["credentials", "mqtt://", "mqtt://me:secret@", /holds credentials; keep them in the secret store/],
  ["no host", "mqtt://192.168.10.21", "mqtt://", /is not an mqtt\(s\) URL/],
  ["a path", "mqtt://192.168.10.21", "mqtt://192.168.10.21/home", /holds a path/],
  ["capitals", "mqtt://192.168.10.21", "mqtt://Broker.example.org", /is not a plain mqtt\(s\) URL/],
  [
    "no address outside the cluster",
    "[192.168.10.21/32]",
    "[]",
    /^15 boiler\.mqtt\.addresses: is empty, and "mqtt:.*" is outside the cluster/,
  ],
  ["nothing but its name", "\n    url: mqtt://192.168.10.21\n    addresses: [192.168.10.21/32]", "", /^13 boiler\.mqtt: /],
])("a broker with %s is refused", (_, from, to, message) => {
  expect(BROKER).toContain(from);
  expect(mistakesWith("calendar.holidays\n", `calendar.holidays\n${BROKER.replace(from, to)}`)).toEqual([expect.stringMatching(message)]);
});

test("a boiler without one of its keys is refused", () => {
  const lines = PLAIN_BOILER.split("\n").filter((line) => line.startsWith("  "));
  for (const line of lines) {
    const key = line.trim().split(":")[0];
    expect(mistakesWith(`${line}\n`, "")).toEqual([expect.stringMatching(`^0 boiler\\.${key}: is missing; `)]);
  }
});

test.each([
  ["a word for the section", PLAIN_BOILER, "boiler: yes\n", /^0 boiler: "yes" is not a mapping; it holds the keys namespace, cloud_url/],
  ["a misspelt key", "cloud_url", "cloud_ulr", /^2 boiler\.cloud_ulr: is not a known key; did you mean cloud_url\?$/],
  ["an unknown key", "  zone: 1", "  zone: 1\n  colour: red", /^6 boiler\.colour: is not a known key; allowed are: namespace, /],
  [
    "credentials over plain HTTP",
    "https://cloud",
    "http://cloud",
    /^2 boiler\.cloud_url: .* does not begin with https:\/\/; use for example https:/,
  ],
  ["a poll too fast", "300", "59", /^8 boiler\.poll_seconds: 59 is not a whole number from 60 to 3600; use for example 300$/],
  ["a poll too slow", "300", "3601", /poll_seconds: 3601 is not/],
  ["a zone too many", "zone: 1", "zone: 7", /^5 boiler\.zone: 7 is not a whole number from 1 to 6/],
  ["a login of its own", "form", "token", /^6 boiler\.login: "token" is not an allowed value; use one of: form, antiforgery$/],
  [
    "a user agent of two lines",
    "belfry-boiler-bridge/1",
    '"belfry\\r\\nCookie: x"',
    /^7 boiler\.user_agent: ".*" is not a user agent \(printable ASCII, .*\); use for example belfry-boiler-bridge\/1$/,
  ],
  ["a user agent with letters that no header has", "belfry-boiler-bridge/1", "Brücke/1", /user_agent: "Brücke\/1" is not a user agent/],
  ["a negative price", "0.14", "-1", /^9 boiler\.price_per_kwh: -1 is not a price of 0 to 1000; use for example 0\.14$/],
  ["a price in words", "0.14", "cheap", /price_per_kwh: "cheap" is not a price/],
  ["a gateway that is a path", "GW1", "a/b", /^4 boiler\.gateway: "a\/b" is not a gateway's identifier/],
  [
    "another kind of entity",
    "calendar.holidays",
    "sensor.holidays",
    /holiday_calendar: "sensor\.holidays" is not an entity of Home Assistant \(calendar\.<name>\)/,
  ],
  [
    "a namespace that is taken",
    "namespace: boiler",
    "namespace: monitoring",
    /^1 boiler\.namespace: "monitoring" is also namespaces\.monitoring; give the bridge a namespace of its own$/,
  ],
  [
    "no address outside the cluster",
    "[192.168.10.20/32]",
    "[]",
    /^11 boiler\.home_assistant_addresses: is empty, and "http:\/\/192\.168\.10\.20:8123" is outside the cluster/,
  ],
])("%s is named where it stands", (_, from, to, message) => {
  expect(mistakesWith(from, to)).toEqual([expect.stringMatching(message)]);
});

describe("an address that its list does not hold", () => {
  test.each([
    [
      "of the cloud",
      "https://cloud.example.org",
      "https://198.51.100.7",
      '3 boiler.cloud_addresses: lists no range that holds the host of "https://198.51.100.7"; add 198.51.100.7/32',
    ],
    [
      "of the cloud, in the other family",
      "https://cloud.example.org",
      "https://[2001:db8::7]:8443",
      '3 boiler.cloud_addresses: lists no range that holds the host of "https://[2001:db8::7]:8443"; add 2001:db8::7/128',
    ],
    [
      "of Home Assistant",
      "http://192.168.10.20:8123",
      "http://192.168.10.21:8123",
      '11 boiler.home_assistant_addresses: lists no range that holds the host of "http://192.168.10.21:8123"; add 192.168.10.21/32',
    ],
  ])("%s is refused", (_, from, to, message) => {
    expect(mistakesWith(from, to)).toEqual([message]);
  });

  test("of the broker is refused", () => {
    const broker = BROKER.replace("mqtt://192.168.10.21", "mqtts://[fd00::21]");
    expect(mistakesWith("calendar.holidays\n", `calendar.holidays\n${broker}`)).toEqual([
      '15 boiler.mqtt.addresses: lists no range that holds the host of "mqtts://[fd00::21]"; add fd00::21/128',
    ]);
  });

  test.each([
    ["a range that holds it", "[192.168.10.20/32]", "[10.0.0.0/8, 192.168.10.0/24]"],
    ["a name, of which nobody knows", "http://192.168.10.20:8123", "http://home.lan:8123"],
    ["a Service", "http://192.168.10.20:8123", "http://home-assistant.smart-home.svc:8123"],
  ])("%s is right", (_, from, to) => {
    expect(mistakesWith(from, to)).toEqual([]);
  });
});

test.each(["belfry/1", "Mozilla/5.0 (X11; Linux)"])("%j is a user agent", (text) => {
  expect(userAgentFlaw(text)).toBeUndefined();
});

test.each(["", " a", "a ", "a  b", "a\nb", "é", "x".repeat(201)])("%j is no user agent", (text) => {
  expect(userAgentFlaw(text)?.wrong).toMatch(/^is not a user agent/);
});
