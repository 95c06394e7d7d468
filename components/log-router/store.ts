import type { Credential } from "../../lib/kubernetes/credential";
import type { RouterStore } from "../../lib/logs/router-configuration";
import type { Site } from "../../lib/site/schema";
import { secretFolder } from "../../lib/workloads/restricted-workload";

const NAME = "log-store-ingest";
const ORGANISATION = "default";

/** The organisation of the store that all streams are in. */
export const organisationOf = ({ logs }: Pick<Site, "logs">): string => logs?.organisation ?? ORGANISATION;

/** What the router brings records with: it may write, and read nothing. */
export function storeCredential({ logs, namespaces }: Pick<Site, "logs" | "namespaces">): Credential {
  const organisation = organisationOf({ logs });
  const entry = (property: string, holds: string) => ({ key: NAME, property, holds });
  return {
    name: NAME,
    namespace: namespaces.logging,
    keys: {
      user: entry("user", "any name: the log store asks for one beside an ingestion token, and takes any; an e-mail address is usual"),
      token: entry(
        "token",
        `an ingestion token of the log store's organisation \`${organisation}\`, which begins with \`o2oi_\` and may write alone`,
      ),
    },
  };
}

export function routerStore(site: Pick<Site, "logs" | "namespaces" | "urls">): RouterStore {
  return {
    endpoint: `${site.urls.logs_url}/api/${organisationOf(site)}`,
    secrets: { folder: secretFolder(storeCredential(site)), user: "user", password: "token" },
  };
}
