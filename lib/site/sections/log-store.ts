import type { Contradiction, DraftOf } from "../draft";
import { choice, listOf, section, text, wholeNumber } from "../field";
import { dnsLabel, volumeFlaw } from "../name";
import type { Inside } from "../outside-url";
import { quote } from "../quote";
import { s3Bucket, s3Mistakes } from "../s3";
import { memoryFlaw } from "./sizes";

/** The builds of the store: the open-source one has neither roles nor a service that judges them. */
export const EDITIONS = ["open_source", "enterprise"] as const;

const keys = {
  log_store: section({
    edition: choice(EDITIONS).optional(),
    volume: text("100Gi", volumeFlaw).optional(),
    object_storage: s3Bucket("logs").optional(),
    memory: text("4Gi", memoryFlaw("256Mi")).optional(),
    cpus: wholeNumber(4, 1, 256).optional(),
    readers: listOf(dnsLabel("automation"), { example: "[automation]", minimum: 1 }).optional(),
  }).optional(),
};

/** The indexed log store. A place may do without: it then has the open-source build on a volume, and nobody else reads from it. */
export const logStore = { keys, contradictions };

function contradictions({ log_store: store, ...site }: DraftOf<typeof keys> & Inside): Contradiction[] {
  if (store === undefined) return [];
  return [
    ...(store.object_storage === undefined ? [] : s3Mistakes(["log_store", "object_storage"], store.object_storage, site)),
    ...(store.readers ?? []).flatMap((one, index): Contradiction[] => {
      const key = Object.entries(site.namespaces).find(([, namespace]) => namespace !== undefined && namespace === one)?.[0];
      if (key === undefined || (key !== "monitoring" && key !== "exporters" && key !== "logging")) return [];
      const message = `${quote(one)} is namespaces.${key}, the platform's own, whose policies let nobody else out; run what reads in a namespace of its own`;
      return [{ path: ["log_store", "readers", index], message }];
    }),
  ];
}
