/**
 * An object that an upstream chart or operator owns and that we change all the same. The chart may
 * put it back at its next release, so whoever is paged must find the owner and the way back beside it.
 */
export interface UpstreamTouch {
  /** The chart or operator, with its release: `kube-prometheus-stack 88.5.3`. */
  readonly owner: string;
  /** The command that restores our change, or the upstream state. */
  readonly recovery: string;
}

export const OWNER_ANNOTATION = "belfry/owner";
export const RECOVERY_ANNOTATION = "belfry/recovery";

/** The annotations of an object that someone else owns. */
export function touchAnnotations({ owner, recovery }: UpstreamTouch): Record<string, string> {
  return { [OWNER_ANNOTATION]: owner, [RECOVERY_ANNOTATION]: recovery };
}

/** An object that an upstream chart or operator makes, by kind, namespace and name. */
export interface UpstreamObject {
  readonly owner: string;
  readonly kind: string;
  readonly namespace?: string;
  readonly name: string;
}
