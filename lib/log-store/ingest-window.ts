/**
 * Records outside of it are thrown away by the log store, each with an error in the answer. The router holds what comes to it within this
 * (components/log-router/programs/aggregator.vrl), half an hour short of each end for the way there.
 */
export const INGEST_WINDOW = { pastHours: 5, futureHours: 24 } as const;
