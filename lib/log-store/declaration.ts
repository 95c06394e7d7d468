/** The file that says what has to be in force at the log store: made at synth, read by the job that applies it. */
export interface StoreDeclaration {
  readonly streams: readonly StreamSetting[];
  readonly tokens: readonly TokenTarget[];
  readonly templates: readonly AlertTemplate[];
  readonly destinations: readonly AlertDestination[];
  readonly alerts: readonly StoreAlert[];
}

export const STREAM_TYPES = ["logs", "metrics", "traces"] as const;

export interface StreamSetting {
  readonly name: string;
  readonly type: (typeof STREAM_TYPES)[number];
  readonly retention_days: number;
  /** What it is made with, where it is not there; records add theirs. @default - none */
  readonly fields?: readonly StreamField[];
}

export const FIELD_TYPES = ["Utf8", "Int64", "Float64", "Boolean"] as const;

export interface StreamField {
  readonly name: string;
  readonly type: (typeof FIELD_TYPES)[number];
}

/** Where an ingestion token's value has to stand. */
export interface TokenTarget {
  /** Of the token in the store. */
  readonly name: string;
  readonly namespace: string;
  readonly secret: string;
  readonly key: string;
  /** Keys of the Secret with texts of their own: the user that is sent beside the token. */
  readonly texts?: Readonly<Record<string, string>>;
}

export interface AlertTemplate {
  readonly name: string;
  /** What is posted, with `{alert_name}` and the alert's own `{key}`s in it. */
  readonly body: string;
}

export interface AlertDestination {
  readonly name: string;
  readonly template: string;
  readonly url: string;
}

/** A condition on what was stored, asked every so often. */
export interface StoreAlert {
  readonly name: string;
  readonly description: string;
  readonly stream: string;
  readonly stream_type: (typeof STREAM_TYPES)[number];
  readonly sql: string;
  /** Rows of the answer from which on it fires. */
  readonly threshold: number;
  /** Of the records that are asked. */
  readonly period_minutes: number;
  readonly frequency_minutes: number;
  /** After it fired, before it is told again. */
  readonly silence_minutes: number;
  readonly destination: string;
  /** What the template may name beside the store's own words. */
  readonly context_attributes: Readonly<Record<string, string>>;
}
