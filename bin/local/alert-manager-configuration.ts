import { parse } from "yaml";
import { printConfiguration } from "../../lib/gitops/yaml";
import { PUSH_PATH } from "./receivers";
import { shorter } from "./shorter";

export interface AlertManagerTranslation {
  readonly speed: number;
  /** Where the services of ours listen: base URL as deployed -> base URL of the trial. */
  readonly services: ReadonlyMap<string, string>;
  /** Base URL of the trial's receivers. */
  readonly receivers: string;
  /** Holds what stands for a secret. */
  readonly secretFile: string;
  /** Keys that the program does not know. */
  readonly refused: ReadonlySet<string>;
}

type Settings = Readonly<Record<string, unknown>>;

/** What stands for every secret. */
export const SECRET = "trial";

/**
 * The deployed configuration with its ends on loopback: routes, groups, inhibitions and texts are as they are; waits are shorter; whoever is told
 * outside is the trial's receivers; a secret is a file of the trial's. A key that this release does not know is left out, with what it stands for in
 * its place where there is such a key.
 */
export function translatedAlertManager(deployed: string, translation: AlertManagerTranslation): string {
  const { route, receivers, ...rest } = parse(deployed) as { readonly route: Settings; readonly receivers: readonly Settings[] };
  const translated = {
    ...rest,
    route: quickerRoute(route, translation.speed),
    receivers: receivers.map((one) => receiver(one, translation)),
  };
  return printConfiguration(translated);
}

const WAITS = ["group_wait", "group_interval", "repeat_interval"];

function quickerRoute(route: Settings, speed: number): Settings {
  const entries = Object.entries(route).map(([key, value]) => {
    if (key === "routes") return [key, (value as readonly Settings[]).map((one) => quickerRoute(one, speed))];
    return [key, WAITS.includes(key) ? shorter(String(value), speed) : value];
  });
  return Object.fromEntries(entries) as Settings;
}

function receiver({ name, ...kinds }: Settings, translation: AlertManagerTranslation): Settings {
  const webhooks: Settings[] = [];
  const others: [string, unknown][] = [];
  for (const [kind, configs] of Object.entries(kinds) as [string, readonly Settings[]][]) {
    if (kind === "webhook_configs") webhooks.push(...configs.map((one) => webhook(one, String(name), translation)));
    // no mail is sent: what it would tell is posted
    else if (kind === "email_configs")
      webhooks.push(...configs.map(({ send_resolved }) => ({ url: pushUrl(String(name), translation), send_resolved })));
    else if (kind === "pushover_configs") others.push([kind, configs.map((one) => pushover(one, translation))]);
    else others.push([kind, configs]);
  }
  return { name, ...(webhooks.length > 0 && { webhook_configs: webhooks }), ...Object.fromEntries(others) };
}

const pushUrl = (name: string, { receivers }: AlertManagerTranslation): string => `${receivers}${PUSH_PATH}/${name}`;

function webhook({ url, url_file: _, http_config, ...one }: Settings, name: string, translation: AlertManagerTranslation): Settings {
  const { http_headers, authorization, ...http } = (http_config ?? {}) as Settings;
  const kept = {
    ...http,
    ...(authorization !== undefined && { authorization: { ...(authorization as Settings), credentials_file: translation.secretFile } }),
    ...(http_headers !== undefined && !translation.refused.has("http_headers") && { http_headers }),
  };
  return {
    url: url === undefined ? pushUrl(name, translation) : onLoopback(String(url), name, translation),
    ...one,
    ...(Object.keys(kept).length > 0 && { http_config: kept }),
  };
}

/** One of a service of ours; whatever else stands there in the open is outside. */
function onLoopback(url: string, name: string, translation: AlertManagerTranslation): string {
  const found = [...translation.services].find(([deployed]) => url.startsWith(`${deployed}/`));
  return found === undefined ? pushUrl(name, translation) : url.replace(...found);
}

/** Its address is the program's own: it goes there through the receivers, whose certificate nobody verifies. */
function pushover({ user_key_file, token_file, ...one }: Settings, { receivers, secretFile, refused }: AlertManagerTranslation): Settings {
  const secret = (key: string, file: unknown) => {
    if (file === undefined) return {};
    return refused.has(`${key}_file`) ? { [key]: SECRET } : { [`${key}_file`]: secretFile };
  };
  return {
    ...secret("user_key", user_key_file),
    ...secret("token", token_file),
    ...Object.fromEntries(Object.entries(one).filter(([key]) => !refused.has(key))),
    http_config: { proxy_url: receivers, tls_config: { insecure_skip_verify: true } },
  };
}
