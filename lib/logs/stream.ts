/** How a column of a record is stored. `texts` is a list of texts. */
export type ColumnType = "text" | "integer" | "float" | "boolean" | "texts";

export interface Column {
  readonly type: ColumnType;
  /** What it says, for people who search. */
  readonly what: string;
  /** It says something of a person: an address, a name, what somebody asked for. @default false */
  readonly isPersonal?: true;
}

/** Where a stream's records come in: from the aggregator, posted by batch jobs, or as syslog of devices outside of the cluster. */
export const STREAM_SOURCES = ["aggregator", "jobs", "devices"] as const;
export type StreamSource = (typeof STREAM_SOURCES)[number];

/** A record as it comes to a source, and the columns that it is stored with. Columns that are not listed may be there too. */
export interface StreamSample {
  readonly record: Readonly<Record<string, unknown>>;
  readonly columns: Readonly<Record<string, unknown>>;
}

/**
 * A log stream, declared once: the router's route, program and sink, the store's retention, the catalogue and the tests are
 * projections of this.
 */
export interface Stream {
  /** Its name in the store, which is the literal index of its bulk requests: snake_case. */
  readonly name: string;
  readonly what: string;
  readonly source: StreamSource;
  /**
   * Which records of its source are its own: a VRL condition over the record as the source's first program leaves it. Streams are
   * asked in the order of their list, and the first one that recognises a record has it. @default - what no other stream of the source recognises
   */
  readonly recognised?: string;
  /** What makes columns of a record: a VRL program, by its path from the repository's root on. */
  readonly program: string;
  /** Beside those that every record has. */
  readonly columns: Readonly<Record<string, Column>>;
  /** Days; the store takes no fewer than 3. A site may say otherwise. */
  readonly retentionDays: number;
  /** Of a busy hour: what the disk buffer before its sink is sized for. */
  readonly busy: { readonly recordsPerSecond: number; readonly bytesPerRecord: number };
  /** Raw records of it, one at least. */
  readonly samples: readonly [StreamSample, ...StreamSample[]];
}

/** Whether what it stores is about people. */
export const isPersonal = ({ columns }: Stream): boolean => Object.values(columns).some((column) => column.isPersonal);
