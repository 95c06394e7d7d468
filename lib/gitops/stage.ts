/** Order in which the CD tool applies bundles and charts: what is needed first comes first (Argo CD sync waves). */
export const STAGES = {
  namespaces: -2,
  secrets: -1,
  /** What the others call. */
  foundation: 0,
  alerting: 1,
  /** What raises alerts. */
  signals: 2,
  bridges: 3,
} as const;

export type Stage = keyof typeof STAGES;
