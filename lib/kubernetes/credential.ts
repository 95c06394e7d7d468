import type { Construct } from "constructs";
import { ExternalSecret } from "./custom-resources";
import { labelsOf } from "./labels";

/**
 * A credential lives in the secret store; the manifest holds an ExternalSecret that names it and
 * readers hold file paths. Its value is in no manifest.
 */
export interface Credential {
  /** Name of the Kubernetes Secret. */
  readonly name: string;
  readonly namespace: string;
  /** Key of the Secret -> the entry of the secret store it is pulled from. */
  readonly keys: Readonly<Record<string, RemoteEntry>>;
  /** Of the Secret, where something reads only Secrets of its own type. @default - Opaque */
  readonly type?: "kubernetes.io/dockerconfigjson";
}

export interface RemoteEntry {
  readonly key: string;
  readonly property: string;
  /** What belongs there, for whoever fills the store: the end of a sentence that begins with the entry's name. */
  readonly holds: string;
}

/** One key of a credential. */
export interface SecretKey {
  readonly credential: Credential;
  readonly key: string;
}

/** One key of a credential, as a file that a workload reads. */
export interface SecretFile extends SecretKey {
  readonly path: string;
}

/** Where the VictoriaMetrics operator mounts what `spec.secrets` lists (operator docs, api.md). */
const VM_SECRETS = "/etc/vm/secrets";

export function vmSecretFile(credential: Credential, key: string): SecretFile {
  return { credential, key, path: `${VM_SECRETS}/${credential.name}/${key}` };
}

export interface SecretStore {
  readonly kind: "ClusterSecretStore" | "SecretStore";
  readonly name: string;
}

export function externalSecret(scope: Construct, credential: Credential, store: SecretStore): ExternalSecret {
  return new ExternalSecret(scope, `${credential.name}.${credential.namespace}`, {
    metadata: { name: credential.name, namespace: credential.namespace, labels: labelsOf(credential.name, "credential") },
    spec: {
      refreshInterval: "1h0m0s",
      secretStoreRef: { kind: store.kind, name: store.name },
      target: {
        name: credential.name,
        creationPolicy: "Owner",
        deletionPolicy: "Retain",
        // a template without data keeps the keys as they were pulled (external-secrets, applyTemplate)
        ...(credential.type && { template: { type: credential.type } }),
      },
      data: Object.entries(credential.keys).map(([secretKey, { key, property }]) => ({ secretKey, remoteRef: { key, property } })),
    },
  });
}
