import { externalSecret } from "../lib/kubernetes/credential";
import type { Part } from "../lib/platform/part";

/** The ExternalSecret of every credential that any part declares. */
export const secrets: Part = {
  name: "secrets",
  at: (site) => ({
    bundles: ({ credentials }) => [
      {
        name: "monitoring-secrets",
        namespace: site.namespaces.monitoring,
        build: (bundle) => {
          for (const credential of credentials) externalSecret(bundle, credential, site.secret_store);
        },
      },
    ],
  }),
};
