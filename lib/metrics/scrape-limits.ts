import { type Series, storedNames } from "../series";

/** Of the samples that an exporter gives, those under a name: a busy ingress controller or database has some hundreds. */
const SAMPLES_PER_NAME = 1000;
/** A catalogue declares what is read of an exporter, and the shortest stands for one that gives its program's own series as well. */
const LEAST = 10_000;

/**
 * How much one target may say: whoever is labelled as an exporter is asked, and could fill the store. Over the sample limit nothing of
 * the scrape is taken and the target is down; over the series limit, of a day, what is new is dropped: room for pods that come and go.
 */
export function scrapeLimits(series: readonly Series[]) {
  const sampleLimit = Math.max(LEAST, SAMPLES_PER_NAME * series.flatMap(storedNames).length);
  return { sampleLimit, seriesLimit: 5 * sampleLimit };
}
