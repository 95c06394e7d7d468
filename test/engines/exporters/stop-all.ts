interface Stoppable {
  stop(): Promise<void>;
}

/** Stops them one after the other, what was started last first: nothing is left without what it calls. */
export function stopAll(...started: readonly Stoppable[]): () => Promise<void> {
  return async () => {
    for (const one of started.toReversed()) await one.stop();
  };
}
