import { BOILER_LOGINS } from "../boiler-login";
import { ranges } from "../cidr";
import type { Contradiction, DraftOf } from "../draft";
import { choice, type Flaw, price, section, text, wholeNumber } from "../field";
import { parseInCluster } from "../in-cluster";
import { dnsLabel } from "../name";
import { unlistedAddress } from "../outside";
import { quote } from "../quote";
import { asHttp, httpsFlaw, mqttFlaw, url } from "../url";
import type { namespaces } from "./namespaces";

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

type SiteDraft = DraftOf<typeof keys & (typeof namespaces)["keys"]>;

type Boiler = NonNullable<SiteDraft["boiler"]>;

function contradictions({ boiler, namespaces }: SiteDraft): Contradiction[] {
  return boiler === undefined ? [] : [...takenNamespace(boiler, namespaces), ...unlistedAddresses(boiler)];
}

function takenNamespace({ namespace }: Boiler, namespaces: SiteDraft["namespaces"]): Contradiction[] {
  const taken = Object.entries(namespaces).find(([, other]) => other !== undefined && other === namespace);
  if (taken === undefined) return [];
  const message = `${quote(namespace)} is also namespaces.${taken[0]}; give the bridge a namespace of its own`;
  return [{ path: ["boiler", "namespace"], message }];
}

function unlistedAddresses({ cloud_url, cloud_addresses, home_assistant_url, home_assistant_addresses, mqtt }: Boiler): Contradiction[] {
  const reached = [
    { url: cloud_url, addresses: cloud_addresses, path: ["boiler", "cloud_addresses"] },
    { url: home_assistant_url, addresses: home_assistant_addresses, path: ["boiler", "home_assistant_addresses"], mayBeEmpty: true },
    { url: mqtt?.url, addresses: mqtt?.addresses, path: ["boiler", "mqtt", "addresses"], mayBeEmpty: true },
  ];
  return reached.flatMap(({ url, addresses, path, mayBeEmpty }) => {
    if (url === undefined || addresses === undefined || parseInCluster(asHttp(url)) !== undefined) return [];
    const unlisted = unlistedAddress(url, addresses);
    if (unlisted !== undefined) return [{ path, message: unlisted }];
    // an empty list in a network policy would mean everywhere
    if (!mayBeEmpty || addresses.length > 0) return [];
    return [{ path, message: `is empty, and ${quote(url)} is outside the cluster; list the addresses behind it` }];
  });
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
