/** A folder that outlives a pod. */
export interface KeptFolder {
  readonly size: string;
  readonly storageClass: string;
}

/** The claim of its volume. */
export function claimOf({ size, storageClass }: KeptFolder) {
  return { accessModes: ["ReadWriteOnce"], storageClassName: storageClass, resources: { requests: { storage: size } } };
}
