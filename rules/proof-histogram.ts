import { after, type SeriesSet } from "../lib/alerts/proof";
import { minutes } from "../lib/duration";
import { counted } from "./proof-counter";

/** Requests in a minute. */
const ASKED = 1000;
const BEGINS = 10;
/** At which a rate over ten minutes knows of a share of slow ones, of a fifth more that begin in the tenth. */
const KNOWN = 19;

interface Buckets {
  /** Upper bound of the bucket that all of them fall into, which is the threshold, and of the one that the slow ones fall into. */
  readonly fast: string;
  readonly slow: string;
  /** `for`, in minutes. */
  readonly wait: number;
  /** Of all that are slow when the percentile is at the threshold. @default - one in a hundred, the 99th */
  readonly share?: number;
}

/** The proof of a percentile over ten minutes: a fifth more than its share are slow, or a tenth fewer. */
export function percentileProof(bucket: (le: string) => string, { fast, slow, wait, share = 0.01 }: Buckets) {
  const slowed = (slowPerMinute: number): SeriesSet => ({
    [bucket(fast)]: counted((minute) => (minute < BEGINS ? ASKED : ASKED - slowPerMinute)),
    [bucket(slow)]: counted(() => ASKED),
    [bucket("+Inf")]: counted(() => ASKED),
  });
  return { fires: after(minutes(KNOWN + wait), slowed(1.2 * share * ASKED)), silent: slowed(0.9 * share * ASKED) } as const;
}
