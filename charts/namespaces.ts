import { ARGO_CD_AT_LEAST } from "../lib/gitops/application";
import { KINDS } from "../lib/kubernetes/kinds";
import { platformNamespace } from "../lib/kubernetes/namespace";
import type { Part } from "../lib/platform/part";
import { alertPathClass } from "../lib/workloads/alert-path";

/**
 * The namespaces that several parts share, and the objects of all that any part declares; with them the priority class, which no
 * pod may name before it is there.
 */
export const namespaces: Part = {
  name: "namespaces",
  at: (site) => ({
    declares: {
      prerequisites: [
        {
          name: "Argo CD",
          release: `${ARGO_CD_AT_LEAST} or later`,
          group: KINDS.Application.group,
          isCdTool: true,
          settings: [`It reads Applications in \`${site.namespaces.gitops}\` and may make objects in the namespaces below.`],
        },
      ],
      namespaces: [
        { name: site.namespaces.monitoring, podSecurity: { level: "restricted" } },
        {
          name: site.namespaces.logging,
          podSecurity: { level: "privileged", because: "the log shipper reads the nodes' log files through host mounts" },
        },
      ],
    },
    bundles: (whole) => [
      {
        name: "monitoring-namespaces",
        namespace: site.namespaces.monitoring,
        stage: "namespaces",
        // no site is without it, and all data is in what it made
        outlived: true,
        build: (bundle) => {
          for (const namespace of whole.namespaces) platformNamespace(bundle, namespace);
          alertPathClass(bundle, site);
        },
      },
    ],
  }),
};
