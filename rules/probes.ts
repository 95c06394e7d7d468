import { probeSeries } from "../components/probes/series";
import { byTarget } from "../lib/alerts/owner";
import { after, stillAfter } from "../lib/alerts/proof";
import { type AlertRule, alert, area, type RuleBundle } from "../lib/alerts/rule";
import { days, hours, minutes, toPrometheus } from "../lib/duration";
import { targetSeries } from "../lib/metrics/built-in-series";
import { type Probe, probeLabels } from "../lib/metrics/probe";
import type { Scraped } from "../lib/metrics/scrape";
import type { Component } from "../lib/site/component";
import type { Site } from "../lib/site/schema";
import { type Deployed, ofDeployment } from "./of-deployment";

/** Certificates are renewed 30 days ahead: 14 days left means that two weeks of renewals failed (specification, part 8). */
const CERTIFICATE_WARNING = days(14);

// the exporter knows no components: a probe's target brings the label
const success = probeSeries.probe_success();
const duration = probeSeries.probe_duration_seconds();
const expiry = probeSeries.probe_ssl_earliest_cert_expiry();
const { up } = targetSeries;

export interface Probing {
  /** What runs the exporter. */
  readonly exporter: Deployed;
  /** What it tells of the probes. */
  readonly probed: Scraped;
  readonly probes: readonly Probe[];
}

/** A restart makes one failure, however many probes it takes; three within this time are no restart. */
const FLAPS_WITHIN = toPrometheus(minutes(30));
const FLAPS = 3;
/** What fails for so long is down, and no longer slow: `for` of ProbeFailed. */
const DOWN_AFTER = minutes(5);
/** Of several answers, so that those of a target which is now at its limit and now beyond it count together. */
const SLOW_OVER = toPrometheus(minutes(10));

/** What the probes see from outside: a target carries its component as a label. */
export function probes(site: Site, { exporter, probed, probes: all }: Probing): RuleBundle {
  const expires = (left: number) => ({ [expiry + TARGET]: `${left}x10` });
  return area("probes", { component: byTarget(...componentsOf(site, all)) }, [
    alert("ProbeFailed", {
      expr: `${success} == 0`,
      for: DOWN_AFTER,
      severity: "critical",
      summary: "The probe {{ $labels.probe }} fails at {{ $labels.instance }}",
      description: "It has failed for 5 minutes. Run it by hand against the blackbox exporter with debug=true.",
      inhibits: [{ alerts: ["ProbeFlapping", "ProbeSlow"], sharing: ["instance", "component", "probe", "module"] }],
      fires: { [success + TARGET]: "0x10" },
      silent: [{ [success + TARGET]: "1x10" }, after(minutes(9), { [success + TARGET]: "0 0 0 0 1 0x10" })],
    }),
    alert("CertificateExpiring", {
      expr: `${expiry} - time() < ${CERTIFICATE_WARNING.seconds}`,
      severity: "warning",
      summary: "The certificate of {{ $labels.instance }} expires within 14 days",
      description: "{{ $value | humanizeDuration }} are left. Look at the certificate's renewal.",
      // by themselves: what they are made from is what they prove
      fires: expires(14 * 86_400 - 1),
      silent: expires(14 * 86_400),
    }),
    alert("ProbeFlapping", {
      expr: `resets(${success}[${FLAPS_WITHIN}]) >= ${FLAPS}`,
      severity: "warning",
      summary: "The probe {{ $labels.probe }} comes and goes at {{ $labels.instance }}",
      description:
        "It began to fail {{ $value | humanize }} times in half an hour, each time for less than 5 minutes. Users see errors now and then.",
      // every twelve minutes; one that is down for four minutes of five
      fires: [
        after(minutes(37), { [success + TARGET]: "1x11 0 1x10 0 1x11 0 1x60" }),
        after(minutes(11), { [success + TARGET]: "1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1 0 0 0 0" }),
      ],
      silent: [
        // once, twice, and every sixteen minutes
        after(minutes(20), { [success + TARGET]: "1x9 0x3 1x60" }),
        after(minutes(35), { [success + TARGET]: "1x9 0 1x9 0 1x60" }),
        after(minutes(50), { [success + TARGET]: "1x9 0 1x15 0 1x15 0 1x60" }),
      ],
    }),
    probeSlow(all),
    exporterDown(exporter, probed),
    probesMissing(site, probed, all),
  ]);
}

/** The labels of a probed target. */
const labelsOf = (probe: Partial<Probe>) => {
  const labels = {
    instance: "https://a.example.org",
    ...probeLabels({ component: "Mail", service: "webmail", module: "http_2xx", ...probe } as Probe),
  };
  return `{${Object.entries(labels).map(([label, value]) => `${label}="${value}"`)}}`;
};
const TARGET = labelsOf({});

function grouped<Key, Value>(values: readonly Value[], keyOf: (value: Value) => Key): [Key, Value[]][] {
  return [...new Set(values.map(keyOf))].map((key) => [key, values.filter((value) => keyOf(value) === key)]);
}

/** No page that anybody likes to wait for, and on the way to none: half of the time after which the module gives up. */
function probeSlow(all: readonly Probe[]) {
  const [[usual, most] = [5, []], ...others] = grouped(all, ({ timeout }) => timeout.seconds).sort(([a], [b]) => a - b);
  const named = (probes: readonly Probe[]) => [...new Set(probes.map(({ module }) => module))].sort();
  const slow = others.map(([seconds, probes]) => ({ seconds, modules: named(probes) }));
  const rest = slow.flatMap(({ modules }) => modules);
  const took = (matchers: string) => `avg_over_time(${duration}${matchers}[${SLOW_OVER}])`;
  const longer = [
    `${took(rest.length === 0 ? "" : `{module!~"${rest.join("|")}"}`)} > ${usual / 2}`,
    ...slow.map(({ seconds, modules }) => `${took(`{module=~"${modules.join("|")}"}`)} > ${seconds / 2}`),
  ];
  const [usually] = named(most);
  /** Seconds and successes. */
  const course = (durations: string, successes: string, module = usually ?? "http_2xx") => {
    const target = labelsOf({ module });
    return { [duration + target]: durations, [success + target]: successes };
  };
  const passing = (seconds: number, module?: string) => course(`${seconds}x60`, "1x60", module);
  const [late, gone] = [0.98 * usual, usual];
  /** From the twentieth minute on: six of ten answers are more than half. */
  const fromThenOn = (seconds: number, module?: string) =>
    after(minutes(35), course(`${0.02 * seconds}x19 ${0.98 * seconds}x60`, "1x80", module));
  return alert("ProbeSlow", {
    // a probe that gives up is slow too: now and then it is the same thing, without an answer between it is ProbeFailed
    expr: `(${longer.join(" or ")}) unless max_over_time(${success}[${toPrometheus(DOWN_AFTER)}]) == 0`,
    for: minutes(10),
    severity: "warning",
    summary: "The probe {{ $labels.probe }} is slow at {{ $labels.instance }}",
    description:
      "It takes {{ $value | humanizeDuration }}, also when it gives up. Look at the phases of the probe: name, connection, TLS, answer.",
    fires: [
      passing(usual / 2 + 0.1),
      ...slow.map(({ seconds, modules: [one] }) => passing(seconds / 2 + 0.1, one)),
      fromThenOn(usual),
      ...slow.map(({ seconds, modules: [one] }) => fromThenOn(seconds, one)),
      // passes once in five minutes
      course(`${Array(12).fill(`${late} ${gone} ${gone} ${gone} ${gone}`).join(" ")}`, Array(12).fill("1 0 0 0 0").join(" ")),
      // fails once in eight
      course(
        Array(8)
          .fill(`${`${late} `.repeat(7)}${gone}`)
          .join(" "),
        Array(8).fill("1 1 1 1 1 1 1 0").join(" "),
      ),
    ],
    silent: [
      passing(usual / 2),
      ...slow.map(({ seconds, modules: [one] }) => passing(seconds / 2, one)),
      // fails all the time, and for nine minutes
      course(`${gone}x60`, "0x60"),
      after(minutes(33), course(`${0.3 * usual}x19 ${gone}x8 ${0.3 * usual}x60`, "1x19 0x8 1x60")),
    ],
  });
}

/** Those of which something is probed; without a probe the rules are there for their runbooks alone. */
const componentsOf = ({ components }: Site, all: readonly Probe[]): readonly Component[] =>
  (all.length > 0 ? all.map(({ component }) => component) : components.map(({ name }) => name)).filter(
    (name, index, names) => names.indexOf(name) === index,
  );

/**
 * No probe has an answer from the exporter, or nobody asks it for one. What it tells of itself is not asked: a probe that has an answer says
 * enough, wherever the probes alone are scraped.
 */
function exporterDown(exporter: Deployed, { job }: Scraped): AlertRule {
  const itself = up({ job: exporter.name, instance: "10.42.0.17:9115" });
  const probe = up({ job, instance: "https://a.example.org" });
  return alert("ProbeExporterDown", {
    expr: ofDeployment(`(sum(${up({ job })}) or vector(0)) == 0`, exporter),
    for: minutes(5),
    component: exporter.component,
    severity: "warning",
    summary: "The blackbox exporter is down: nothing is probed",
    description:
      "No probe fails and none succeeds, so that an outage is told by other alerts alone. Look at the exporter's pod, and at the probes.",
    fires: [{ [itself]: "0x10", [probe]: "0x10" }, { [itself]: "1x10", [probe]: "0x10" }, { [itself]: "1x10" }],
    silent: [
      { [itself]: "1x10", [probe]: "1x10" },
      { [probe]: "1x10" },
      after(minutes(9), { [itself]: "1 0 0 1x10", [probe]: "1 0 0 1x10" }),
      { [itself]: "1x10", [probe]: "0x10", [up({ job, instance: "https://b.example.org" })]: "1x10" },
    ],
  });
}

/** Fewer probes of a component have an answer than it has: one was removed, or the exporter does not know its module. */
function probesMissing(site: Site, { job }: Scraped, all: readonly Probe[]): AlertRule {
  const counts = componentsOf(site, all).map((component) => ({
    component,
    count: Math.max(1, all.filter((probe) => probe.component === component).length),
  }));
  const of = (component: Component) => `${up()}{job="${job}",component="${component}"}`;
  const one = (component: string, index: number) => {
    const instance = `https://${index}.example.org`;
    return `${up()}{job="${job}",instance="${instance}",component="${component}",probe="p${index}",module="http_2xx"}`;
  };
  /** Every probe that there is, and one of somebody else, for the exporter is there as long as anybody has an answer. */
  const answering = (courseOf: (component: Component, index: number) => string, other = "1x500") => ({
    ...Object.fromEntries(
      counts.flatMap(({ component, count }) =>
        Array.from({ length: count }, (_, index) => [one(component, index), courseOf(component, index)]),
      ),
    ),
    [one("another", 0)]: other,
  });
  const [first] = counts;
  return alert("ProbesMissing", {
    // the alert's own component is another than the one that is not probed; without any probe the exporter is at fault
    expr: [
      "(",
      counts
        .map(
          ({ component, count }) =>
            `  label_replace(sum(${of(component)}) < ${count} or sum(absent(${of(component)})), "probed", "${component}", "", "")`,
        )
        .join("\n  or\n"),
      `) and on () sum(${up({ job })}) > 0`,
    ].join("\n"),
    for: minutes(15),
    severity: "warning",
    component: "Platform",
    summary: "Probes of {{ $labels.probed }} are missing",
    description:
      "Fewer of its probes have an answer than the site names. Nobody would see an outage: compare the probes with their last change.",
    fires: [
      stillAfter(
        hours(8),
        answering((of) => (of === first?.component ? "1x5 stale" : "1x500")),
      ),
      ...counts.map(({ component }) =>
        after(
          minutes(21),
          answering((of, index) => (of === component && index === 0 ? "1x5 0x500" : "1x500")),
        ),
      ),
      after(
        minutes(21),
        answering(() => "1x5 0x500"),
      ),
    ],
    silent: [
      after(
        hours(7),
        answering(() => "1x500"),
      ),
      after(
        minutes(21),
        answering(() => "1x5 0x500", "1x5 0x500"),
      ),
    ],
  });
}
