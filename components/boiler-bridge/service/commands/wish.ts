/** What a person or an automation asks for. */
import type { Field, HelperValue } from "../../watched-helpers";

/** Fields that travel in one write. A newer command of a kind takes the place of an older one. */
export const KIND_OF = {
  ch_comfort_temp_set: "ch",
  ch_reduced_temp_set: "ch",
  dhw_comfort_temp_set: "dhw",
  dhw_reduced_temp_set: "dhw",
  zone_mode_set: "zone_mode",
  dhw_mode_set: "dhw_mode",
  holiday_active: "holiday",
  holiday_until: "holiday",
  holiday_use_reduced: "use_reduced",
} as const satisfies Record<Field, string>;

export type Kind = (typeof KIND_OF)[Field] | "schedule";

/** Field -> wanted value; the weekly schedule comes as an event and has no helper. */
export type Wish = Readonly<Partial<Record<Field, HelperValue>> & { schedule?: unknown }>;

export function fieldsOf(wish: Wish): string[] {
  return Object.keys(wish);
}

export function isEmpty(wish: Wish): boolean {
  return fieldsOf(wish).length === 0;
}

/** The fields for which `isMeant` holds. */
export function part(wish: Wish, isMeant: (field: string) => boolean): Wish {
  return Object.fromEntries(Object.entries(wish).filter(([field]) => isMeant(field)));
}

/** One value as it is, several by field. */
export function wantedOf(wish: Wish): unknown {
  const [only, ...others] = Object.values(wish);
  return others.length === 0 ? only : wish;
}
