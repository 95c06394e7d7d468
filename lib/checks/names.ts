// Prevents two alerts that pages, silences and runbooks can't tell apart, a name that does not begin with what is broken, and a recording that is taken for an exporter's series.
import { componentsOf, ownerText } from "../alerts/owner";
import { ownAlerts, placedRules, type RecordingRule, type RuleBundle } from "../alerts/rule";
import { logAlertPlace } from "../log-store/log-alert";
import { type Check, type Finding, rulePlace } from "./check";

export const names: Check = {
  name: "names",
  run: ({ rules, detectors, logAlerts }) => {
    const alerts = ownAlerts(rules).map((placed) => ({ where: rulePlace(placed), ...placed.rule }));
    const detected = detectors.map(({ alert, flow }) => ({ where: `detector "${alert}"`, name: alert, flow }));
    const stored = logAlerts.map((alert) => ({ where: logAlertPlace(alert), name: alert.name }));
    const findings: Finding[] = [...alerts, ...detected, ...stored].filter(({ name }) => !isAlertName(name)).map(badName);

    for (const { one, first } of repeated(alerts, ({ name, component, severity, isOfEachSeverity }) =>
      componentsOf(component).map((of) => `${name} of ${of}${isOfEachSeverity ? `, ${severity}` : ""}`),
    )) {
      findings.push({
        where: one.where,
        what: `"${one.name}" of ${ownerText(one.component)} is declared already, in ${first.where}`,
        fix: "give it another name, or let one expression ask for both",
      });
    }
    const byName = new Map(alerts.toReversed().map((one) => [one.name, one]));
    for (const { where, name } of detected) {
      const rule = byName.get(name);
      if (rule !== undefined) {
        findings.push({
          where,
          what: `its name is that of a rule, in ${rule.where}`,
          fix: "give one of them another name: both raise alerts of any component",
        });
      }
    }
    for (const { one, first } of repeated(detected, ({ name }) => [name])) {
      findings.push({
        where: one.where,
        what: `the detectors of the flows "${first.flow}" and "${one.flow}" have this name`,
        fix: "give one of them another name",
      });
    }
    const others = [...alerts, ...detected].map(({ where, name }) => ({ where, name }));
    for (const { one, first } of repeated([...others, ...stored], ({ name }) => [name])) {
      if (!stored.includes(one)) continue;
      findings.push({
        where: one.where,
        what: `its name is taken, in ${first.where}`,
        fix: "give one of them another name: pages, silences and runbooks go by it",
      });
    }
    return [...findings, ...recordingNames(rules)];
  },
};

/** level:metric:operations, as Prometheus' practices have it; an exporter's series has no colon. */
const RECORDING = /^[a-zA-Z_]\w*(?::\w+){1,2}$/;
/** Packs leave the level or the operations out, and have levels of several words. */
const RECORDING_OF_PACK = /^(?=.*:)[a-zA-Z_:][\w:]*$/;

function recordingNames(rules: readonly RuleBundle[]): Finding[] {
  const recordings = placedRules(rules).flatMap((placed) =>
    placed.rule.kind === "record" ? [{ where: rulePlace(placed), ...placed.rule }] : [],
  );
  const isName = ({ name, namedBy }: RecordingRule) => (namedBy === undefined ? RECORDING : RECORDING_OF_PACK).test(name);
  const [right, wrong] = [recordings.filter(isName), recordings.filter((one) => !isName(one))];
  return [
    ...wrong.map(({ where, name }) => ({
      where,
      what: `"${name}" is no name of a recording`,
      fix: "write level:metric:operations, such as instance:node_cpu:rate5m",
    })),
    ...repeated(right, ({ name, labels = {} }) => [JSON.stringify([name, Object.entries(labels).sort()])]).map(({ one, first }) => ({
      where: one.where,
      what: `"${one.name}" is recorded already, in ${first.where}`,
      fix: "give it another name or other labels, or record both in one",
    })),
  ];
}

/** Each of whose keys another had one before it, with the first of them. */
function repeated<One>(all: readonly One[], keysOf: (one: One) => readonly string[]): { readonly one: One; readonly first: One }[] {
  const firsts = new Map<string, One>();
  return all.flatMap((one) => {
    const keys = keysOf(one);
    const [first] = keys.flatMap((key) => firsts.get(key) ?? []);
    if (first !== undefined) return [{ one, first }];
    for (const key of keys) firsts.set(key, one);
    return [];
  });
}

/** CamelCase of two words and more: a thing, and what is wrong with it. Words may hold digits: NAT64PoolFull, IPv6RouterGone, S3BucketFull. */
function isAlertName(name: string): boolean {
  const words = name.split(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/);
  return /^[A-Z][A-Za-z0-9]*$/.test(name) && words.length > 1;
}

function badName({ where, name }: { readonly where: string; readonly name: string }): Finding {
  return {
    where,
    what: `"${name}" is no name of an alert`,
    fix: "write the thing first, then what is wrong with it, each word with a capital: BackupStale, NAT64PoolFull",
  };
}
