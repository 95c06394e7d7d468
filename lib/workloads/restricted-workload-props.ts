import type { Autoscaling } from "../autoscaling/autoscaling";
import type { EnvVar, Probe, Volume } from "../kubernetes/core";
import type { MountedSecret } from "../kubernetes/credential";
import type { Resources } from "../kubernetes/resources";
import type { KeptFolder } from "./kept-folder";
import type { PodException } from "./pod-exception";

export interface RestrictedWorkloadProps extends Resources {
  /** Of every object: what others call the workload by. */
  readonly name: string;
  readonly namespace: string;
  /** Its label app.kubernetes.io/component. */
  readonly role: string;
  readonly replicas: number;
  readonly image: string;
  /** @default - what the image starts with */
  readonly args?: readonly string[];
  readonly env: readonly EnvVar[];
  /** The port that is called `http`, of pod and Service alike. */
  readonly port: number;
  /** Others, by their names. @default - it is the only one */
  readonly morePorts?: Readonly<Record<string, number>>;
  readonly probes: Probes;
  /** Number of the user and the group it runs as. */
  readonly user: number;
  /** File name -> content, found below `configPath`. A change restarts the pods. */
  readonly config: Readonly<Record<string, string>>;
  /** Mounted read-only: the keys are files, `secretFile`. */
  readonly credentials: readonly MountedSecret[];
  /** One pod's: the old pod ends before the new one starts. @default - nothing outlives a pod */
  readonly volume?: KeptFolder & { readonly path: string };
  /** A folder that goes with the pod, which ends when it takes more. @default - none */
  readonly scratch?: { readonly path: string; readonly size: string };
  /** Beside these: its content may change while the pods run, and restarts none. @default - none */
  readonly folders?: readonly MountedFolder[];
  /** ConfigMaps that a folder holds and that are read once, when a pod starts: name -> content. A change restarts the pods. @default - none */
  readonly readOnce?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** What runs to its end, before it starts: arguments of the same image, or containers one after the other, with their own resources. @default - nothing */
  readonly before?: readonly string[] | readonly Sidecar[];
  /** Of a stateful set: its pods find each other by their names, before they are ready too, at the Service `peersService`. @default - they don't */
  readonly hasPeers?: true;
  /** How long the pod may take to end. @default - 30, the API's own */
  readonly graceSeconds?: number;
  /** @default - none */
  readonly exceptions?: readonly PodException[];
  /** @default - that of the cluster's pods */
  readonly priorityClass?: string;
  /** @default - it recommends and does nothing, because nobody has said that the pods may be restarted */
  readonly autoscaling?: Autoscaling;
  /** Beside it in the pod, with what it mounts. Their resources stay as they are. @default - none */
  readonly sidecars?: readonly Sidecar[];
  /** Never two pods at a time: the old one ends before the new one starts. @default - only with a volume */
  readonly isAlone?: boolean;
  /** Its pods get the token of their service account, and may do at the API server what somebody gave that. @default - they have none */
  readonly callsApi?: boolean;
  /** Name of the Secret that its image is pulled with. @default - the registry asks nobody */
  readonly pullSecret?: string;
}

/** Another container of a pod, beside it or before it, which sees the same files. */
export interface Sidecar extends Resources {
  readonly name: string;
  readonly image: string;
  /** @default - what the image starts with */
  readonly args?: readonly string[];
  /** @default - none */
  readonly env?: readonly EnvVar[];
}

/** A folder that all containers of a pod find at a path. */
export interface MountedFolder {
  /** Of the volume. */
  readonly name: string;
  readonly path: string;
  readonly source: Omit<Volume, "name">;
  /** Their containers may write to it. @default - read-only */
  readonly isWritten?: true;
}

export interface Probes {
  readonly startupProbe: Probe;
  readonly livenessProbe: Probe;
  readonly readinessProbe: Probe;
}
