import type { MountedSecret } from "../kubernetes/credential";

/**
 * What one sender brings its records to the log store with: it writes to the organisation's streams, and reads and changes nothing. The store
 * makes the value, and a job writes it into this Secret beside the sender.
 */
export interface IngestToken extends MountedSecret {
  /** Of the token in the store: letters, digits, `_` and `-` (OpenObserve, ingestion tokens). */
  readonly token: string;
}

/** The keys of its Secret. The store asks for a user beside a token, and takes any. */
export const INGEST_KEYS = { user: "user", token: "token" } as const;

/** Senders that have one token could not be told apart, nor one of them be shut out. */
export function ingestToken(sender: string, namespace: string): IngestToken {
  return { token: `belfry-${sender}`, name: `log-store-${sender}`, namespace };
}
