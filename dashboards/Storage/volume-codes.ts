import { volumeStorageSeries } from "../../components/volume-storage/series";
import { matchesNot } from "../../lib/series";

/*
 * Older releases tell a state by its number, newer ones have a series for each, 1 for the current one: here it is the number of either, by volume. A number
 * has no `state`, and the state of number 1 is its own flag.
 */

const { storage_volume_robustness: robustness, storage_volume_state: state } = volumeStorageSeries;

const byVolume = (expr: string): string => `max by (pvc_namespace, pvc, volume) (${expr})`;

export const robustnessCode = byVolume(
  [
    robustness({ state: matchesNot("unknown|degraded|faulted") }),
    `2 * ${robustness({ state: "degraded" })}`,
    `3 * ${robustness({ state: "faulted" })}`,
  ].join(" or "),
);

export const ROBUSTNESS = {
  0: { text: "unknown", color: "gray" },
  1: { text: "healthy", color: "green" },
  2: { text: "degraded", color: "orange" },
  3: { text: "faulted", color: "red" },
} as const;

const OTHER_STATES = ["attached", "detached", "attaching", "detaching", "deleting"] as const;

export const stateCode = byVolume(
  [
    state({ state: matchesNot(`unknown|${OTHER_STATES.join("|")}`) }),
    ...OTHER_STATES.map((one, index) => `${index + 2} * ${state({ state: one })}`),
  ].join(" or "),
);

export const STATES = {
  0: { text: "unknown", color: "gray" },
  1: { text: "being made", color: "blue" },
  2: { text: "attached", color: "green" },
  3: { text: "detached", color: "gray" },
  4: { text: "attaching", color: "yellow" },
  5: { text: "detaching", color: "yellow" },
  6: { text: "being deleted", color: "orange" },
} as const;
