import { INGEST_KEYS, type IngestToken, ingestToken } from "../../lib/log-store/ingest-token";
import { organisationUrl } from "../../lib/log-store/organisation";
import type { RouterStore } from "../../lib/logs/router-configuration";
import type { Site } from "../../lib/site/schema";
import { secretFolder } from "../../lib/workloads/restricted-workload";

/** What the router brings records with: it may write, and read nothing. */
export const routerToken = ({ namespaces }: Pick<Site, "namespaces">): IngestToken => ingestToken("router", namespaces.logging);

export function routerStore(site: Pick<Site, "logs" | "namespaces" | "urls">): RouterStore {
  return {
    endpoint: organisationUrl(site),
    secrets: { folder: secretFolder(routerToken(site)), user: INGEST_KEYS.user, password: INGEST_KEYS.token },
  };
}
