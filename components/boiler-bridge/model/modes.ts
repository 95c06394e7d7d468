/** Zone and hot-water modes. The cloud's number is the index; its texts are localised. 0 is a value, never "none". */
export const ZONE_MODES = ["Protection", "Automatic", "Reduced", "Comfort"] as const;
export const DHW_MODES = ["Off", "On"] as const;

export type ZoneMode = (typeof ZONE_MODES)[number];
export type DhwMode = (typeof DHW_MODES)[number];

/** The option of a mode's number; undefined for one that the specification does not name. */
export function optionOf<T extends string>(options: readonly T[], code: number): T | undefined {
  return options[code];
}

/** The number of an option; undefined for an unknown one. */
export function codeOf(options: readonly string[], option: string): number | undefined {
  const code = options.indexOf(option);
  return code < 0 ? undefined : code;
}
