/**
 * What the agent keeps on disk for a receiver that takes nothing for a while, in 10^9 bytes as its flag counts: bounded below the
 * volume (5Gi), which also holds what is being written.
 */
export const QUEUE_GIGABYTES = 4;
