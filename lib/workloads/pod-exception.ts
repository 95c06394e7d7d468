/** What a pod is let do beyond the restricted profile or with its own files, and why it has to. */
export type PodException = { readonly because: string } & (
  | { readonly capability: string }
  | { readonly runAsRoot: true }
  | { readonly writableRoot: true }
);
