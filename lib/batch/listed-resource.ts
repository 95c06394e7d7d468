/** A resource that a job lists in all namespaces: its service account may do this and nothing else. */
export interface ListedResource {
  /** "" for the core. */
  readonly group: string;
  readonly version: string;
  /** As paths and roles name it. */
  readonly plural: string;
}
