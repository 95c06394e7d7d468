/** Days that the store keeps what has no retention of its own: what it is told, and what the job that applies settings expects it to say. */
export const GLOBAL_RETENTION_DAYS = 365;
