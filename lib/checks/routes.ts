// Prevents an alert that pages the wrong one, or nobody: a route that swallows what its labels promise to others.
import { heartbeatRoutes, pingTiming } from "../alerts/heartbeat";
import { HEARTBEAT, TEAM, WATCHDOG } from "../alerts/labels";
import { type Labels, matchesLabels } from "../alerts/matcher";
import { componentsOf } from "../alerts/owner";
import type { ReceiverPromises } from "../alerts/routing";
import { type Route, receiversOf } from "../alerts/routing";
import { ownAlerts, placedRules } from "../alerts/rule";
import { logAlertPlace } from "../log-store/log-alert";
import type { Detector } from "../logs/detector";
import type { Platform } from "../platform/platform";
import { COMPONENTS, type Component } from "../site/component";
import { type Check, type Finding, rulePlace } from "./check";

const ROUTING = "components/alert-manager/routing.ts";

export const routes: Check = {
  name: "routes",
  run: (platform) => {
    const { routing, promises } = platform;
    const findings: Finding[] = [];
    for (const { where, labels } of alertsOf(platform)) {
      const promised = promisedTo(promises, labels);
      const reached = receiversOf(routing.root, labels);
      if (promised.join() === reached.join()) continue;
      findings.push({
        where,
        what: `its labels promise [${promised.join(", ")}], but the routes take it to [${reached.join(", ")}]`,
        fix: `fix the routes in ${ROUTING}; the first matching route ends the walk unless it says continue`,
      });
    }

    const known = new Set(routing.receivers.map(({ name }) => name));
    for (const name of receiversNamed(routing.root)) {
      if (known.has(name)) continue;
      findings.push({
        where: ROUTING,
        what: `a route names receiver "${name}", which is not declared`,
        fix: `use one of: ${[...known].join(", ")}`,
      });
    }
    for (const label of labelsMatched(routing.root)) {
      if (PROMISING.includes(label)) continue;
      findings.push({
        where: ROUTING,
        what: `a route matches on "${label}", which no alert promises to carry: it can swallow alerts of any kind`,
        fix: `match on ${PROMISING.join(", ")}`,
      });
    }
    findings.push(...resolvedFindings(platform), ...heartbeatFindings(platform));
    for (const { target } of routing.inhibitions) {
      const heartbeat: Labels = { alertname: WATCHDOG, severity: "info", component: "Platform", team: TEAM };
      const silencesHeartbeat = target.every((matcher) => matchesLabels(matcher, heartbeat));
      const isOfWarnings = target.some(({ label, op, value }) => label === "severity" && op === "=" && value === "warning");
      // what an alert says of its consequences judges the check of inhibitions
      const isOfNames = target.some(({ label, op }) => label === "alertname" && op === "=~");
      if (!silencesHeartbeat && (isOfWarnings || isOfNames)) continue;
      findings.push({
        where: ROUTING,
        what: silencesHeartbeat
          ? `an inhibition can silence ${WATCHDOG}: the dead-man switch would raise its alarm`
          : "an inhibition can silence something worse than a warning",
        fix: 'let its target match severity "warning" only',
      });
    }
    return findings;
  },
};

/** Every alert that can arrive, ours, the detectors' and the imported ones, with the labels that routes see. */
function alertsOf({ rules, detectors, logAlerts }: Platform): { where: string; labels: Labels }[] {
  const fromRules = placedRules(rules).flatMap((placed) => {
    const { rule } = placed;
    const where = rulePlace(placed);
    if (rule.kind === "alert") {
      const { name: alertname, severity } = rule;
      return componentsOf(rule.component).map((component) => ({ where, labels: { alertname, severity, component, team: TEAM } }));
    }
    if (rule.kind === "record" || rule.rule.alert === undefined) return [];
    return [{ where, labels: { ...rule.rule.labels, alertname: rule.rule.alert } }];
  });
  const fromDetectors = detectors.flatMap((detector) =>
    componentsSeen(detector).map((component) => ({
      where: `detector "${detector.alert}" (component "${component}")`,
      labels: { alertname: detector.alert, severity: detector.severity, team: TEAM, component },
    })),
  );
  const fromStore = logAlerts.map((alert) => ({
    where: logAlertPlace(alert),
    labels: { alertname: alert.name, severity: alert.severity, component: alert.component, team: TEAM, stream: alert.stream },
  }));
  return [...fromRules, ...fromDetectors, ...fromStore];
}

/** A detector that looks at every namespace may raise its alert for any component. */
function componentsSeen({ scope }: Detector): readonly Component[] {
  return scope.component === undefined ? COMPONENTS : [scope.component];
}

function promisedTo(promises: ReceiverPromises, labels: Labels): readonly string[] {
  if (labels.alertname === WATCHDOG) return promises.watchdog;
  if (labels.team !== TEAM) return promises.imported;
  switch (labels.severity) {
    case "critical":
      return promises.critical;
    case "warning":
      return promises.warning;
    default:
      return promises.info;
  }
}

/** Everybody hears of the end, except the dead-man switch: a resolved heartbeat is a dying evaluator and no ping. */
function resolvedFindings({ routing, promises }: Platform): Finding[] {
  return routing.receivers.flatMap(({ name, integrations = [] }) => {
    const isWatchdog = promises.watchdog.includes(name);
    const wrong = integrations.filter(({ sendResolved }) => sendResolved === isWatchdog);
    return wrong.map(() => ({
      where: `components/alert-manager/receivers.ts receiver "${name}"`,
      what: isWatchdog ? "it would take the end of the heartbeat for a ping" : "it is never told that an alert has ended",
      fix: `set sendResolved: ${!isWatchdog}`,
    }));
  });
}

function heartbeatFindings({ routing, rules }: Platform): Finding[] {
  const findings: Finding[] = [];
  for (const placed of ownAlerts(rules)) {
    const { rule } = placed;
    if (rule.name !== WATCHDOG || rule.severity === "info") continue;
    findings.push({
      where: rulePlace(placed),
      what: `its severity is "${rule.severity}"`,
      fix: 'set severity "info": it is no trouble that it fires',
    });
  }
  for (const route of heartbeatRoutes(routing)) {
    const { interval, repeat, gap } = pingTiming(route);
    if (gap.seconds === HEARTBEAT.seconds) continue;
    findings.push({
      where: `${ROUTING} route of ${WATCHDOG}`,
      what: `group interval ${interval.seconds} s and repeat interval ${repeat.seconds} s give a ping every ${gap.seconds} s, not every ${HEARTBEAT.seconds} s`,
      fix: "the gap is the first multiple of the group interval that is greater than the repeat interval: 1m and 3m30s",
    });
  }
  return findings;
}

/** The labels that decide what an alert promises. */
const PROMISING = ["alertname", "severity", "component", "team"];

function labelsMatched(route: Route): Set<string> {
  const own = (route.matchers ?? []).map(({ label }) => label);
  return new Set([...own, ...(route.routes ?? []).flatMap((child) => [...labelsMatched(child)])]);
}

function receiversNamed(route: Route): string[] {
  return [route.receiver, ...(route.routes ?? []).flatMap(receiversNamed)];
}
