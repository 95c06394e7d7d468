const LASTING_MILLISECONDS = 30_000;
const PAUSE_MILLISECONDS = 500;

/** Some series come with the first scrape, evaluation or notification: what a look still finds when they had time to, or nothing. */
export async function lastingDifferences(look: () => Promise<readonly string[]>): Promise<readonly string[]> {
  const until = Date.now() + LASTING_MILLISECONDS;
  for (;;) {
    const found = await look();
    if (found.length === 0 || Date.now() > until) return found;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MILLISECONDS));
  }
}
