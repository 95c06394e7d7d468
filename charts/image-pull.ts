import type { Part } from "../lib/platform/part";
import { pullCredential } from "../lib/workloads/image-pull";

/** What pods pull our images with, in each namespace that runs one, where the registry asks for it. */
export const imagePull: Part = {
  name: "image-pull",
  at: (site) => {
    const namespaces = [site.namespaces.monitoring, ...(site.boiler === undefined ? [] : [site.boiler.namespace])];
    return { declares: { credentials: namespaces.flatMap((namespace) => pullCredential(site, namespace)) } };
  },
};
