import { readSamples, type Sample, spansOf } from "./notation";

/** The samples that a text stands for, one for each minute. */
export function samplesOf(text: string): Sample[] {
  const read = readSamples(text);
  if ("problem" in read) throw new Error(`the samples "${text}": ${read.problem}`);
  return Array.from(spansOf(read.runs)).flatMap(({ sample, times }) => Array.from({ length: times }, () => sample));
}
