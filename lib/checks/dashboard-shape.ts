// Prevents a dashboard that the application refuses or that can't be read: two of one uid, panels on top of each other, numbers without a unit.

import { LEAST_PANELS, type SavedDashboard } from "../dashboards/dashboard";
import { GRID_COLUMNS } from "../dashboards/layout";
import { type PanelModel, panelsOf } from "../dashboards/model";
import { dashboardPlace, placedDashboards } from "../dashboards/placed";
import type { Check, Finding } from "./check";

/** The application's own limit (Grafana, pkg/services/dashboards: 40 characters of these). */
const UID = /^[a-zA-Z0-9_-]{1,40}$/;
const LEAST_REFRESH_SECONDS = 30;
/** What a list of dashboards shows of a title on one line. */
const LONGEST_TITLE = 60;
const LONGEST_PANEL_TITLE = 60;
/** Of a panel's hint, which is read beside the panel. */
const LONGEST_DESCRIPTION = 400;

export const dashboardShape: Check = {
  name: "dashboard-shape",
  run: (platform) => {
    const placed = placedDashboards(platform);
    return [
      ...twins(placed),
      ...placed.flatMap((one) => problems(one).map(({ what, fix }) => ({ where: dashboardPlace(one), what, fix }))),
    ];
  },
};

type Problem = Omit<Finding, "where">;

function twins(placed: readonly SavedDashboard[]): Finding[] {
  const uids = new Map<string, string>();
  const titles = new Map<string, string>();
  return placed.flatMap((one) => {
    const { folder, model } = one;
    const where = dashboardPlace(one);
    const title = `${folder}/${model.title}`;
    const [ofUid, ofTitle] = [uids.get(model.uid), titles.get(title)];
    uids.set(model.uid, where);
    titles.set(title, where);
    return [
      ...(ofUid === undefined
        ? []
        : [{ where, what: `its uid is that of ${ofUid}, and the application would take neither`, fix: "give it a uid of its own" }]),
      ...(ofTitle === undefined
        ? []
        : [{ where, what: `its title is that of ${ofTitle}, in the same folder`, fix: "give it a title of its own" }]),
    ];
  });
}

function problems({ model }: SavedDashboard): Problem[] {
  const { uid, title, description = "", refresh, timepicker, panels } = model;
  const drawn = panelsOf(model);
  const fast = [...(typeof refresh === "string" ? [refresh] : []), ...(timepicker?.refresh_intervals ?? [])].filter(isTooFast);
  return [
    ...(UID.test(uid) ? [] : [{ what: `its uid "${uid}" is refused`, fix: "use letters, digits, _ and -, 40 at most" }]),
    ...(title.length <= LONGEST_TITLE ? [] : [{ what: `its title has ${title.length} characters`, fix: `use ${LONGEST_TITLE} at most` }]),
    ...(description.trim() === "" ? [{ what: "it does not say what question it answers", fix: "write it into its description" }] : []),
    ...[...new Set(fast)].map((interval) => ({
      what: `it refreshes every "${interval}"`,
      fix: `use ${LEAST_REFRESH_SECONDS}s or more, which is the least that the application allows`,
    })),
    ...(drawn.length >= LEAST_PANELS
      ? []
      : [
          { what: `it has ${drawn.length} panels`, fix: `give it ${LEAST_PANELS} at least, or put them on a dashboard that asks the same` },
        ]),
    ...numbering(panels.flatMap(({ panels: inside = [], ...one }) => [one, ...inside])),
    ...overlaps(panels),
    // what is inside of closed rows moves with them, and lies beside each other alone
    ...panels.flatMap(({ panels: inside = [] }) => overlaps(inside)),
    ...drawn.flatMap(panelProblems),
  ];
}

/** Milliseconds, seconds, minutes, hours or days; an empty text is no refresh. */
function isTooFast(interval: string): boolean {
  if (interval === "") return false;
  const [, amount, unit = ""] = /^(\d+)(ms|s|m|h|d)$/.exec(interval) ?? [];
  const seconds = { ms: 0.001, s: 1, m: 60, h: 3600, d: 86_400 }[unit];
  return amount === undefined || seconds === undefined || Number(amount) * seconds < LEAST_REFRESH_SECONDS;
}

function numbering(all: readonly PanelModel[]): Problem[] {
  const seen = new Map<number, string>();
  return all.flatMap(({ id, title = "" }): Problem[] => {
    if (typeof id !== "number" || !Number.isInteger(id) || id < 1)
      return [{ what: `panel "${title}" has no number`, fix: "give it an id above 0: frames elsewhere show a panel by it" }];
    const other = seen.get(id);
    seen.set(id, title);
    return other === undefined
      ? []
      : [{ what: `panels "${other}" and "${title}" have the number ${id}`, fix: "give one of them another title" }];
  });
}

/** In squares of the grid: few panels, few squares. */
function overlaps(panels: readonly PanelModel[]): Problem[] {
  const taken = new Map<string, string>();
  return panels.flatMap(({ title = "", gridPos }): Problem[] => {
    if (gridPos === undefined) return [{ what: `panel "${title}" has no place`, fix: "give it a gridPos" }];
    const { x, y, w, h } = gridPos;
    if (![x, y, w, h].every(Number.isInteger) || x < 0 || y < 0 || w < 1 || h < 1 || x + w > GRID_COLUMNS)
      return [{ what: `panel "${title}" is outside of the ${GRID_COLUMNS} columns`, fix: "use whole numbers inside of them" }];
    const others = new Set<string>();
    for (let column = x; column < x + w; column++)
      for (let line = y; line < y + h; line++) {
        const other = taken.get(`${column},${line}`);
        if (other !== undefined) others.add(other);
        taken.set(`${column},${line}`, title);
      }
    return [...others].map((other) => ({ what: `panels "${other}" and "${title}" lie on top of each other`, fix: "move one of them" }));
  });
}

/** Draw text, or what has no value of its own. */
const WITHOUT_UNIT = new Set(["text", "logs", "news", "dashlist", "alertlist", "nodeGraph", "traces"]);

function panelProblems({ type, title = "", description = "", fieldConfig }: PanelModel): Problem[] {
  const { defaults, overrides = [] } = fieldConfig ?? {};
  const hasUnit = [
    defaults?.unit,
    ...overrides.flatMap(({ properties = [] }) => properties.map(({ id, value }) => (id === "unit" ? value : undefined))),
  ].some((unit) => typeof unit === "string" && unit !== "");
  return [
    ...(title.trim() === ""
      ? [{ what: `a ${type} panel has no title`, fix: "name the quantity or ask the question that it answers" }]
      : []),
    ...(title.length <= LONGEST_PANEL_TITLE
      ? []
      : [
          {
            what: `the title of panel "${title}" has ${title.length} characters, and is cut off`,
            fix: `use ${LONGEST_PANEL_TITLE} at most`,
          },
        ]),
    ...(description.trim() === ""
      ? [{ what: `panel "${title}" has no description`, fix: "say what it shows, and what to think of a high value" }]
      : []),
    ...(description.length <= LONGEST_DESCRIPTION
      ? []
      : [
          {
            what: `the description of panel "${title}" has ${description.length} characters`,
            fix: `use ${LONGEST_DESCRIPTION} at most; the rest belongs into a runbook`,
          },
        ]),
    ...(hasUnit || WITHOUT_UNIT.has(type)
      ? []
      : [{ what: `panel "${title}" has no unit`, fix: "say what its value counts; `none` or `short` where it is a plain number" }]),
  ];
}
