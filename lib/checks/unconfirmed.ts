// Prevents a page that may never come: an alert that rests on names which nobody has seen on a running exporter.
import { ownAlerts } from "../alerts/rule";
import { type Selector, seriesNamed } from "../metrics/promql";
import { standingOf } from "../metrics/standing";
import { catalogueOf } from "../platform/catalogue";
import { type Check, type Finding, rulePlace } from "./check";

export const unconfirmed: Check = {
  name: "unconfirmed",
  run: (platform) => {
    const { samples, recordings, names } = catalogueOf(platform);
    const confirmed = new Set<string>();
    for (const [name, of] of samples) if (of.some(({ from }) => !from.series.isUnconfirmed)) confirmed.add(name);
    // a recording is as good as what it is made of, and may be made of one that is written after it
    for (let before = -1; before < confirmed.size; ) {
      before = confirmed.size;
      for (const { name, expr } of recordings) if (isSeen(expr, confirmed, names)) confirmed.add(name);
    }
    return ownAlerts(platform.rules)
      .filter(({ rule: { severity, expr } }) => severity !== "info" && !isSeen(expr, confirmed, names))
      .map(
        (placed): Finding => ({
          where: rulePlace(placed),
          what: "it pages, and can't without a series that is unconfirmed: nobody has seen the name on a running exporter",
          fix: "let a confirmed series tell it as well, behind an `or`; make it `info`; or run the exporter and confirm the name",
        }),
      );
  },
};

/** Whether it fires by what somebody has seen; of names that nobody gives another check tells. An exception may be unseen: it takes away. */
function isSeen(expr: string, confirmed: ReadonlySet<string>, names: ReadonlySet<string>): boolean {
  const isThere = (selector: Selector) => {
    const asked = seriesNamed(selector, names);
    return asked.length === 0 || asked.some((name) => confirmed.has(name));
  };
  return standingOf(expr, { isThere, needsExceptions: false }).stands;
}
