import { vmRule } from "../lib/alerts/vmrule";
import type { Part } from "../lib/platform/part";

/** The rule object of every area that any part declares. */
export const rules: Part = {
  name: "rules",
  at: ({ namespaces: { monitoring: namespace }, urls: { runbooks_url: runbooksUrl } }) => ({
    bundles: ({ rules: areas }) => [
      {
        name: "monitoring-rules",
        namespace,
        build: (bundle) => {
          for (const area of areas) vmRule(bundle, { bundle: area, namespace, runbooksUrl });
        },
      },
    ],
  }),
};
