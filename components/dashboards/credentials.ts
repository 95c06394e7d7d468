import type { EnvVar } from "../../lib/kubernetes/core";
import type { Credential } from "../../lib/kubernetes/credential";
import { dashboardsReader } from "../../lib/log-store/reader";
import type { Site } from "../../lib/site/schema";

const [ADMIN, SIGNING, USER, PASSWORD] = ["admin-password", "secret-key", "user", "password"];

/** The application's own: both processes have the same, for they share what is encrypted with it. */
export function applicationCredential({ namespaces }: Pick<Site, "namespaces">): Credential {
  const entry = (property: string, holds: string) => ({ key: "grafana", property, holds });
  return {
    name: "grafana",
    namespace: namespaces.monitoring,
    keys: {
      [ADMIN]: entry(
        ADMIN,
        "a password for the account admin, which nobody can log in with as things are: for breaking glass (docs/dashboards.md)",
      ),
      [SIGNING]: entry(
        SIGNING,
        "32 signs or more at random, the same for ever: credentials of data sources in its database are encrypted with it",
      ),
    },
  };
}

/** What it asks the log store with. */
export function logsCredential(site: Pick<Site, "namespaces" | "log_store">): Credential {
  const { user, password } = dashboardsReader(site);
  return { name: "grafana-logs", namespace: site.namespaces.monitoring, keys: { [USER]: user, [PASSWORD]: password } };
}

const variable = (name: string, { name: secret }: Credential, key: string): EnvVar => ({
  name,
  valueFrom: { secretKeyRef: { name: secret, key } },
});

export function applicationVariables(site: Pick<Site, "namespaces">): EnvVar[] {
  const credential = applicationCredential(site);
  return [variable("GF_SECURITY_ADMIN_PASSWORD", credential, ADMIN), variable("GF_SECURITY_SECRET_KEY", credential, SIGNING)];
}

/** By these names the file of data sources has them. */
export const LOGS_VARIABLES = { user: "LOGS_USER", password: "LOGS_PASSWORD" } as const;

export function logsVariables(site: Pick<Site, "namespaces" | "log_store">): EnvVar[] {
  const credential = logsCredential(site);
  return [variable(LOGS_VARIABLES.user, credential, USER), variable(LOGS_VARIABLES.password, credential, PASSWORD)];
}
