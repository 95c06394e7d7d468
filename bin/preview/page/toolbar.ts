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

const choice = (label: string, list: HTMLElement): HTMLElement => element("label.tool", {}, element("span", {}, label), list);

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
    "time",
    (from) => change({ from, to: "now" }),
  );
  const refresh = select([["", "Off"], ...now.refreshes.map((every) => [every, every] as const)], now.refresh, "refresh", (value) =>
    change({ refresh: value }),
  );
  const tools = [choice("Time", range), choice("Refresh", refresh)];
  if (state.faults.length > 0) {
    const began = (seconds: number) => state.now - seconds;
    const choose = (title: string) =>
      change(title === "" ? { fault: undefined, since: undefined } : { fault: title, since: now.since ?? began(USUAL_AGO) });
    tools.push(choice("Fault", faultField(state.faults, now.fault ?? "", choose)));
    if (now.fault !== undefined && now.since !== undefined) {
      const ago = state.now - now.since;
      const [nearest] = [...AGO].sort(([, a], [, b]) => Math.abs(a - ago) - Math.abs(b - ago));
      tools.push(
        choice(
          "Since",
          select(
            AGO.map(([text, seconds]) => [String(seconds), text]),
            String(nearest?.[1] ?? 0),
            "since",
            (seconds) => change({ since: began(Number(seconds)) }),
          ),
        ),
      );
    }
  }
  const other = now.theme === "dark" ? "light" : "dark";
  const theme = element(
    "button.tool",
    { type: "button", "data-control": "theme", title: `${other} colours`, onclick: () => change({ theme: other }) },
    now.theme === "dark" ? "☀" : "☾",
  );
  return element("div.toolbar", {}, ...tools, theme);
}

function select(
  options: readonly (readonly [string, string])[],
  chosen: string,
  control: string,
  change: (value: string) => void,
): HTMLSelectElement {
  const list = element(
    "select",
    { "data-control": control },
    ...options.map(([value, text]) => element("option", { value, selected: value === chosen }, text)),
  );
  list.addEventListener("change", () => change(list.value));
  return list;
}

/** Hundreds: they are found by what is typed of them. */
function faultField(faults: readonly string[], chosen: string, change: (title: string) => void): HTMLElement {
  const titles = element("datalist", { id: "faults" }, ...faults.map((value) => element("option", { value })));
  const field = element("input.faults", {
    type: "search",
    list: "faults",
    "data-control": "fault",
    value: chosen,
    title: chosen,
    placeholder: "Nothing is wrong",
  });
  field.addEventListener("change", () => {
    const title = field.value.trim();
    const isKnown = title === "" || faults.includes(title);
    field.setCustomValidity(isKnown ? "" : `there is no fault "${title}" at this site; pick one of the list`);
    if (isKnown) change(title);
    else field.reportValidity();
  });
  return element("span", {}, field, titles);
}
