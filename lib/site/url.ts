import { isAddress } from "../address";
import { remembered } from "../remembered";
import { type Flaw, text } from "./field";
import { isDnsName } from "./name";

export const url = (example: string) => text(example, urlFlaw);

/** What keeps a text from being a base URL to which a path can be appended as it is. */
export function urlFlaw(text: string): Flaw | undefined {
  const authority = /^https?:\/\/([^/?#]*)/i.exec(text)?.[1];
  if (authority === undefined || /[\s\\]/.test(text) || !URL.canParse(text)) return { wrong: "is not an http(s) URL" };
  if (authority.includes("@")) return { wrong: "holds credentials", remedy: "keep them in the secret store and the URL without them" };
  if (/[?#]/.test(text)) return { wrong: "holds a query or a fragment" };
  if (text.endsWith("/")) return { wrong: "ends with a slash" };
  const { protocol, hostname, pathname } = new URL(text);
  const isHost = isDnsName(hostname) || isAddress(bare(hostname));
  const port = authority.slice(hostname.length);
  // The parser fixes capitals, 0x7f.1, %2e%2e and the like in silence; what is compared elsewhere has to be written plainly.
  const plain = `${protocol}//${hostname}${port}${pathname === "/" ? "" : pathname}`;
  const isPlain = text === plain && /^(:[1-9]\d*)?$/.test(port);
  return isHost && isPlain ? undefined : { wrong: "is not a plain http(s) URL (lower-case host, optional port and path)" };
}

/** As {@link urlFlaw}, for an address that is given credentials over a network that is not ours. */
export function httpsFlaw(text: string): Flaw | undefined {
  return urlFlaw(text) ?? (text.startsWith("https://") ? undefined : { wrong: "does not begin with https://" });
}

/** What keeps a text from being the address of an MQTT broker, mqtt(s)://<host>[:<port>]. */
export function mqttFlaw(text: string): Flaw | undefined {
  if (!/^mqtts?:\/\//.test(text)) return { wrong: "is not an mqtt(s) URL" };
  const flaw = urlFlaw(asHttp(text));
  if (flaw !== undefined) return { ...flaw, wrong: flaw.wrong.replace("http(s)", "mqtt(s)") };
  return new URL(asHttp(text)).pathname === "/" ? undefined : { wrong: "holds a path" };
}

/** What keeps a text from being a host with its port, as a mail server is named. */
export function hostPortFlaw(text: string): Flaw | undefined {
  const isHostPort = isBareHostPort(text) && urlFlaw(asHttp(text)) === undefined;
  return isHostPort ? undefined : { wrong: "is not <host>:<port> (lower-case host, no scheme)" };
}

function isBareHostPort(text: string): boolean {
  return /^[^/\s]+:\d+$/.test(text);
}

/**
 * An mqtt(s) URL, or a host with its port, as the http URL with the same host and port, and any other text as it is: what knows hosts
 * knows those of http.
 */
export function asHttp(url: string): string {
  return isBareHostPort(url) ? `http://${url}` : url.replace(/^mqtts?:/, "http:");
}

/** The host of an http(s) or mqtt(s) URL or of a host with its port, an IPv6 address without its brackets; undefined when the text is no such URL. */
export const hostOf = remembered((url): string | undefined =>
  urlFlaw(asHttp(url)) === undefined ? bare(new URL(asHttp(url)).hostname) : undefined,
);

function bare(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, "");
}

const DEFAULT_PORTS: Readonly<Record<string, number>> = { "http:": 80, "https:": 443, "mqtt:": 1883, "mqtts:": 8883 };

/** The port that the requests to a URL, or to a host with its port, go to. */
export function portOf(url: string): number {
  const { port, protocol } = new URL(isBareHostPort(url) ? asHttp(url) : url);
  return Number(port || DEFAULT_PORTS[protocol]);
}
