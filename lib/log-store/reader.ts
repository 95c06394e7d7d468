import type { RemoteEntry } from "../kubernetes/credential";
import type { Site } from "../site/schema";

type OfReader = Pick<Site, "log_store" | "namespaces" | "urls">;

/** What lets others read the open-source store, and nothing else. */
export const READER_GATEWAY = { name: "log-store-gateway", port: 8080 } as const;

/** Whether pages of the dashboard application ask the store. */
export const isReadByDashboards = ({ urls }: Pick<Site, "urls">): boolean => urls.grafana_url !== undefined;

/** Whoever reads asks there: the open-source store by its gateway, because each of its accounts may do all; the enterprise one itself, which has roles. */
export function readerUrl({ log_store, namespaces, urls }: OfReader): string {
  if (log_store?.edition === "enterprise") return urls.logs_url;
  return `http://${READER_GATEWAY.name}.${namespaces.logging}.svc:${READER_GATEWAY.port}`;
}

const ENTRY = "dashboards-logs";

/** The name and the password that the dashboard application reads logs with. */
export function dashboardsReader({ log_store }: Pick<Site, "log_store">): Readonly<Record<"user" | "password", RemoteEntry>> {
  const isEnterprise = log_store?.edition === "enterprise";
  const user = isEnterprise
    ? "an account of the log store with a role that may get and list `logs` streams: an e-mail address"
    : "a name of your making that the dashboard application reads logs with, without a colon";
  return {
    user: { key: ENTRY, property: "user", holds: user },
    password: { key: ENTRY, property: "password", holds: isEnterprise ? "that account's password" : "a password of your making for it" },
  };
}
