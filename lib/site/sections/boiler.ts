import { BOILER_LOGINS } from "../boiler-login";
import { ranges } from "../cidr";
import type { Contradiction, DraftOf } from "../draft";
import { choice, type Flaw, price, section, text, wholeNumber } from "../field";
import { parseInCluster } from "../in-cluster";
import { dnsLabel } from "../name";
import { type Inside, type OutsideUrl, outsideMistakes } from "../outside-url";
import { quote } from "../quote";
import { asHttp, httpsFlaw, mqttFlaw, url } from "../url";

const keys = {
  boiler: section({
    namespace: dnsLabel("boiler"),
    cloud_url: text("https://boiler-cloud.example.org", httpsFlaw),
    cloud_addresses: ranges("0.0.0.0/0"),
    gateway: text("A1B2C3D4E5F6", gatewayFlaw),
    zone: wholeNumber(1, 1, 6),
    login: choice(BOILER_LOGINS),
    user_agent: text("belfry-boiler-bridge/1", userAgentFlaw),
    poll_seconds: wholeNumber(300, 60, 3600),
    price_per_kwh: price(0.14),
    home_assistant_url: url("http://192.168.10.20:8123"),
    home_assistant_addresses: ranges("192.168.10.20/32", 0),
    holiday_calendar: text("calendar.holidays", entityFlaw("calendar")),
    // without it the entities go through Home Assistant's REST interface
    mqtt: section({
      url: text("mqtt://192.168.10.20:1883", mqttFlaw),
      addresses: ranges("192.168.10.20/32", 0),
    }).optional(),
  }).optional(),
};

/** The boiler bridge. A place may do without it: no boiler, no bridge. */
export const boiler = { keys, contradictions };

type SiteDraft = DraftOf<typeof keys> & Inside;

type Boiler = NonNullable<SiteDraft["boiler"]>;

function contradictions(site: SiteDraft): Contradiction[] {
  const { boiler, namespaces } = site;
  if (boiler === undefined) return [];
  const { cloud, homeAssistant, broker } = outsideUrls(boiler);
  const atHome = [homeAssistant, broker].flatMap((end) => {
    const found = outsideMistakes([end], site);
    // a URL that has to change anyway may need no list then
    return found.length > 0 ? found : emptyList(end);
  });
  return [...takenNamespace(boiler, namespaces), ...outsideMistakes([cloud], site), ...atHome];
}

function takenNamespace({ namespace }: Boiler, namespaces: SiteDraft["namespaces"]): Contradiction[] {
  const taken = Object.entries(namespaces).find(([, other]) => other !== undefined && other === namespace);
  if (taken === undefined) return [];
  const message = `${quote(namespace)} is also namespaces.${taken[0]}; give the bridge a namespace of its own`;
  return [{ path: ["boiler", "namespace"], message }];
}

function outsideUrls({ cloud_url, cloud_addresses, home_assistant_url, home_assistant_addresses, mqtt }: Boiler) {
  const end = (mayBeService: boolean, url: OutsideUrl["url"], addresses: OutsideUrl["addresses"]): OutsideUrl => ({
    url,
    addresses,
    mayBeService,
  });
  return {
    cloud: end(false, { path: ["boiler", "cloud_url"], value: cloud_url }, { path: ["boiler", "cloud_addresses"], value: cloud_addresses }),
    homeAssistant: end(
      true,
      { path: ["boiler", "home_assistant_url"], value: home_assistant_url },
      { path: ["boiler", "home_assistant_addresses"], value: home_assistant_addresses },
    ),
    broker: end(
      true,
      { path: ["boiler", "mqtt", "url"], value: mqtt?.url },
      { path: ["boiler", "mqtt", "addresses"], value: mqtt?.addresses },
    ),
  };
}

/** An empty list in a network policy would mean everywhere; the cloud's may not be empty in any case. */
function emptyList({ url: { value: url }, addresses: { path, value: addresses } }: OutsideUrl): Contradiction[] {
  if (url === undefined || addresses === undefined || addresses.length > 0 || parseInCluster(asHttp(url)) !== undefined) return [];
  return [{ path, message: `is empty, and ${quote(url)} is outside the cluster; list the addresses behind it` }];
}

/** The identifier of a gateway, as the vendor's app shows it: one segment of a path. */
function gatewayFlaw(text: string): Flaw | undefined {
  return /^[A-Za-z0-9_-]{1,64}$/.test(text) ? undefined : { wrong: "is not a gateway's identifier (letters, digits, - and _)" };
}

/** The value of the header User-Agent, sent as it stands. */
export function userAgentFlaw(text: string): Flaw | undefined {
  const isAgent = /^[!-~]+( [!-~]+)*$/.test(text) && text.length <= 200;
  return isAgent ? undefined : { wrong: "is not a user agent (printable ASCII, single spaces, 200 characters at most)" };
}

/** An entity of Home Assistant that a domain holds. */
function entityFlaw(domain: string): (text: string) => Flaw | undefined {
  const form = new RegExp(`^${domain}\\.[a-z0-9]+(_[a-z0-9]+)*$`);
  return (text) => (form.test(text) ? undefined : { wrong: `is not an entity of Home Assistant (${domain}.<name>)` });
}
