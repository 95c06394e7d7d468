import { choice, type Flaw, section, text, wholeNumber } from "../field";
import { bytesOf, quantityFlaw } from "../name";

/** `small` is for everything on one node of 4 GB, together with the cluster itself. */
export const PROFILES = ["default", "small"] as const;

export type Profile = (typeof PROFILES)[number];

const profile = choice(PROFILES).optional();
/** As many as a pod may use. */
const cpus = wholeNumber(4, 1, 256).optional();

/** How much memory and processor everything gets. */
export const sizes = {
  keys: {
    sizes: section({
      profile,
      metrics: section({
        profile,
        store_memory: text("8Gi", memoryFlaw("256Mi")).optional(),
        store_cpus: cpus,
        agent_memory: text("2Gi", memoryFlaw("128Mi")).optional(),
        agent_cpus: cpus,
      }).optional(),
      alerting: section({ profile }).optional(),
      services: section({ profile }).optional(),
    }).optional(),
  },
};

/** No node has more; 8Ti is a slip of the unit. */
const MOST = "1Ti";

export function memoryFlaw(least: string): (text: string) => Flaw | undefined {
  return (text) => {
    const flaw = quantityFlaw(text);
    if (flaw !== undefined) return flaw;
    if (bytesOf(text) < bytesOf(least)) return { wrong: `is too little to run with (less than ${least})` };
    return bytesOf(text) > bytesOf(MOST) ? { wrong: `is too much to be meant (more than ${MOST})` } : undefined;
  };
}
