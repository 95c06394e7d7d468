import type { ImportedRule } from "../../lib/alerts/rule";
import type { Duration } from "../../lib/duration";
import type { Position } from "../../lib/site/site-error";

/** A rule as its file writes it, every key one that both engines read. */
export type WireRule = ImportedRule["rule"];

export interface FoundRule {
  readonly rule: WireRule;
  readonly file: string;
  readonly at: Position;
}

export interface FoundGroup {
  readonly name: string;
  readonly interval?: Duration;
  readonly rules: readonly FoundRule[];
}

/** A rule object, or a rule file: what becomes one file of ours. */
export interface FoundSource {
  /** Of its metadata, or of the file. */
  readonly name: string;
  readonly file: string;
  /** `PrometheusRule "x"`, or `rule file`. */
  readonly told: string;
  readonly groups: readonly FoundGroup[];
}

/** What can't come through: one rule, a group, or a document. */
export interface Refused {
  readonly file: string;
  readonly at: Position;
  /** The rule's name, or its group's. @default - it is the document */
  readonly of?: string;
  readonly what: string;
  readonly fix: string;
  /** How many rules it takes with it. */
  readonly rules: number;
}

/** What comes through, but not as it was. */
export interface Changed {
  readonly file: string;
  readonly at: Position;
  readonly of: string;
  readonly what: string;
}

/** What a file holds. */
export interface Found {
  readonly sources: readonly FoundSource[];
  readonly refused: readonly Refused[];
  readonly changed: readonly Changed[];
}

/** Rules that came through. */
export const rulesOf = ({ groups }: Pick<FoundSource, "groups">): FoundRule[] => groups.flatMap(({ rules }) => rules);

export const nameOfWire = ({ alert, record }: WireRule): string => alert ?? record ?? "?";
