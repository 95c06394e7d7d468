import { stringify } from "yaml";
import { type Duration, toPrometheus } from "../duration";
import { matcherText } from "./matcher";
import type { Inhibition, Receiver, Route, Routing } from "./routing";

/**
 * Alertmanager's configuration file. Secrets are file paths, so the text may stand in a manifest;
 * `url_file` and the Pushover `*_file` keys need Alertmanager 0.26.
 */
export function alertmanagerConfig(routing: Routing): string {
  const config = {
    route: wireRoute(routing.root),
    receivers: routing.receivers.map(wireReceiver),
    inhibit_rules: routing.inhibitions.map(wireInhibition),
  };
  return stringify(config, { lineWidth: 0, version: "1.1" });
}

const time = (duration: Duration | undefined): string | undefined => duration && toPrometheus(duration);

function wireRoute(route: Route): Record<string, unknown> {
  return compact({
    receiver: route.receiver,
    matchers: route.matchers?.map(matcherText),
    continue: route.continue,
    group_by: route.groupBy,
    group_wait: time(route.groupWait),
    group_interval: time(route.groupInterval),
    repeat_interval: time(route.repeatInterval),
    routes: route.routes?.map(wireRoute),
  });
}

function wireReceiver({ name, webhook, pushover }: Receiver): Record<string, unknown> {
  return compact({
    name,
    webhook_configs: webhook && [{ url: webhook.url, send_resolved: webhook.sendResolved }],
    pushover_configs: pushover && [
      {
        user_key_file: pushover.userKey.path,
        token_file: pushover.token.path,
        send_resolved: pushover.sendResolved,
        title: pushover.title,
        message: pushover.message,
        url: pushover.url,
        url_title: pushover.urlTitle,
        priority: pushover.priority,
        sound: pushover.sound,
      },
    ],
  });
}

function wireInhibition({ source, target, equal }: Inhibition): Record<string, unknown> {
  return { source_matchers: source.map(matcherText), target_matchers: target.map(matcherText), equal };
}

function compact(object: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));
}
