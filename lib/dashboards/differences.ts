import type { SavedDashboard } from "./dashboard";
import type { DashboardModel, PanelModel } from "./model";

/** Where two differ, such as `targets[0].expr`, with what stands there in each. */
export interface FieldDifference {
  readonly path: string;
  readonly old?: unknown;
  readonly new?: unknown;
}

type Kind = "added" | "removed" | "changed";

export interface PanelDifference {
  readonly id: number | undefined;
  readonly title: string;
  readonly change: Kind;
  /** Of a changed one. */
  readonly fields: readonly FieldDifference[];
}

export interface DashboardDifference {
  readonly uid: string;
  readonly folder: string;
  readonly title: string;
  readonly change: Kind;
  /** What is not of a panel. */
  readonly fields: readonly FieldDifference[];
  readonly panels: readonly PanelDifference[];
}

/** What became of dashboards, in the order of the new ones; those that are as they were are left out. */
export function dashboardDifferences(old: readonly SavedDashboard[], now: readonly SavedDashboard[]): DashboardDifference[] {
  const before = new Map(old.map((one) => [one.model.uid, one]));
  const after = new Set(now.map(({ model }) => model.uid));
  const kept = now.flatMap((one): DashboardDifference[] => {
    const known = before.get(one.model.uid);
    if (known === undefined) return [whole(one, "added")];
    const { panels: _old, ...rest } = known.model;
    const { panels: _new, ...newRest } = one.model;
    const fields = fieldDifferences({ ...rest, folder: known.folder }, { ...newRest, folder: one.folder });
    const panels = panelDifferences(known.model, one.model);
    if (fields.length + panels.length === 0) return [];
    return [{ uid: one.model.uid, folder: one.folder, title: one.model.title, change: "changed", fields, panels }];
  });
  return [...kept, ...old.filter(({ model }) => !after.has(model.uid)).map((one) => whole(one, "removed"))];
}

const whole = ({ folder, model: { uid, title } }: SavedDashboard, change: Kind): DashboardDifference => ({
  uid,
  folder,
  title,
  change,
  fields: [],
  panels: [],
});

/** Rows as well: their titles are read too. */
const allPanels = ({ panels }: Pick<DashboardModel, "panels">): PanelModel[] =>
  panels.flatMap(({ panels: inside = [], ...one }) => [one, ...inside]);

/** By their numbers; one without a number by its title. */
function panelDifferences(old: DashboardModel, now: DashboardModel): PanelDifference[] {
  const keyOf = ({ id, title = "" }: PanelModel) => (id ? String(id) : `"${title}"`);
  const before = new Map(allPanels(old).map((panel) => [keyOf(panel), panel]));
  const after = new Map(allPanels(now).map((panel) => [keyOf(panel), panel]));
  const told = ({ id, title = "" }: PanelModel, change: Kind, fields: readonly FieldDifference[] = []) => ({
    id: id ?? undefined,
    title,
    change,
    fields,
  });
  const kept = [...after].flatMap(([key, panel]): PanelDifference[] => {
    const known = before.get(key);
    if (known === undefined) return [told(panel, "added")];
    const fields = fieldDifferences(known, panel);
    return fields.length === 0 ? [] : [told(panel, "changed", fields)];
  });
  return [...kept, ...[...before].filter(([key]) => !after.has(key)).map(([, panel]) => told(panel, "removed"))];
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === "object" && value !== null;

/** The innermost places at which two values differ, in the order of the new one. */
function fieldDifferences(old: unknown, now: unknown, path = ""): FieldDifference[] {
  if (isObject(old) && isObject(now) && Array.isArray(old) === Array.isArray(now)) {
    const names = [...new Set([...Object.keys(now), ...Object.keys(old)])];
    const below = (name: string) => (Array.isArray(now) ? `${path}[${name}]` : path === "" ? name : `${path}.${name}`);
    return names.flatMap((name) => fieldDifferences(old[name], now[name], below(name)));
  }
  if (Object.is(old, now)) return [];
  return [{ path, ...(old !== undefined && { old }), ...(now !== undefined && { new: now }) }];
}
