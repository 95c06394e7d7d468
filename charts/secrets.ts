import { externalSecret } from "../lib/kubernetes/credential";
import { KINDS } from "../lib/kubernetes/kinds";
import type { Part } from "../lib/platform/part";

/** The ExternalSecret of every credential that any part declares. */
export const secrets: Part = {
  name: "secrets",
  at: (site) => ({
    declares: {
      prerequisites: [
        {
          name: "External Secrets",
          group: KINDS.ExternalSecret.group,
          settings: [`It reads the ${site.secret_store.kind} \`${site.secret_store.name}\` (step 2).`],
        },
      ],
    },
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
