import type { Severity } from "../alerts/labels";
import type { Component } from "../site/component";

/**
 * A condition on what is stored, which the log store watches and tells the alert manager of: what no rule and no detector sees. Its labels are
 * those of every alert.
 */
export interface LogAlert {
  /** CamelCase, the subject first: the label `alertname`. */
  readonly name: string;
  readonly component: Component;
  readonly severity: Severity;
  /** The log stream that is asked. */
  readonly stream: string;
  /** Which of its records count: an SQL condition over its columns. */
  readonly where: string;
  readonly summary: string;
  readonly description: string;
}
