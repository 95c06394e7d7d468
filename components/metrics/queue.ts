/**
 * What the agent keeps on disk for a receiver that takes nothing for a while, in 10^9 bytes as its flags count. All of them together
 * stay below the volume (5Gi), which also holds what is being written.
 */
export const QUEUE_GIGABYTES = 4;
/** Of the receiver of the curated series: a fraction of all samples, and the store has its own. */
export const CURATED_QUEUE_GIGABYTES = 1;
