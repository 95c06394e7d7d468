import type { Part } from "../lib/platform/part";
import { pullCredential } from "../lib/workloads/image-pull";

/** What pods pull our images with, in each namespace that runs one, where the registry asks for it. */
export const imagePull: Part = {
  name: "image-pull",
  at: (site) => {
    const namespaces = [site.namespaces.monitoring, ...(site.boiler === undefined ? [] : [site.boiler.namespace])];
    const credentials = namespaces.flatMap((namespace) => pullCredential(site, namespace));
    return {
      declares: {
        credentials,
        sections: credentials.length === 0 ? [] : [{ section: "image_pull_secret", bundles: [], credentials }],
      },
    };
  },
};
