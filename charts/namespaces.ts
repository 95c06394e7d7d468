import { platformNamespace } from "../lib/kubernetes/namespace";
import type { Part } from "../lib/platform/part";

/** The namespaces that several parts share, and the objects of all that any part declares. */
export const namespaces: Part = {
  name: "namespaces",
  at: ({ namespaces: { monitoring, logging } }) => ({
    declares: {
      namespaces: [
        { name: monitoring, podSecurity: { level: "restricted" } },
        {
          name: logging,
          podSecurity: { level: "privileged", because: "the log shipper reads the nodes' log files through host mounts" },
        },
      ],
    },
    bundles: (whole) => [
      {
        name: "monitoring-namespaces",
        namespace: monitoring,
        stage: "namespaces",
        // no site is without it, and all data is in what it made
        outlived: true,
        build: (bundle) => {
          for (const namespace of whole.namespaces) platformNamespace(bundle, namespace);
        },
      },
    ],
  }),
};
