/** Where panels ask, by the uids that the application knows them by for ever. */
export const METRICS_SOURCE = { type: "prometheus", uid: "metrics" } as const;
/** The log store, by its makers' plugin. */
export const LOGS_SOURCE = { type: "openobserve", uid: "logs" } as const;
