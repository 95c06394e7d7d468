import type { PanelModel } from "../../../lib/dashboards/model";
import { inkOn, withAlpha } from "../../../lib/preview/colors";
import { linkOf } from "../../../lib/preview/data-link";
import { display } from "../../../lib/preview/field-config";
import type { Cell, Field } from "../../../lib/preview/frame";
import { sorted } from "../../../lib/preview/transformations";
import { dateTime, textOf } from "../../../lib/preview/unit-format";
import { element, NARROW } from "./element";
import type { PanelData } from "./panel-data";
import type { Scope } from "./scope";

interface Order {
  readonly name: string;
  readonly isDescending: boolean;
}

interface Options {
  readonly showHeader?: boolean;
  readonly sortBy?: readonly { readonly displayName?: string; readonly desc?: boolean }[];
}

/** How a cell is drawn (`custom.cellOptions`). */
interface Custom {
  readonly hidden?: boolean;
  readonly align?: string;
  readonly width?: number;
  readonly cellOptions?: { readonly type?: string; readonly mode?: string };
}

/** More rows than one reads would only be slow. */
const MOST_ROWS = 500;

/** Rows of the first frame; a click on a head sorts by it. */
export function drawTable(body: HTMLElement, panel: PanelModel, { frames }: PanelData, scope: Scope): void {
  const { showHeader = true, sortBy = [] } = (panel.options ?? {}) as Options;
  const [first] = sortBy;
  const fields = (frames[0]?.fields ?? []).filter(({ config }) => (config.custom as Custom | undefined)?.hidden !== true);
  const draw = (order: Order | undefined) => {
    const rows = order === undefined ? fields : sorted(fields, order.name, order.isDescending);
    const next = (name: string) => () => draw({ name, isDescending: order?.name === name ? !order.isDescending : true });
    const heads = rows.map(({ name, ...field }) =>
      element(
        "th",
        {
          class: alignOf(field),
          onclick: next(name),
          "aria-sort": order?.name === name ? (order.isDescending ? "descending" : "ascending") : undefined,
        },
        element("span", { title: name }, name),
      ),
    );
    const count = Math.min(MOST_ROWS, rows[0]?.values.length ?? 0);
    const lines = Array.from({ length: count }, (_, index) => {
      const row = new Map(rows.map(({ name, values }) => [name, values[index] ?? null]));
      return element("tr", {}, ...rows.map((field) => cell(field, row, scope)));
    });
    const table = element(
      rows.length > NARROW ? "table.rows.wide" : "table.rows",
      {},
      showHeader ? element("thead", {}, element("tr", {}, ...heads)) : undefined,
      element("tbody", {}, ...lines),
    );
    body.replaceChildren(element("div.scroll", {}, table));
  };
  draw(first?.displayName === undefined ? undefined : { name: first.displayName, isDescending: first.desc === true });
}

const alignOf = ({ kind, config }: Pick<Field, "kind" | "config">): string => {
  const { align = "auto" } = (config.custom ?? {}) as Custom;
  return align === "auto" ? (kind === "number" ? "right" : "left") : align;
};

function cell(field: Field, row: ReadonlyMap<string, Cell>, scope: Scope): HTMLElement {
  const value = row.get(field.name) ?? null;
  const { kind, config } = field;
  const { cellOptions = {} } = (config.custom ?? {}) as Custom;
  const isTime = kind === "time" && config.unit === undefined && typeof value === "number";
  const shown = display(value, { ...config, noValue: config.noValue ?? "" }, scope.now);
  const text = isTime ? dateTime(value) : textOf(shown);
  const color = shown.color ?? scope.theme.text;
  const isColored = value !== null && text !== "";
  const style =
    cellOptions.type === "color-text" && isColored
      ? `color: ${color}`
      : cellOptions.type === "color-background" && isColored
        ? `background: ${color}; color: ${inkOn(color)}`
        : undefined;
  const made = element("td", { class: alignOf(field), style, title: text, "data-label": field.name });
  if (cellOptions.type === "gauge" && typeof value === "number") {
    const [min, max] = [config.min ?? 0, config.max ?? Math.max(1, ...field.values.map((one) => (typeof one === "number" ? one : 0)))];
    const share = Math.min(100, Math.max(0, ((value - min) / (max - min || 1)) * 100));
    made.append(element("span.meter", {}, element("i", { style: `width: ${share}%; background: ${withAlpha(color, 0.75)}` })));
  }
  const [link] = config.links ?? [];
  if (link?.url === undefined) made.append(element("span", {}, text));
  else {
    const of = (template: string) =>
      linkOf(template, { value, text, field, row }, scope.choices, `from=${scope.asked.from}&to=${scope.asked.to}`);
    made.append(element("a", { href: of(link.url), title: decodeURIComponent(of(link.title ?? "")) }, text));
  }
  return made;
}
