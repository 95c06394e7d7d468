// Prevents a panel that stays empty: an expression that does not parse, a series nobody exports, a variable nobody defines.

import type { Dashboard, SavedDashboard } from "../dashboards/dashboard";
import { interpolated, variablesIn } from "../dashboards/interpolation";
import { annotationsOf, type DashboardModel, expressionOf, panelsOf, queryTextOf, type VariableModel } from "../dashboards/model";
import { expressionsOf } from "../dashboards/panel";
import { dashboardPlace, placedDashboards } from "../dashboards/placed";
import type { Catalogue } from "../metrics/catalogue";
import { carries } from "../metrics/label-set";
import type { AbsentExporter } from "../metrics/observed";
import { parseExpression, seriesNamed } from "../metrics/promql";
import { listedCatalogueOf } from "../platform/catalogue";
import type { Platform } from "../platform/platform";
import { storedNames } from "../series";
import { didYouMean } from "../site/did-you-mean";
import type { Check, Finding } from "./check";
import { Missing, nobodyExports } from "./missing";

/** A page of more takes the metrics store seconds at each refresh, and nobody reads so many graphs for one question. */
const MOST_QUERIES = 60;
/** The same graph on more pages than these is a graph of one of them, to which the others link. */
const MOST_SHOWN = 3;

export const dashboardQueries: Check = {
  name: "dashboard-queries",
  run: (platform) => {
    const placed = placedDashboards(platform);
    const catalogue = listedCatalogueOf(platform);
    const off = seriesOff(platform, catalogue);
    const known = catalogue.names;
    const missing = new Missing();
    const findings = placed.flatMap((one) => {
      const where = dashboardPlace(one);
      const read = reading(one.model);
      for (const { expr } of asked(one.model)) {
        for (const selector of parseExpression(read(expr)).selectors) {
          if ("name" in selector && seriesNamed(selector, known).length === 0) missing.add(selector.name, where);
        }
      }
      return problems(one, catalogue).map(({ what, fix }): Finding => ({ where, what, fix }));
    });
    const unknown = missing.findings((name) => {
      const exporter = off.get(name);
      if (exporter === undefined)
        return {
          what: nobodyExports(name, known),
          fix: "correct the name, or declare it among the series of its exporter (components/*/series.ts)",
        };
      const what = `it asks the series "${name}" of ${exporter.name}, which this site does without (${exporter.until})`;
      return { what, fix: "leave out what asks it, or have the exporter asked" };
    });
    return [...findings, ...unknown, ...repeated(placed, sharedExpressions(platform.dashboards))];
  },
};

/** By their names, series that somebody gives elsewhere and nobody here. */
function seriesOff({ absentExporters }: Platform, { names }: Catalogue): ReadonlyMap<string, AbsentExporter> {
  return new Map(
    absentExporters.flatMap((one) =>
      one.series.flatMap((series) => storedNames(series).flatMap((name) => (names.has(name) ? [] : [[name, one] as const]))),
    ),
  );
}

type Problem = Omit<Finding, "where">;

interface Asked {
  /** The panel, the variable or the annotation. */
  readonly by: string;
  readonly expr: string;
  readonly legend?: string;
}

function asked(model: DashboardModel): Asked[] {
  const ofPanels = panelsOf(model).flatMap(({ title = "", targets = [] }) =>
    targets.flatMap(({ expr, legendFormat: legend }) => (expr === undefined ? [] : [{ by: `panel "${title}"`, expr, legend }])),
  );
  const ofVariables = variablesOf(model).flatMap((variable) => {
    const expr = expressionOf(variable);
    return expr === undefined ? [] : [{ by: `variable "${variable.name}"`, expr }];
  });
  const ofAnnotations = annotationsOf(model).flatMap(({ name = "", expr, target }) => {
    // the newer place of it stands beside the older one
    const text = expr ?? target?.expr;
    return text === undefined ? [] : [{ by: `annotation "${name}"`, expr: text }];
  });
  return [...ofPanels, ...ofVariables, ...ofAnnotations];
}

const variablesOf = ({ templating }: DashboardModel): VariableModel[] => templating?.list ?? [];

/** With a value for each variable: the first of those that the dashboard itself lists, and a word in place of one that is looked up. */
function reading(model: DashboardModel): (expr: string) => string {
  const values = new Map(variablesOf(model).flatMap((variable) => listedValue(variable) ?? []));
  return (expr) => interpolated(expr, (name) => values.get(name) ?? "x");
}

function listedValue(variable: VariableModel): [string, string][] | undefined {
  if (!["constant", "custom", "interval", "textbox"].includes(variable.type)) return undefined;
  const text = queryTextOf(variable);
  const [first = ""] = variable.type === "custom" || variable.type === "interval" ? text.split(",") : [text];
  // of a custom one a title may stand before the value
  const value = (variable.type === "custom" ? first.replace(/^.*? : /, "") : first).trim();
  return value === "" ? undefined : [[variable.name, value]];
}

function problems({ model, file }: SavedDashboard, catalogue: Catalogue): Problem[] {
  const all = asked(model);
  const read = reading(model);
  const { names: known } = catalogue;
  return [
    ...all.flatMap(({ by, expr }) =>
      parseExpression(read(expr)).errors.map((error) => ({
        what: `${by}: ${error}`,
        fix: "write plain PromQL, with variables where a label's value stands",
      })),
    ),
    ...all.flatMap(({ by, expr }) => patternProblems(by, read(expr), known)),
    ...all.flatMap(({ by, expr }) => comparisons(by, expr, model)),
    ...all.flatMap((one) => labelProblems(one, read(one.expr), catalogue)),
    // in a saved one it is as its author drew it
    ...(file === undefined ? all.flatMap((one) => namelessLines(one, read(one.expr), catalogue)) : []),
    ...variableProblems(model),
    ...(all.length <= MOST_QUERIES
      ? []
      : [
          {
            what: `it asks ${all.length} queries at each refresh`,
            fix: `ask ${MOST_QUERIES} at most: make two dashboards of it, each with a question of its own`,
          },
        ]),
  ];
}

function patternProblems(by: string, expr: string, known: ReadonlySet<string>): Problem[] {
  return parseExpression(expr)
    .selectors.flatMap((selector) => ("namePattern" in selector && seriesNamed(selector, known).length === 0 ? [selector.namePattern] : []))
    .map((pattern) => ({ what: `${by}: no exported series matches "${pattern}"`, fix: "correct the pattern" }));
}

/** Labels that the series lack, in the expression or in the legend of what it gives. */
function labelProblems({ by, expr, legend = "" }: Asked, text: string, catalogue: Catalogue): Problem[] {
  if (parseExpression(text).errors.length > 0) return [];
  const { sets = [], problems: found } = catalogue.labelsOf(text);
  const absent = labelsNamed(legend).filter((label) => sets.length > 0 && !sets.some((set) => carries(set, label)));
  return [
    ...found.map(({ what, fix }) => ({ what: `${by}: ${what}`, fix })),
    ...absent.map((label) => ({
      what: `${by}: its legend names {{${label}}}, which no sample of ${expr} carries`,
      fix: "name a label that tells its lines apart",
    })),
  ];
}

const labelsNamed = (legend: string): string[] => Array.from(legend.matchAll(/\{\{\s*(\w+)\s*\}\}/g), ([, label = ""]) => label);

/** Lines with none of the labels by which the legend tells them apart. */
function namelessLines({ by, expr, legend = "" }: Asked, text: string, catalogue: Catalogue): Problem[] {
  const named = labelsNamed(legend);
  const hasWords = legend.replaceAll(/\{\{.*?\}\}/g, "").trim() !== "";
  if (named.length === 0 || hasWords || parseExpression(text).errors.length > 0) return [];
  const { sets = [] } = catalogue.labelsOf(text);
  const carried = sets.map((set) => named.some((label) => carries(set, label)));
  // where none is, the legend itself is wrong
  if (!carried.includes(true) || !carried.includes(false)) return [];
  return [
    {
      what: `${by}: a line of ${expr} has none of the labels that its legend names, and no name`,
      fix: `give it one: or on () label_replace(vector(0), "${named[0]}", "none", "", "")`,
    },
  ];
}

/** A variable that may hold several values is one of a pattern: with `=` the panel is empty as soon as two are chosen. */
function comparisons(by: string, expr: string, model: DashboardModel): Problem[] {
  const several = variablesOf(model).flatMap(({ name, multi, includeAll }) => (multi || includeAll ? [name] : []));
  const marked = interpolated(expr, (name) => (several.includes(name) ? `belfry${several.indexOf(name)}several` : "x"));
  const compared = parseExpression(marked).selectors.flatMap(({ matchers }) => matchers.filter(({ op }) => op === "=" || op === "!="));
  // be it the whole value or a part of it
  const wrong = compared.flatMap(({ label, value }) =>
    Array.from(value.matchAll(/belfry(\d+)several/g), ([, index]) => ({ label, name: several[Number(index)] ?? "" })),
  );
  return wrong.map(({ label, name }) => ({
    what: `${by}: it compares "${label}" with $${name} by equality, and $${name} may be several values`,
    fix: `compare with =~: matches("$${name}")`,
  }));
}

function variableProblems(model: DashboardModel): Problem[] {
  const { templating, ...rest } = model;
  const variables = templating?.list ?? [];
  const names = variables.map(({ name }) => name);
  // of an expression over queries these are its queries
  const inPanels = variablesIn(JSON.stringify(rest, (key, value) => (key === "expression" ? undefined : value)));
  const inVariables = variables.flatMap((variable) => variablesIn(JSON.stringify([queryTextOf(variable), variable.datasource ?? ""])));
  const used = new Set([...inPanels, ...inVariables]);
  return [
    ...[...used]
      .filter((name) => !names.includes(name))
      .map((name) => {
        const near = didYouMean(name, names);
        return {
          what: `it uses the variable $${name}, which it does not define${near === undefined ? "" : `; did you mean $${near}?`}`,
          fix: "define it, or correct its name",
        };
      }),
    ...names
      .filter((name) => !used.has(name))
      .map((name) => ({
        what: `nothing uses its variable $${name}: what is chosen there changes nothing`,
        fix: "use it in its panels, or leave it out",
      })),
  ];
}

/** Of rows that stand on many dashboards as they are. */
function sharedExpressions(dashboards: readonly (Dashboard | SavedDashboard)[]): ReadonlySet<string> {
  const shared = dashboards.flatMap((one) => ("model" in one ? [] : one.rows.filter(({ isShared }) => isShared)));
  return new Set(shared.flatMap(({ panels }) => panels.flatMap(expressionsOf)));
}

function repeated(placed: readonly SavedDashboard[], shared: ReadonlySet<string>): Finding[] {
  const shown = new Map<string, SavedDashboard[]>();
  for (const one of placed) {
    for (const expr of new Set(panelsOf(one.model).flatMap(({ targets = [] }) => targets.flatMap((target) => target.expr ?? [])))) {
      shown.set(expr, [...(shown.get(expr) ?? []), one]);
    }
  }
  return [...shown].flatMap(([expr, by]): Finding[] => {
    const [first] = by;
    if (first === undefined || by.length <= MOST_SHOWN || shared.has(expr)) return [];
    const others = by.slice(1).map(({ model }) => model.uid);
    return [
      {
        where: dashboardPlace(first),
        what: `${expr} is shown here and on ${others.join(", ")}`,
        fix: `show it on ${MOST_SHOWN} dashboards at most, and link to them; a row that stands on many as it is says isShared`,
      },
    ];
  });
}
