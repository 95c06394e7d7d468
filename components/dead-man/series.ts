/** The series the service exports (components/dead-man/service/dead-man.ts). */
export const DEAD_MAN_SERIES = ["dead_man_pings_total", "dead_man_last_success_timestamp_seconds"] as const;
