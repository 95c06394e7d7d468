// Prevents a panel that asks nobody: a data source that is not provisioned, one of another type, or none at all.
import type { SavedDashboard } from "../dashboards/dashboard";
import { METRICS_SOURCE } from "../dashboards/data-source";
import { variablesIn } from "../dashboards/interpolation";
import { annotationsOf, panelsOf, queryTextOf, type Source, type VariableModel } from "../dashboards/model";
import { dashboardPlace, placedDashboards } from "../dashboards/placed";
import type { Check, Finding } from "./check";
import { readApplications } from "./dashboard-applications";

export const dashboardSources: Check = {
  name: "dashboard-sources",
  run: (platform) => {
    const provisioned = new Map(
      readApplications(platform.manifests).flatMap(({ dataSources }) => dataSources.map(({ uid, type }) => [uid, type] as const)),
    );
    return placedDashboards(platform).flatMap((one) => {
      const where = dashboardPlace(one);
      const { chosen, problems } = readChosen(one, provisioned);
      const asked = askers(one).flatMap(({ by, source }) => problemOf(by, source, provisioned, chosen) ?? []);
      return [...problems, ...asked].map((problem): Finding => ({ where, ...problem }));
    });
  },
};

type Problem = Omit<Finding, "where">;
/** Type by uid. */
type Provisioned = ReadonlyMap<string, string>;

interface Asker {
  /** The panel, its query, the variable or the annotation. */
  readonly by: string;
  readonly source: Source;
}

/** Show what the application itself knows, or nothing. */
const ASKS_NOTHING = new Set(["text", "row", "dashlist", "alertlist", "annolist", "news", "welcome", "gettingstarted"]);
const MIXED = "-- Mixed --";
/** Built into the application: of a mixed panel each query names its own. */
const ITS_OWN = new Set([MIXED, "-- Grafana --", "-- Dashboard --", "grafana"]);
/** What is computed from other queries by the application. */
const EXPRESSIONS = "__expr__";

const uidOf = (source: Source): string | undefined => (typeof source === "string" ? source : source?.uid);

/** Whoever has to ask somebody. A query that names none asks whom its panel names, and is told with it. */
function askers({ model }: SavedDashboard): Asker[] {
  const ofPanels = panelsOf(model).flatMap(({ type, title = "", datasource, targets = [] }): Asker[] => {
    if (ASKS_NOTHING.has(type)) return [];
    const ofQueries = targets.flatMap(({ refId = "", datasource: own }): Asker[] => {
      const uid = uidOf(own);
      // told once where it asks as its panel does
      if (uid === undefined ? uidOf(datasource) !== MIXED : uid === uidOf(datasource) && isSameType(own, datasource)) return [];
      return [{ by: `query ${refId} of panel "${title}"`, source: own }];
    });
    return [{ by: `panel "${title}"`, source: datasource }, ...ofQueries];
  });
  const ofVariables = (model.templating?.list ?? []).flatMap(({ name, type, datasource }) =>
    type === "query" || type === "adhoc" ? [{ by: `variable "${name}"`, source: datasource }] : [],
  );
  const ofAnnotations = annotationsOf(model).map(({ name = "", datasource }) => ({ by: `annotation "${name}"`, source: datasource }));
  return [...ofPanels, ...ofVariables, ...ofAnnotations];
}

const typeOf = (source: Source): string | undefined => (typeof source === "string" ? undefined : source?.type);
const isSameType = (a: Source, b: Source): boolean => typeOf(a) === undefined || typeOf(a) === typeOf(b);

/** The type of each variable by which a source is chosen. */
function readChosen(
  { model }: SavedDashboard,
  provisioned: Provisioned,
): { readonly chosen: ReadonlyMap<string, string>; readonly problems: Problem[] } {
  const variables = (model.templating?.list ?? []).filter(({ type }) => type === "datasource");
  const typed = variables.map((variable: VariableModel) => ({ name: variable.name, type: queryTextOf(variable) }));
  const types = new Set(provisioned.values());
  return {
    chosen: new Map(typed.map(({ name, type }) => [name, type])),
    problems: typed
      .filter(({ type }) => !types.has(type))
      .map(({ name, type }) => ({
        what: `variable "${name}" chooses a data source of the type "${type}", and none is provisioned`,
        fix: `choose one of the type ${METRICS_SOURCE.type}, or none: there is one of each`,
      })),
  };
}

function problemOf(by: string, source: Source, provisioned: Provisioned, chosen: ReadonlyMap<string, string>): Problem | undefined {
  const uid = uidOf(source);
  const fix = `ask one of: ${[...provisioned].map(([known, type]) => `${known} (${type})`).join(", ") || "none is provisioned"}`;
  if (uid === undefined || uid === "")
    return {
      what: `${by} names no data source, and asks whichever is the usual one`,
      fix: `name one: { "type": "${METRICS_SOURCE.type}", "uid": "${METRICS_SOURCE.uid}" }`,
    };
  if (uid === EXPRESSIONS)
    return { what: `${by} is an expression over other queries, which no check reads`, fix: "write it as one query of PromQL" };
  if (ITS_OWN.has(uid)) return undefined;
  const [variable] = variablesIn(uid);
  const known = variable === undefined ? provisioned.get(uid) : chosen.get(variable);
  const type = typeOf(source);
  // one that is not defined is told with every other variable
  if (known === undefined)
    return variable === undefined ? { what: `${by} asks the data source "${uid}", which nobody provisions`, fix } : undefined;
  return type === undefined || type === known
    ? undefined
    : { what: `${by} asks the data source "${uid}" as ${type}, and it is ${known}`, fix };
}
