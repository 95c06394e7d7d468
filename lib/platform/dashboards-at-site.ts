import { nameOf, placedRules } from "../alerts/rule";
import { type Dashboard, inOrder, LEAST_PANELS, type Row, type SavedDashboard, uidOf } from "../dashboards/dashboard";
import { aligned } from "../dashboards/interpolation";
import type { Panel, TableColumn, TablePanel } from "../dashboards/panel";
import { type LabelMatcher, parseExpression, type Selector, seriesNamed } from "../metrics/promql";
import { deadParts, standingOf } from "../metrics/standing";
import { storedNames } from "../series";
import type { Declarations } from "./declarations";
import type { RulesAtSite, Waiting } from "./rules-at-site";

type Declared = Pick<Declarations, "dashboards" | "scrapes" | "absentExporters" | "streams"> &
  Pick<RulesAtSite, "rules" | "leftOut"> & {
    /** Whether somebody shows them. */
    readonly hasApplication: boolean;
    /** What parts would declare that the site does without. @default - nothing */
    readonly dormant?: readonly Waiting[];
  };

export interface DashboardsAtSite {
  readonly dashboards: readonly (Dashboard | SavedDashboard)[];
  /** Left out: too little of them has something to show here. */
  readonly leftOut: readonly Waiting[];
}

/**
 * The dashboards of a site, without the panels that ask what only absent exporters give, be it through a recording, and without those of log streams that nobody
 * stores here: an empty panel looks like a fault. What of an expression that only they would answer goes alone where the rest gives something. One that keeps too few panels is left out whole, and nothing links to it, nor to one of a part that the site does without. Saved ones stay as they are.
 */
export function dashboardsAtSite(declared: Declared): DashboardsAtSite {
  if (!declared.hasApplication) {
    const uids = declared.dashboards.map(uidOf);
    const waiting: Waiting = { exporter: "the dashboard application", until: "write urls.grafana_url", rules: [], dashboards: uids };
    return { dashboards: [], leftOut: uids.length === 0 ? [] : [waiting] };
  }
  const gaps = new Gaps(declared);
  const streams = new Set(declared.streams.map(({ name }) => name));
  const left: Waiting[] = [];
  const kept = inOrder(declared.dashboards).flatMap((one) => {
    if ("model" in one) return one;
    const { rows, cause } = rowsAtSite(one, gaps, streams);
    const [first, ...others] = rows;
    if (cause === undefined) return one;
    if (first !== undefined && rows.flatMap(({ panels }) => panels).length >= LEAST_PANELS)
      return { ...one, rows: [first, ...others] as const };
    left.push({ ...cause, rules: [], dashboards: [one.uid] });
    return [];
  });
  const uids = new Set(kept.map(uidOf));
  const lost = new Set([...left, ...(declared.dormant ?? [])].flatMap(({ dashboards = [] }) => dashboards.filter((uid) => !uids.has(uid))));
  return { dashboards: lost.size === 0 ? kept : kept.map((one) => ("model" in one ? one : withoutLinks(one, lost))), leftOut: left };
}

type Cause = Pick<Waiting, "exporter" | "until">;

/** The rows with what of them has something to show, and for want of what the first other panel has not. */
function rowsAtSite(
  { rows, variables = [] }: Dashboard,
  gaps: Gaps,
  streams: ReadonlySet<string>,
): { readonly rows: Row[]; readonly cause?: Cause } {
  const [lost] = variables.flatMap(({ of }) => gaps.causeOf(of) ?? []);
  // nothing could be chosen
  if (lost !== undefined) return { rows: [], cause: lost };
  let cause: Cause | undefined;
  const asked = <One extends { readonly expr: string }>(one: One): One[] => {
    const found = gaps.causeOf(one.expr);
    if (found !== undefined) {
      cause ??= found;
      return [];
    }
    const { expr, lacks } = gaps.answered(one.expr);
    cause ??= lacks;
    return [expr === one.expr ? one : { ...one, expr }];
  };
  const here = (panel: Panel): Panel[] => {
    switch (panel.kind) {
      case "text":
        return [panel];
      case "logs": {
        const isStored = streams.has(panel.view.stream);
        if (!isStored) cause ??= { exporter: `the log stream ${panel.view.stream}`, until: "nothing here writes it" };
        return isStored ? [panel] : [];
      }
      case "heat":
        return asked(panel);
      case "table":
        return withSome<TableColumn, TablePanel>(panel.columns, asked, (columns) => ({ ...panel, columns }));
      default:
        return withSome(panel.queries, asked, (queries) => ({ ...panel, queries }));
    }
  };
  const kept = rows.map((row) => ({ ...row, panels: row.panels.flatMap(here) })).filter(({ panels }) => panels.length > 0);
  return { rows: kept, ...(cause && { cause }) };
}

function withSome<One, P extends Panel>(
  all: readonly One[],
  asked: (one: One) => readonly One[],
  having: (kept: readonly [One, ...One[]]) => P,
): P[] {
  const [first, ...others] = all.flatMap(asked);
  return first === undefined ? [] : [having([first, ...others])];
}

function withoutLinks(one: Dashboard, lost: ReadonlySet<string>): Dashboard {
  const panel = (of: Panel): Panel => {
    if (of.kind !== "table" || of.leadsTo === undefined) return of;
    const kept = Object.entries(of.leadsTo).filter(([, to]) => to === "runbook" || !lost.has(to.dashboard));
    return { ...of, leadsTo: Object.fromEntries(kept) };
  };
  const [first, ...others] = one.rows;
  const row = (of: Row): Row => ({ ...of, panels: of.panels.map(panel) });
  return { ...one, next: (one.next ?? []).filter((uid) => !lost.has(uid)), rows: [row(first), ...others.map(row)] };
}

/** What nobody gives here that somebody could. */
class Gaps {
  readonly #known: ReadonlySet<string>;
  readonly #missing: ReadonlyMap<string, Cause>;
  readonly #names: ReadonlySet<string>;
  readonly #jobs: ReadonlyMap<string, Cause>;

  constructor({ scrapes, absentExporters, rules, leftOut, dormant = [] }: Omit<Declared, "dashboards" | "streams" | "hasApplication">) {
    const known = new Set([
      ...scrapes.flatMap(({ series }) => series.flatMap(storedNames)),
      ...placedRules(rules).map(({ rule }) => nameOf(rule)),
    ]);
    const given = absentExporters.flatMap(({ name: exporter, until, series }) =>
      series.flatMap(storedNames).map((name) => [name, { exporter, until }] as const),
    );
    const recorded = [...leftOut, ...dormant].flatMap(({ exporter, until, rules: of, series = [] }) =>
      [...of.map(nameOf), ...series.flatMap(storedNames)].map((name) => [name, { exporter, until }] as const),
    );
    const asked = new Set(scrapes.map(({ job }) => job));
    this.#known = known;
    this.#missing = new Map([...given, ...recorded].filter(([name]) => !known.has(name)));
    this.#names = new Set(this.#missing.keys());
    this.#jobs = new Map(
      absentExporters.flatMap(({ name, until }) => (asked.has(name) ? [] : [[name, { exporter: name, until }] as const])),
    );
  }

  /** For want of what an expression gives nothing here; undefined where it gives something. */
  causeOf(expr: string): Cause | undefined {
    // a variable may be anything
    const text = aligned(expr);
    const cause = this.#firstCause(text);
    if (cause === undefined) return undefined;
    return standingOf(text, { isThere: this.#isThere, needsExceptions: false }).stands ? undefined : cause;
  }

  /** What of an expression that gives something is answered here, and for want of what the rest is not. */
  answered(expr: string): { readonly expr: string; readonly lacks?: Cause } {
    const text = aligned(expr);
    const parts = deadParts(text, this.#isThere);
    if (parts.length === 0) return { expr };
    return { expr: parts.reduce((left, { from, to }) => left.slice(0, from) + left.slice(to), expr), lacks: this.#firstCause(text) };
  }

  readonly #isThere = (selector: Selector): boolean => this.#causeOf(selector) === undefined;

  #firstCause(text: string): Cause | undefined {
    return parseExpression(text).selectors.flatMap((selector) => this.#causeOf(selector) ?? [])[0];
  }

  #causeOf(selector: Selector): Cause | undefined {
    if (seriesNamed(selector, this.#known).length > 0) {
      const ofJob = ({ label, op, value }: LabelMatcher) => (label === "job" && op === "=" ? (this.#jobs.get(value) ?? []) : []);
      return selector.matchers.flatMap(ofJob)[0];
    }
    const [name] = seriesNamed(selector, this.#names);
    return name === undefined ? undefined : this.#missing.get(name);
  }
}
