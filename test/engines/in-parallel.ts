import { availableParallelism } from "node:os";

/** Runs the jobs, as many at a time as there are cores, and gives their results in order. */
export async function inParallel<T>(jobs: readonly (() => Promise<T>)[]): Promise<T[]> {
  const results: T[] = [];
  const queue = jobs.entries();
  const worker = async () => {
    for (const [index, job] of queue) results[index] = await job();
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
  return results;
}
