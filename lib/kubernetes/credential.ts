import type { Construct } from "constructs";
import { ExternalSecret } from "./custom-resources";
import { labelsOf } from "./labels";

/** A Secret that workloads mount, whoever fills it. */
export interface MountedSecret {
  /** Of the Kubernetes Secret. */
  readonly name: string;
  readonly namespace: string;
}

/**
 * A credential lives in the secret store; the manifest holds an ExternalSecret that names it and
 * readers hold file paths. Its value is in no manifest.
 */
export interface Credential extends MountedSecret {
  /** Key of the Secret -> the entry of the secret store it is pulled from. */
  readonly keys: Readonly<Record<string, RemoteEntry>>;
  /** Key of the Secret -> the text that is made of entries for it. @default - none */
  readonly composed?: Readonly<Record<string, readonly Piece[]>>;
  /** Of the Secret, where something reads only Secrets of its own type. @default - Opaque */
  readonly type?: "kubernetes.io/dockerconfigjson";
}

/**
 * A text as it stands, or the value of one of the credential's keys: trimmed, or quoted for a file of YAML or JSON, whatever signs are in it.
 * A quoted one keeps its blanks; the line's end that an editor leaves behind a value is none of it.
 */
export type Piece = string | { readonly valueOf: string; readonly isQuoted?: true } | { readonly basic: BasicAccount };

/** The keys of an account, written as HTTP's basic authentication sends it. */
export interface BasicAccount {
  readonly user: string;
  readonly password: string;
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

/** External Secrets' template engine (v2) puts values into texts; a text that has braces of its own is a value to it. */
function template(composed: NonNullable<Credential["composed"]>) {
  const trimmed = (key: string) => `(index . ${JSON.stringify(key)} | trim)`;
  const written = (piece: Piece) => {
    if (typeof piece !== "string") {
      if ("basic" in piece) return `{{ printf "%s:%s" ${trimmed(piece.basic.user)} ${trimmed(piece.basic.password)} | b64enc }}`;
      const written = piece.isQuoted ? 'trimSuffix "\\n" | trimSuffix "\\r" | toJson' : "trim";
      return `{{ index . ${JSON.stringify(piece.valueOf)} | ${written} }}`;
    }
    if (!piece.includes("{{")) return piece;
    if (piece.includes("`")) throw new Error(`a text of a credential holds braces and a backquote, which no template can hold: ${piece}`);
    return `{{ \`${piece}\` }}`;
  };
  const data = Object.fromEntries(Object.entries(composed).map(([key, pieces]) => [key, pieces.map(written).join("")]));
  // the entries' own keys stay beside them
  return { engineVersion: "v2", mergePolicy: "Merge", data } as const;
}

/** A template without data keeps the keys as they were pulled (external-secrets, applyTemplate). */
function templateOf({ type, composed }: Credential) {
  if (type === undefined && composed === undefined) return {};
  return { template: { ...(type && { type }), ...(composed && template(composed)) } };
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
        ...templateOf(credential),
      },
      data: Object.entries(credential.keys).map(([secretKey, { key, property }]) => ({ secretKey, remoteRef: { key, property } })),
    },
  });
}
