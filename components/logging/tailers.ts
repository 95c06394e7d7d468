import type { Construct } from "constructs";
import { EventTailer, HostTailer } from "../../lib/kubernetes/custom-resources";
import { labelsOf } from "../../lib/kubernetes/labels";
import { HOST_AUDIT, hostFile, JOURNAL } from "../../lib/logs/tailers";
import type { Site } from "../../lib/site/schema";
import { CONFINED, CONFINED_ROOT, EVERY_NODE, IMAGES, NAME, shippingOf } from "./operator";
import { loggingSizes } from "./sizes";

/** Where journald keeps the journal, by what journald.conf calls it (Storage=). */
const JOURNALS = { persistent: "/var/log/journal", volatile: "/run/log/journal" } as const;

interface FileTailer {
  readonly name: string;
  readonly path: string;
}

/** The files that are tailed on every node, each in a container of its name. */
export function hostFilesOf(site: Pick<Site, "log_shipping">): FileTailer[] {
  const { audit_log, host_files } = shippingOf(site);
  return [
    ...(audit_log === undefined ? [] : [{ name: HOST_AUDIT, path: audit_log }]),
    ...host_files.map(({ name, path }) => ({ name: hostFile(name), path })),
  ];
}

/** Whether there is a journal to read. */
export const hasJournal = (site: Pick<Site, "log_shipping">): boolean => shippingOf(site).journal !== "none";

/** What the nodes write themselves: journal, audit log and other files, printed by pods on every node. A node without one of the files waits for it. */
export function hostTailer(scope: Construct, site: Site): void {
  const { journal } = shippingOf(site);
  const files = hostFilesOf(site);
  if (journal === "none" && files.length === 0) return;
  const each = {
    image: { ...IMAGES.fluentBit, pullPolicy: "IfNotPresent" },
    containerOverrides: { resources: loggingSizes(site).little, securityContext: CONFINED_ROOT },
  };
  new HostTailer(scope, "host-tailer", {
    metadata: { name: NAME, namespace: site.namespaces.logging, labels: labelsOf(NAME, "host-tailer") },
    spec: {
      ...(files.length > 0 && { fileTailers: files.map((file) => ({ ...file, ...each, buffer_max_size: "256k", skip_long_lines: "On" })) }),
      ...(journal !== "none" && { systemdTailers: [{ name: JOURNAL, path: JOURNALS[journal], ...each }] }),
      workloadOverrides: { tolerations: EVERY_NODE },
    },
  });
}

/** The cluster's events. The place up to which they were read is on a volume: after a start none is missing, and none told again. */
export function eventTailer(scope: Construct, site: Site): void {
  const { logging: controlNamespace } = site.namespaces;
  new EventTailer(scope, "event-tailer", {
    metadata: { name: NAME, labels: labelsOf(NAME, "event-tailer") },
    spec: {
      controlNamespace,
      image: { ...IMAGES.eventRouter, pullPolicy: "IfNotPresent" },
      containerOverrides: { resources: loggingSizes(site).little, securityContext: CONFINED },
      positionVolume: {
        pvc: {
          spec: {
            accessModes: ["ReadWriteOnce"],
            storageClassName: site.storage_class,
            resources: { requests: { storage: shippingOf(site).events_volume } },
          },
          source: { claimName: "position" },
        },
      },
    },
  });
}
