import type { Credential } from "../../lib/kubernetes/credential";
import type { Call } from "../../lib/network/connection";
import { outsideCall } from "../../lib/network/outside-call";
import type { ObjectStoreSite, Site } from "../../lib/site/schema";
import { secretFile } from "../../lib/workloads/restricted-workload";

/** What every job that lists an object store is told of it, and that it calls it. */
export function objectStore({ namespaces }: Pick<Site, "namespaces">, { url, addresses, region }: ObjectStoreSite) {
  const credential = objectStoreCredential(namespaces.monitoring);
  return {
    values: {
      S3_ENDPOINT: url,
      ...(region !== undefined && { S3_REGION: region }),
      S3_ACCESS_KEY_ID: secretFile(credential, "access-key-id"),
      S3_SECRET_ACCESS_KEY: secretFile(credential, "secret-access-key"),
    },
    calls: [outsideCall("the object store", url, addresses)] satisfies Call[],
  };
}

const NAME = "batch-object-store";

function objectStoreCredential(namespace: string): Credential {
  const entry = (property: string, holds: string) => ({ key: NAME, property, holds });
  return {
    name: NAME,
    namespace,
    keys: {
      "access-key-id": entry("access-key-id", "the identifier of a key of batch.object_store that may list its buckets, and nothing else"),
      "secret-access-key": entry("secret-access-key", "that key's secret"),
    },
  };
}
