/** What the page shows, as its address has it: a reload and a link show the same. */
export interface Shown {
  readonly uid: string | undefined;
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly refresh: string | undefined;
  readonly theme: "dark" | "light";
  readonly fault: string | undefined;
  /** Seconds since the epoch. */
  readonly since: number | undefined;
  /** One panel alone, by its number. */
  readonly panel: number | undefined;
  /** Nothing but the dashboard, for pictures. */
  readonly isBare: boolean;
  readonly variables: ReadonlyMap<string, readonly string[]>;
}

export function shownAt({ pathname, search }: Location): Shown {
  const asked = new URLSearchParams(search);
  const text = (name: string) => asked.get(name) ?? undefined;
  const number = (name: string) => (asked.has(name) ? Number(asked.get(name)) : undefined);
  const names = [...new Set([...asked.keys()].filter((name) => name.startsWith("var-")))];
  return {
    uid: /^\/d\/([\w-]+)/.exec(pathname)?.[1],
    from: text("from"),
    to: text("to"),
    refresh: text("refresh"),
    theme: asked.get("theme") === "light" ? "light" : "dark",
    fault: text("fault"),
    since: number("since"),
    panel: number("viewPanel"),
    isBare: asked.has("kiosk"),
    variables: new Map(names.map((name) => [name.slice("var-".length), asked.getAll(name)])),
  };
}

export function addressOf({ uid, variables, panel, isBare, theme, ...texts }: Shown): string {
  const asked = new URLSearchParams();
  for (const [name, value] of Object.entries(texts)) if (value !== undefined) asked.set(name, String(value));
  for (const [name, values] of variables) for (const value of values) asked.append(`var-${name}`, value);
  if (panel !== undefined) asked.set("viewPanel", String(panel));
  if (theme === "light") asked.set("theme", theme);
  if (isBare) asked.set("kiosk", "1");
  const search = asked.toString();
  return `${uid === undefined ? "/" : `/d/${uid}`}${search === "" ? "" : `?${search}`}`;
}
