/** The series the adapter exports (components/status-page/service/metrics.ts). */
export const STATUS_PAGE_SERIES = [
  "status_page_component_desired",
  "status_page_component_actual",
  "status_page_component_missing",
  "status_page_component_held_by_person",
  "status_page_unknown_components_total",
  "status_page_calls_total",
  "status_page_queue_length",
  "status_page_last_success_timestamp_seconds",
] as const;
