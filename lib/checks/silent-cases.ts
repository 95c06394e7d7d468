// Prevents a silent case that shows nothing: to the alert it is what it fires on, or there is nothing in it to fire on.
import { isTooEarly, type Moment } from "../alerts/proof";
import { type AlertRule, ownAlerts } from "../alerts/rule";
import { isSeenAlike, readingsOf, seenBy } from "../alerts/seen";
import { type Check, type Finding, rulePlace } from "./check";

export const silentCases: Check = {
  name: "silent-cases",
  run: ({ rules }) =>
    ownAlerts(rules).flatMap((placed) => problemsOf(placed.rule).map((problem): Finding => ({ where: rulePlace(placed), ...problem }))),
};

function problemsOf(rule: AlertRule): Omit<Finding, "where">[] {
  const { fires, silent } = rule.proof;
  const readings = readingsOf(rule);
  const seen = seenBy(readings);
  const firing = fires.map(seen);
  const asked = readings.flatMap(({ selectors }) => selectors.map((one) => ("name" in one ? one.name : one.namePattern)));
  const quiet = silent.map((moment) => ({ moment, ...seen(moment) }));
  const same = quiet.flatMap((one, index) => {
    const twin = firing.findIndex((other) => isSeenAlike(other, one));
    return twin < 0 ? [] : [{ silent: index + 1, firing: twin + 1 }];
  });
  const told = same.map((twins) => ({
    what: `silent case ${twins.silent} is firing case ${twins.firing} in all that the expression reads`,
    fix: `let it differ in a series, a label that the expression asks, a value or the moment; it reads ${[...new Set(asked)].join(", ") || "no series"}`,
  }));
  const [empty, full] = [quiet.filter(({ series }) => series.length === 0), quiet.filter(({ series }) => series.length > 0)];
  const isDeclared = ({ moment }: { readonly moment: Moment }) => !isTooEarly(moment, rule.proof);
  const isVacuous = empty.some(isDeclared) && !full.some(isDeclared);
  if (!isVacuous || firing.some(({ series }) => series.length === 0)) return told;
  return [
    ...told,
    {
      what: "no silent case holds a series that the expression reads: any expression is silent on them",
      fix: `add the nearest miss, with ${[...new Set(asked)].join(", ")}`,
    },
  ];
}
