import type { State } from "./asking";
import { element } from "./element";

export interface ToolbarChange {
  readonly from?: string;
  readonly to?: string;
  readonly refresh?: string;
  readonly theme?: "dark" | "light";
  readonly fault?: string | undefined;
  readonly since?: number | undefined;
}

const RANGES = ["15m", "1h", "3h", "6h", "12h", "24h", "2d", "7d", "30d", "90d"];
/** How long ago a fault has begun. */
const AGO: readonly (readonly [string, number])[] = [
  ["just now", 0],
  ["10 minutes ago", 600],
  ["30 minutes ago", 1800],
  ["2 hours ago", 7200],
  ["4 hours ago", 14_400],
];
export const USUAL_AGO = 1800;

const choice = (label: string, list: HTMLSelectElement): HTMLElement => element("label.tool", {}, element("span", {}, label), list);

/** The time that is shown, how often anew, what has gone wrong, dark or light. */
export function toolbar(
  state: State,
  now: {
    readonly from: string;
    readonly refresh: string;
    readonly theme: "dark" | "light";
    readonly fault?: string;
    readonly since?: number;
    readonly refreshes: readonly string[];
  },
  change: (to: ToolbarChange) => void,
): HTMLElement {
  const known = RANGES.map((range) => `now-${range}`);
  const ranges = known.includes(now.from) ? known : [now.from, ...known];
  const range = select(
    ranges.map((from) => [from, from.startsWith("now-") ? `Last ${from.slice("now-".length)}` : from]),
    now.from,
    (from) => change({ from, to: "now" }),
  );
  const refresh = select([["", "Off"], ...now.refreshes.map((every) => [every, every] as const)], now.refresh, (value) =>
    change({ refresh: value }),
  );
  const tools = [choice("Time", range), choice("Refresh", refresh)];
  if (state.faults.length > 0) {
    const began = (seconds: number) => state.now - seconds;
    const faults = select([["", "Nothing is wrong"], ...state.faults.map((title) => [title, title] as const)], now.fault ?? "", (title) =>
      change(title === "" ? { fault: undefined, since: undefined } : { fault: title, since: now.since ?? began(USUAL_AGO) }),
    );
    faults.classList.add("faults");
    tools.push(choice("Fault", faults));
    if (now.fault !== undefined && now.since !== undefined) {
      const ago = state.now - now.since;
      const [nearest] = [...AGO].sort(([, a], [, b]) => Math.abs(a - ago) - Math.abs(b - ago));
      tools.push(
        choice(
          "Since",
          select(
            AGO.map(([text, seconds]) => [String(seconds), text]),
            String(nearest?.[1] ?? 0),
            (seconds) => change({ since: began(Number(seconds)) }),
          ),
        ),
      );
    }
  }
  const other = now.theme === "dark" ? "light" : "dark";
  const theme = element(
    "button.tool",
    { type: "button", title: `${other} colours`, onclick: () => change({ theme: other }) },
    now.theme === "dark" ? "☀" : "☾",
  );
  return element("div.toolbar", {}, ...tools, theme);
}

function select(options: readonly (readonly [string, string])[], chosen: string, change: (value: string) => void): HTMLSelectElement {
  const list = element("select", {}, ...options.map(([value, text]) => element("option", { value, selected: value === chosen }, text)));
  list.addEventListener("change", () => change(list.value));
  return list;
}
