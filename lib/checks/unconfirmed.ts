// Prevents a page that may never come: an alert that rests on names which nobody has seen on a running exporter.
import { ownAlerts } from "../alerts/rule";
import { parseExpression, seriesNamed } from "../metrics/promql";
import { catalogueOf } from "../platform/catalogue";
import { storedNames } from "../series";
import { type Check, type Finding, rulePlace } from "./check";

export const unconfirmed: Check = {
  name: "unconfirmed",
  run: (platform) => {
    const { exported, recordings, names } = catalogueOf(platform);
    const confirmed = new Set(exported.filter(({ series }) => !series.isUnconfirmed).flatMap(({ series }) => storedNames(series)));
    // a recording is as good as what it is made of
    for (const { name, expr } of recordings) if (isSeen(expr, confirmed, names)) confirmed.add(name);
    return ownAlerts(platform.rules)
      .filter(({ rule: { severity, expr } }) => severity !== "info" && !isSeen(expr, confirmed, names))
      .map(
        (placed): Finding => ({
          where: rulePlace(placed),
          what: "it pages, and every series that it asks is unconfirmed: nobody has seen the name on a running exporter",
          fix: "ask a series that is confirmed as well, make it `info`, or run the exporter and confirm the name",
        }),
      );
  },
};

/** Whether an expression asks one series at least that somebody has seen; of names that nobody gives another check tells. */
function isSeen(expr: string, confirmed: ReadonlySet<string>, names: ReadonlySet<string>): boolean {
  const asked = parseExpression(expr).selectors.flatMap((selector) => seriesNamed(selector, names));
  return asked.length === 0 || asked.some((name) => confirmed.has(name));
}
