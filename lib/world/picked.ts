import { allows, parseExpression, picks, type Selector } from "../metrics/promql";
import type { WorldSeries } from "./world";

/** Whether a selector of the store's language picks a series. */
export const isPicked = (selector: Selector, { name, labels }: Pick<WorldSeries, "name" | "labels">): boolean =>
  picks(selector, name) && selector.matchers.every((matcher) => allows(matcher, labels[matcher.label] ?? ""));

/** What a single selector, as the catalogue writes it, picks. */
export function pickedBy(text: string): (series: Pick<WorldSeries, "name" | "labels">) => boolean {
  const { selectors, errors } = parseExpression(text);
  const [selector, ...more] = selectors;
  if (selector === undefined || more.length + errors.length > 0) {
    throw new Error(`"${text}" is not one selector; write a name with conditions on its labels, such as up({ job: "relay" })`);
  }
  return (series) => isPicked(selector, series);
}
