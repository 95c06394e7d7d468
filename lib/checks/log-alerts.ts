// Prevents an alert of the log store that it refuses or can't ask, that loses its message on the way, or that says what a rule or a detector says.
import { expressionsOf, nameOf, placedRules } from "../alerts/rule";
import { minutes } from "../duration";
import { isMeant, leavesOf } from "../log-store/condition";
import { columnsRead, type LogAlert, logAlertPlace, ROW } from "../log-store/log-alert";
import { SIGNALS } from "../log-store/signals";
import { ASKED_EVERY, SAYS, storeAlert } from "../log-store/store-alerts";
import { type LocalDetector, patternOf, podPatternOf } from "../logs/detector";
import { isChosen } from "../logs/namespace-choice";
import { trustedClients } from "../logs/trusted-clients";
import { parseExpression, seriesNamed } from "../metrics/promql";
import type { Platform } from "../platform/platform";
import { rememberedOf } from "../remembered";
import { didYouMean } from "../site/did-you-mean";
import type { Check, Finding } from "./check";

type Judge = (alert: LogAlert, platform: Platform) => readonly Omit<Finding, "where">[];

const FOLDER = "components/log-router/alerts/";

export const logAlerts: Check = {
  name: "log-alerts",
  run: (platform) =>
    platform.logAlerts.flatMap((alert) =>
      JUDGES.flatMap((judge) => judge(alert, platform).map((found) => ({ where: `${FOLDER} ${logAlertPlace(alert)}`, ...found }))),
    ),
};

/** Names that the store takes: it makes parts of its authorisation's language of them (OpenObserve, RE_OFGA_UNSUPPORTED_NAME). */
const STORE_NAME = /^[A-Za-z0-9_-]{1,256}$/;

function storable({ name, within }: LogAlert): Omit<Finding, "where">[] {
  const findings: Omit<Finding, "where">[] = [];
  if (!STORE_NAME.test(name))
    findings.push({ what: `the store takes no alert of the name "${name}"`, fix: "use letters, digits, - and _ alone" });
  if (within.seconds % 60 !== 0 || within.seconds < ASKED_EVERY.seconds)
    findings.push({
      what: `it looks ${within.seconds} s back, and the store asks in whole minutes, every ${ASKED_EVERY.seconds / 60}: records between two questions would not count`,
      fix: `look ${ASKED_EVERY.seconds / 60} minutes back or more, in whole minutes`,
    });
  return findings;
}

function askable(alert: LogAlert, { streams }: Platform): Omit<Finding, "where">[] {
  const stream = streams.find(({ name }) => name === alert.stream);
  if (stream === undefined) {
    const known = streams.map(({ name }) => name);
    const near = didYouMean(alert.stream, known);
    return [
      {
        what: `no stream "${alert.stream}" is stored${near === undefined ? "" : `; did you mean "${near}"?`}`,
        fix: `use one of: ${known.join(", ")}`,
      },
    ];
  }
  const known = Object.keys(alert.columns);
  const strange = columnsRead(alert).filter((column) => !known.includes(column));
  const untexted = alert.each.filter((column) => known.includes(column) && alert.columns[column]?.type !== "text");
  const taken = alert.each.filter((column) => [...SAYS, ...Object.values(ROW), "rows"].includes(column));
  const undeclared = known.filter(
    (column) => stream.columns[column] !== undefined && stream.columns[column]?.type !== alert.columns[column]?.type,
  );
  return [
    ...strange.map((column) => ({
      what: `it reads column "${column}", which no record of the stream has`,
      fix: `use one of: ${known.join(", ")}`,
    })),
    ...untexted.map((column) => ({
      what: `it tells findings apart by "${column}", which is no text`,
      fix: "tell them apart by columns of text",
    })),
    ...taken.map((column) => ({
      what: `the store would write column "${column}" of a row where the alert says its own "${column}"`,
      fix: "tell findings apart by another column",
    })),
    ...undeclared.map((column) => ({
      what: `it takes column "${column}" for another type than the stream's`,
      fix: "declare it with alertOn(stream, ...)",
    })),
  ];
}

/** What Rust's engine, which the store has, lacks or reads otherwise than JavaScript's: what looks around, what refers back, and classes that are of all scripts there. */
const READ_OTHERWISE = /\(\?(?!:)|\\[1-9dDwWsSbBpPkuxc]/;

function readable({ where }: LogAlert): Omit<Finding, "where">[] {
  return leavesOf(where).flatMap((leaf) => {
    if (leaf.kind !== "matches") return [];
    const { source, flags } = leaf.pattern;
    const [odd] = READ_OTHERWISE.exec(source.replaceAll("\\\\", "")) ?? (/[^i]/.exec(flags) as string[] | null) ?? [];
    if (odd === undefined) return [];
    return [
      {
        what: `the store may not read ${leaf.pattern} as meant, for "${odd}"`,
        fix: "write classes out ([0-9]), groups as (?:...), and no flag but i",
      },
    ];
  });
}

/** What the store puts into its template: it writes an apostrophe with a backslash before it, and takes braces for a variable. */
const UNSAFE = /["'\\{}\p{Cc}]/u;

function sayable(alert: LogAlert, { site }: Platform): Omit<Finding, "where">[] {
  return Object.entries(storeAlert(site, alert).context_attributes)
    .filter(([, text]) => UNSAFE.test(text) || text.trim() === "")
    .map(([key, text]) => ({
      what: `its ${key} ${JSON.stringify(text)} does not pass through the store's template as it stands`,
      fix: "write words without quotes, apostrophes, backslashes, braces and line ends",
    }));
}

/** Alertmanager's own. */
const DEFAULT_RESOLVE_TIMEOUT = minutes(5);

/** Whether the alert manager takes it for over while the store still asks. */
function lasting(alert: LogAlert, { site, routing: { resolveTimeout = DEFAULT_RESOLVE_TIMEOUT } }: Platform): Omit<Finding, "where">[] {
  const { frequency_minutes, silence_minutes } = storeAlert(site, alert);
  const told = Math.max(frequency_minutes, silence_minutes) * 60;
  if (2 * told < resolveTimeout.seconds) return [];
  return [
    {
      what: `the store tells of it every ${told} s, and the alert manager takes it for over after ${resolveTimeout.seconds} s: one late question ends it`,
      fix: "let the routing's resolveTimeout be more than two of these (components/alert-manager/routing.ts)",
    },
  ];
}

function alone(alert: LogAlert, { rules, detectors, site }: Platform): Omit<Finding, "where">[] {
  const read = seriesRead(rules);
  const watched = SIGNALS.filter(({ stream, record }) => stream === alert.stream && isMeant(alert.where, record)).flatMap(
    ({ record, series }) =>
      series.flatMap((name) => {
        const rule = read.get(name);
        return rule === undefined ? [] : [{ record, name, rule }];
      }),
  );
  const [twin] = watched;
  return [
    ...(twin === undefined
      ? []
      : [
          {
            what: `it would count ${JSON.stringify(twin.record)}, of which "${twin.rule}" tells already by ${twin.name}`,
            fix: "leave such records out of its condition, or drop the alert",
          },
        ]),
    ...detectors
      .filter((detector) => [alert.proof.fires, ...alert.proof.alsoFires].flat().some((record) => detects(detector, record, site)))
      .map((detector) => ({
        what: `detector "${detector.alert}" raises an alert on a line that it counts`,
        fix: "leave such lines to the detector",
      })),
  ];
}

/** Of each series of the signals that a rule of ours reads, in its expression or through a recording, such a rule. */
const seriesRead = rememberedOf((rules: Platform["rules"]): ReadonlyMap<string, string> => {
  // what a histogram stores
  const bare = new Map(
    SIGNALS.flatMap(({ series }) => series.flatMap((name) => [name, `${name}_count`].map((stored) => [stored, name] as const))),
  );
  const stored = new Set(bare.keys());
  const own = placedRules(rules).flatMap(({ rule }) => (rule.kind === "imported" ? [] : [rule]));
  return new Map(
    own.flatMap((rule) =>
      expressionsOf(rule).flatMap((expr) =>
        parseExpression(expr).selectors.flatMap((selector) =>
          seriesNamed(selector, stored).map((name) => [bare.get(name) ?? name, nameOf(rule)] as const),
        ),
      ),
    ),
  );
});

/** Every record of every alert is put to every detector. */
const patternsOf = rememberedOf((detector: LocalDetector) => ({ text: patternOf(detector), pod: podPatternOf(detector) }));
const contextAt = rememberedOf((site: Platform["site"]) => ({
  isTrusted: trustedClients(site.trusted_ranges, site.nat64_egress === undefined ? [] : [site.nat64_egress]),
}));

/** Whether a detector's function raises its alert on a record as it enters the aggregator's outputs. */
function detects(detector: LocalDetector, record: Readonly<Record<string, unknown>>, site: Platform["site"]): boolean {
  const { log, message, kubernetes } = record;
  const text = typeof log === "string" && log !== "" ? log : typeof message === "string" ? message : "";
  const { namespace_name, pod_name } = (kubernetes ?? {}) as Readonly<Record<string, string | undefined>>;
  const patterns = patternsOf(detector);
  return (
    isChosen(detector.namespaces, namespace_name) &&
    (patterns.pod?.test(pod_name ?? "") ?? true) &&
    patterns.text.test(text) &&
    (detector.where?.(text, contextAt(site)) ?? true)
  );
}

const JUDGES: readonly Judge[] = [storable, askable, readable, sayable, lasting, alone];
