// Prevents a rule that takes one exporter's samples for another's: the router's node exporter gives what the nodes' give.
import { expressionsOf, placedRules } from "../alerts/rule";
import { parseExpression, seriesNamed } from "../metrics/promql";
import { storedNames } from "../series";
import { type Check, type Finding, rulePlace } from "./check";

export const twins: Check = {
  name: "twins",
  run: (platform) => {
    const firstOf = new Map<string, string>();
    const jobsOf = new Map<string, Set<string>>();
    for (const { series, job } of platform.scrapes) {
      if (job === undefined) continue;
      for (const name of series.flatMap(storedNames)) {
        const first = firstOf.get(name);
        if (first === undefined) firstOf.set(name, job);
        else if (first !== job) jobsOf.set(name, (jobsOf.get(name) ?? new Set([first])).add(job));
      }
    }
    const shared = new Set(jobsOf.keys());
    return placedRules(platform.rules)
      .filter(({ rule }) => rule.kind !== "imported")
      .flatMap((placed) =>
        expressionsOf(placed.rule)
          .flatMap((expr) => parseExpression(expr).selectors)
          .filter(({ matchers }) => matchers.every(({ label }) => label !== "job"))
          .flatMap((selector) => seriesNamed(selector, shared))
          .map(
            (name): Finding => ({
              where: rulePlace(placed),
              what: `several exporters give "${name}", and it does not say whose it asks: ${[...(jobsOf.get(name) ?? [])].sort().join(", ")}`,
              fix: "ask the job of the one that is meant, from its scrape's declaration; matches(...) where several are",
            }),
          ),
      );
  },
};
