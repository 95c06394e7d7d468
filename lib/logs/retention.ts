import type { Stream } from "./stream";

/** As the store's stream settings say it: whole days (OpenObserve, `PUT /api/<organisation>/streams/<stream>/settings?type=logs`). */
export function retentionSettings({ retentionDays }: Pick<Stream, "retentionDays">): { readonly data_retention: number } {
  return { data_retention: retentionDays };
}
