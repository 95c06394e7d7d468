import type { AlertsShown } from "./alerts-shown";

/** What dashboards take from the platform that they stand in. */
export interface Surroundings {
  readonly runbooksUrl: string;
  /** Of the log store. */
  readonly organisation: string;
  /** Of another dashboard; nothing of one that is not there. */
  readonly titleOf: (uid: string) => string | undefined;
  readonly alerts: AlertsShown;
}
