/** Where panels ask, by the uid that the application knows it by for ever. */
export const METRICS_SOURCE = { type: "prometheus", uid: "metrics" } as const;
