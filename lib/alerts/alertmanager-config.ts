import { type Duration, toPrometheus } from "../duration";
import { printConfiguration } from "../gitops/yaml";
import { matcherText } from "./matcher";
import type { Inhibition, Integration, Receiver, Route, Routing, WebhookIntegration } from "./routing";

/**
 * Alertmanager's configuration file. Secrets are file paths, so the text may stand in a manifest;
 * `url_file` and the Pushover `*_file` keys need Alertmanager 0.26, `http_headers` 0.28.
 */
export function alertmanagerConfig(routing: Routing): string {
  const config = {
    ...(routing.resolveTimeout && { global: { resolve_timeout: toPrometheus(routing.resolveTimeout) } }),
    route: wireRoute(routing.root),
    receivers: routing.receivers.map(wireReceiver),
    inhibit_rules: routing.inhibitions.map(wireInhibition),
  };
  return printConfiguration(config);
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
    routes: route.routes?.length ? route.routes.map(wireRoute) : undefined,
  });
}

function wireReceiver({ name, integrations = [] }: Receiver): Record<string, unknown> {
  const configs = new Map<string, unknown[]>();
  for (const one of integrations) {
    const key = `${one.kind}_configs`;
    configs.set(key, [...(configs.get(key) ?? []), wireIntegration(one)]);
  }
  return { name, ...Object.fromEntries(configs) };
}

function wireIntegration(one: Integration): Record<string, unknown> {
  switch (one.kind) {
    case "webhook":
      return compact({
        ...(typeof one.url === "string" ? { url: one.url } : { url_file: one.url.path }),
        send_resolved: one.sendResolved,
        max_alerts: one.maxAlerts,
        http_config: httpConfig(one),
      });
    case "pushover":
      return {
        user_key_file: one.userKey.path,
        token_file: one.token.path,
        send_resolved: one.sendResolved,
        title: one.title,
        message: one.message,
        url: one.url,
        url_title: one.urlTitle,
        priority: one.priority,
        sound: one.sound,
      };
    case "email":
      return compact({
        to: one.to.join(", "),
        from: one.from,
        smarthost: one.smarthost,
        auth_username: one.account?.username,
        auth_password_file: one.account?.password.path,
        require_tls: one.requireTls,
        send_resolved: one.sendResolved,
        headers: { Subject: one.subject, ...one.headers },
        // without it Alertmanager adds a page of its own, which mail programs prefer
        html: "",
        text: one.text,
      });
  }
}

function httpConfig({ headers, token }: WebhookIntegration): Record<string, unknown> | undefined {
  if (headers === undefined && token === undefined) return undefined;
  return compact({
    authorization: token && { type: "Bearer", credentials_file: token.path },
    http_headers: headers && Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, { values: [value] }])),
  });
}

function wireInhibition({ source, target, equal }: Inhibition): Record<string, unknown> {
  return { source_matchers: source.map(matcherText), target_matchers: target.map(matcherText), equal };
}

function compact(object: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));
}
