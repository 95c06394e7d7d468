// Prevents two alerts that pages, silences and runbooks can't tell apart, a name that does not begin with what is broken, and a recording that is taken for an exporter's series.
import { ownAlerts, placedRules, type RuleBundle } from "../alerts/rule";
import { type Check, type Finding, rulePlace } from "./check";

export const names: Check = {
  name: "names",
  run: ({ rules, detectors }) => {
    const alerts = ownAlerts(rules).map((placed) => ({ where: rulePlace(placed), ...placed.rule }));
    const detected = detectors.map(({ alert, flow }) => ({ where: `detector "${alert}"`, name: alert, flow }));
    const findings: Finding[] = [...alerts, ...detected].filter(({ name }) => !isAlertName(name)).map(badName);

    for (const [index, { where, name, component }] of alerts.entries()) {
      const first = alerts.findIndex((other) => other.name === name && other.component === component);
      if (first === index) continue;
      findings.push({
        where,
        what: `"${name}" of ${component} is declared already, in ${alerts[first]?.where}`,
        fix: "give it another name, or let one expression ask for both",
      });
    }
    for (const [index, { where, name, flow }] of detected.entries()) {
      const rule = alerts.find((alert) => alert.name === name);
      if (rule !== undefined) {
        findings.push({
          where,
          what: `its name is that of a rule, in ${rule.where}`,
          fix: "give one of them another name: both raise alerts of any component",
        });
      }
      const first = detected.findIndex((other) => other.name === name);
      if (first === index) continue;
      findings.push({
        where,
        what: `the detectors of the flows "${detected[first]?.flow}" and "${flow}" have this name`,
        fix: "give one of them another name",
      });
    }
    return [...findings, ...recordingNames(rules)];
  },
};

/** level:metric:operations, as Prometheus' practices have it; an exporter's series has no colon. */
const RECORDING = /^[a-zA-Z_]\w*(?::\w+){1,2}$/;

function recordingNames(rules: readonly RuleBundle[]): Finding[] {
  const recordings = placedRules(rules).flatMap((placed) =>
    placed.rule.kind === "record" ? [{ where: rulePlace(placed), name: placed.rule.name }] : [],
  );
  return recordings.flatMap(({ where, name }, index): Finding[] => {
    if (!RECORDING.test(name)) {
      return [
        { where, what: `"${name}" is no name of a recording`, fix: "write level:metric:operations, such as instance:node_cpu:rate5m" },
      ];
    }
    const first = recordings.findIndex((other) => other.name === name);
    if (first === index) return [];
    return [
      { where, what: `"${name}" is recorded already, in ${recordings[first]?.where}`, fix: "give it another name, or record both in one" },
    ];
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
