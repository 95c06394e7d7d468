// Prevents a cause that hides what it is no cause of, or that nobody is told of: consequences are alerts that are there, no worse, and can be told to be of this cause.
import type { Inhibits } from "../alerts/inhibits";
import { SEVERITIES, WATCHDOG } from "../alerts/labels";
import { componentsOf, ownerText } from "../alerts/owner";
import { type AlertRule, ownAlerts, type Placed } from "../alerts/rule";
import type { Catalogue } from "../metrics/catalogue";
import { carries } from "../metrics/label-set";
import { catalogueOf } from "../platform/catalogue";
import type { Platform } from "../platform/platform";
import { didYouMean } from "../site/did-you-mean";
import { type Check, type Finding, rulePlace } from "./check";

export const inhibitions: Check = {
  name: "inhibitions",
  run: (platform) => {
    const alerts = ownAlerts(platform.rules);
    const byName = new Map<string, Alert[]>();
    for (const one of alerts) byName.set(one.rule.name, [...(byName.get(one.rule.name) ?? []), one]);
    const catalogue = catalogueOf(platform);
    return [...alerts.flatMap((cause) => consequenceFindings(cause, byName, catalogue, platform)), ...circleFindings(alerts)];
  },
};

type Alert = Placed<AlertRule>;

function consequenceFindings(
  cause: Alert,
  byName: ReadonlyMap<string, readonly Alert[]>,
  catalogue: Catalogue,
  platform: Platform,
): Finding[] {
  const { inhibits = [] } = cause.rule;
  const detected = platform.detectors.map(({ alert }) => alert);
  return inhibits.flatMap((entry) =>
    entry.alerts.flatMap((name): Finding[] => {
      const where = `${rulePlace(cause)} inhibits "${name}"`;
      const told = byName.get(name);
      if (name === WATCHDOG) return [{ where, what: "the dead-man switch would raise its alarm", fix: "take it out" }];
      if (told !== undefined)
        return told.some((one) => isMeant(cause, one))
          ? told.flatMap((one) => problemsOf(cause, one, entry, catalogue)).map((problem) => ({ where, ...problem }))
          : [noComponent(where, cause, told)];
      // one that waits for what this site has not, or a detector's, whose labels the relay gives
      if (platform.dormantAlerts.includes(name) || detected.includes(name)) return [];
      const near = didYouMean(name, [...byName.keys(), ...platform.dormantAlerts, ...detected]);
      return [
        {
          where,
          what: `no alert is called so${near === undefined ? "" : `; did you mean "${near}"?`}`,
          fix: "name an alert of rules/, or take it out",
        },
      ];
    }),
  );
}

const isMeant = (cause: Alert, told: Alert): boolean => {
  const components = componentsOf(cause.rule.component);
  return componentsOf(told.rule.component).some((one) => components.includes(one));
};

const noComponent = (where: string, cause: Alert, told: readonly Alert[]): Finding => ({
  where,
  what: `it is ${[...new Set(told.map(({ rule }) => ownerText(rule.component)))].join(", ")}'s, and the cause ${ownerText(cause.rule.component)}'s: the page would lose a component's trouble, so that they are never taken together`,
  fix: "take it out",
});

function problemsOf(cause: Alert, told: Alert, { sharing = [] }: Inhibits, catalogue: Catalogue): Omit<Finding, "where">[] {
  if (!isMeant(cause, told)) return [];
  // what stands once for each severity is about other things each time: what they share tells them apart
  const isOfOthers = cause.rule.isOfEachSeverity && told.rule.isOfEachSeverity && sharing.length > 0;
  const worse = !isOfOthers && SEVERITIES.indexOf(told.rule.severity) < SEVERITIES.indexOf(cause.rule.severity);
  const lacking = [cause, told].flatMap(({ rule }) => {
    const { sets = [] } = catalogue.labelsOf(rule.expr);
    return sharing.filter((label) => !sets.every((set) => carries(set, label))).map((label) => ({ alert: rule.name, label }));
  });
  return [
    ...(worse
      ? [
          {
            what: `it is ${told.rule.severity}, and the cause only ${cause.rule.severity}: what is worse would not be told`,
            fix: "take it out, or make the cause as severe",
          },
        ]
      : []),
    ...lacking.map(({ alert, label }) => ({
      what: `they share "${label}", which not everything that "${alert}" fires on carries`,
      fix: "share a label that both expressions keep, or let them keep it",
    })),
  ];
}

/** In a circle each is hidden by the one before it. */
function circleFindings(alerts: readonly Alert[]): Finding[] {
  const consequences = new Map(alerts.map(({ rule }) => [rule.name, (rule.inhibits ?? []).flatMap((entry) => entry.alerts)]));
  const places = new Map(alerts.map((placed) => [placed.rule.name, rulePlace(placed)]));
  return [...consequences.keys()].flatMap((name) => {
    const seen = new Set<string>();
    const todo = [...(consequences.get(name) ?? [])];
    for (const next of todo) {
      if (seen.has(next)) continue;
      seen.add(next);
      todo.push(...(consequences.get(next) ?? []));
    }
    if (!seen.has(name)) return [];
    return [
      {
        where: places.get(name) ?? name,
        what: "it inhibits what inhibits it, so that nobody would be told of either",
        fix: "let one of them be the cause",
      },
    ];
  });
}
