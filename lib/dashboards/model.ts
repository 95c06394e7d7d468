import * as z from "zod";

/**
 * The classic model of a dashboard, as file provisioning reads it: what our declarations become, and what people save from the application's editor (schemaVersion
 * 36 and later; the newer model is refused by file provisioning, Grafana 13). Only what is looked at here; the rest stays as it is.
 */
const source = z.looseObject({ type: z.string().optional(), uid: z.string().optional() });

const target = z.looseObject({
  refId: z.string().optional(),
  expr: z.string().optional(),
  legendFormat: z.string().optional(),
  /** Asked for one moment alone. */
  instant: z.boolean().optional(),
  url_options: z.looseObject({ data: z.string().optional() }).optional(),
  datasource: z.union([source, z.string()]).nullish(),
});

const grid = z.looseObject({ x: z.number(), y: z.number(), w: z.number(), h: z.number() });

const panel = z.looseObject({
  id: z.number().nullish(),
  type: z.string(),
  title: z.string().optional(),
  description: z.string().optional(),
  gridPos: grid.optional(),
  datasource: z.union([source, z.string()]).nullish(),
  targets: z.array(target).optional(),
  options: z.looseObject({ content: z.string().optional() }).optional(),
  fieldConfig: z
    .looseObject({
      defaults: z.looseObject({ unit: z.string().optional() }).optional(),
      overrides: z
        .array(z.looseObject({ properties: z.array(z.looseObject({ id: z.string(), value: z.unknown().optional() })).optional() }))
        .optional(),
    })
    .optional(),
});

const row = panel.extend({ panels: z.array(panel).optional() });

const variable = z.looseObject({
  name: z.string(),
  type: z.string(),
  query: z.union([z.string(), z.looseObject({ query: z.string().optional() })]).nullish(),
  datasource: z.union([source, z.string()]).nullish(),
  multi: z.boolean().optional(),
  includeAll: z.boolean().optional(),
});

const annotation = z.looseObject({
  name: z.string().optional(),
  builtIn: z.number().optional(),
  expr: z.string().optional(),
  target: z.looseObject({ expr: z.string().optional() }).nullish(),
  datasource: z.union([source, z.string()]).nullish(),
});

export const DashboardModel = z.looseObject({
  uid: z.string(),
  title: z.string(),
  description: z.string().optional(),
  schemaVersion: z.number(),
  refresh: z.union([z.string(), z.boolean()]).optional(),
  timepicker: z.looseObject({ refresh_intervals: z.array(z.string()).optional() }).optional(),
  templating: z.looseObject({ list: z.array(variable).optional() }).optional(),
  annotations: z.looseObject({ list: z.array(annotation).optional() }).optional(),
  links: z.array(z.looseObject({ title: z.string().optional(), url: z.string().optional() })).optional(),
  panels: z.array(row),
});

export type DashboardModel = z.infer<typeof DashboardModel>;
export type PanelModel = z.infer<typeof panel>;
/** Whom a panel, a query or a variable asks. */
export type Source = z.infer<typeof target>["datasource"];
export type VariableModel = z.infer<typeof variable>;

/** Every panel that draws something, those inside closed rows among them. */
export function panelsOf({ panels }: Pick<DashboardModel, "panels">): PanelModel[] {
  return panels.flatMap(({ panels: inside = [], ...one }): PanelModel[] => (one.type === "row" ? inside : [one]));
}

/** Those that somebody added: the application's own one stands in every file. */
export const annotationsOf = ({ annotations }: DashboardModel) => (annotations?.list ?? []).filter(({ builtIn }) => builtIn !== 1);

/** The query of a variable, as text. */
export const queryTextOf = ({ query }: VariableModel): string => (typeof query === "string" ? query : (query?.query ?? ""));

/** What PromQL a variable's query asks: the first argument of `label_values(...)`, all of `query_result(...)`; nothing of a list of labels or names. */
export function expressionOf(variable: VariableModel): string | undefined {
  const text = queryTextOf(variable).trim();
  const [, values] = /^label_values\(\s*(.+?)\s*,\s*\w+\s*\)$/s.exec(text) ?? [];
  const [, result] = /^query_result\(\s*(.+?)\s*\)$/s.exec(text) ?? [];
  return values ?? result;
}
