/** Where panels ask, by the uid that the application knows it by for ever. */
export const METRICS_SOURCE = { type: "prometheus", uid: "metrics" } as const;

/** The log store, by its read-only gateway: a question is a POST of SQL to `/api/<organisation>/_search`, below the source's own address. */
export const LOGS_SOURCE = { type: "yesoreyeram-infinity-datasource", uid: "logs" } as const;
