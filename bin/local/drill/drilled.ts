/** Alerts that are about to be told, however they came about. */
export interface Drilled {
  /** What it was made from, a line each, for people. */
  readonly from: readonly string[];
  /** Makes it fire: whoever is meant to tells the alert manager. */
  readonly fire: () => Promise<void>;
}

/** Why an alert can't be drilled, for people. */
export class DrillImpossible extends Error {}

export type Labels = Readonly<Record<string, string>>;
