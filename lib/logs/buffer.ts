import { type Duration, toFluentd } from "../duration";

/**
 * The buffer between the aggregator and an output. `flush_interval` is only ever rendered together
 * with `flush_mode: interval`: fluentd ignores it in the default lazy mode and ships ten minutes late.
 */
export interface BufferProps {
  readonly flushInterval: Duration;
  /** Size of one POST at most, e.g. `1m`; fluentd's k, m and g are powers of 1024. */
  readonly chunkLimit: string;
  /** Size of everything that waits; what happens beyond is `whenFull`. */
  readonly totalLimit: string;
  readonly whenFull: "drop_oldest_chunk" | "block" | "throw_exception";
}

export function buffer({ flushInterval, chunkLimit, totalLimit, whenFull }: BufferProps) {
  return {
    // no chunk keys: one chunk for all pods, so that a POST is a batch
    tags: "[]",
    flush_mode: "interval",
    flush_interval: toFluentd(flushInterval),
    flush_thread_count: 2,
    flush_at_shutdown: true,
    chunk_limit_size: chunkLimit,
    total_limit_size: totalLimit,
    overflow_action: whenFull,
    retry_forever: true,
    retry_max_interval: "30s",
  };
}
