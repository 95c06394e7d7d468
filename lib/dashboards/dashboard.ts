import { FOLDER_TITLES, type Folder } from "./folder";
import type { DashboardModel } from "./model";
import type { Panel } from "./panel";
import type { Variable } from "./variable";

export interface Row {
  readonly title: string;
  readonly panels: readonly Panel[];
  /** It stands on many dashboards, as it is. @default false */
  readonly isShared?: true;
}

/** A page that answers one question. */
export interface Dashboard {
  /** Of its address, for ever: letters, digits, `_` and `-`, 40 at most. */
  readonly uid: string;
  readonly title: string;
  readonly folder: Folder;
  /** The question that it answers. */
  readonly question: string;
  /** Who asks it, and when: the end of a sentence that begins with "For". */
  readonly asker: string;
  readonly variables?: readonly Variable[];
  /** The first is the answer at a glance; below it are the reasons. */
  readonly rows: readonly [Row, ...Row[]];
  /** The areas of alerts that it is looked at for: it lists and draws them, and they link to it. @default - none */
  readonly areas?: readonly string[];
  /** Names of further alerts, be it of log lines. @default - none */
  readonly alerts?: readonly string[];
  /** Uids of those that one looks at next. @default - none */
  readonly next?: readonly string[];
  /** What is shown when it is opened. @default 6h */
  readonly shows?: "1h" | "6h" | "24h" | "7d" | "30d" | "90d";
  /** How often it asks anew by itself. @default 1m */
  readonly refresh?: "30s" | "1m" | "5m" | "15m";
}

/** One that was made in the application's editor and saved: taken as it is. */
export interface SavedDashboard {
  readonly folder: Folder;
  readonly model: DashboardModel;
  /** The file in its folder. @default - it was declared */
  readonly file?: string;
}

/** Fewer answer no question that a panel on another dashboard would not. */
export const LEAST_PANELS = 6;

export const dashboard = (declared: Dashboard): Dashboard => declared;

export const uidOf = (one: Dashboard | SavedDashboard): string => ("model" in one ? one.model.uid : one.uid);

/** As the application lists folders, and by address in each: whoever declared them. */
export function inOrder(dashboards: readonly (Dashboard | SavedDashboard)[]): (Dashboard | SavedDashboard)[] {
  return [...dashboards].sort(
    (a, b) => FOLDER_TITLES.indexOf(a.folder) - FOLDER_TITLES.indexOf(b.folder) || (uidOf(a) < uidOf(b) ? -1 : 1),
  );
}
