export interface ToldToEnd {
  /** Settles when the process is told to end. */
  readonly ended: Promise<void>;
  readonly signal: AbortSignal;
  /** From then on a signal ends the process as it would any other. */
  readonly close: () => void;
}

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Ctrl-C reaches the whole group, and npm passes on what it gets itself: the same signal may come twice, and the second must not cut the end short. */
export function untilToldToEnd(): ToldToEnd {
  const controller = new AbortController();
  const end = () => controller.abort();
  for (const signal of SIGNALS) process.on(signal, end);
  return {
    signal: controller.signal,
    ended: new Promise((resolve) => controller.signal.addEventListener("abort", () => resolve(), { once: true })),
    close: () => {
      for (const signal of SIGNALS) process.off(signal, end);
    },
  };
}
