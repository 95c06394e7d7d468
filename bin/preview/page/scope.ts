import type { Choices } from "../../../lib/preview/variables";
import type { Since } from "./asking";

/** What a dashboard is drawn in: the time that is shown, what is chosen, whose data. */
export interface Scope {
  /** Milliseconds since the epoch. */
  readonly from: number;
  readonly to: number;
  readonly now: number;
  /** The same as they were asked, such as `now-6h`: for links. */
  readonly asked: { readonly from: string; readonly to: string };
  readonly choices: Choices;
  readonly since: Since;
  readonly theme: Theme;
}

export interface Theme {
  readonly isDark: boolean;
  readonly text: string;
  readonly faint: string;
  readonly line: string;
  readonly panel: string;
}

export const THEMES: Readonly<Record<"dark" | "light", Theme>> = {
  dark: { isDark: true, text: "#ccccdc", faint: "#9a9aaa", line: "rgba(204, 204, 220, 0.09)", panel: "#181b1f" },
  light: { isDark: false, text: "#24292e", faint: "#5f6670", line: "rgba(36, 41, 46, 0.12)", panel: "#ffffff" },
};
