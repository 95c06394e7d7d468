/**
 * The variable of the global retention (OpenObserve 0.92.2, src/config/src/config.rs). The store ignores the one without COMPACT, keeps everything
 * for ten years without either, and refuses to start below three days.
 */
export const RETENTION_VARIABLE = "ZO_COMPACT_DATA_RETENTION_DAYS";
