import { secondsOf } from "../../../lib/metrics/promql-time";
import { momentOf } from "../../../lib/preview/interval";
import { dateTime } from "../../../lib/preview/unit-format";
import { inAddress, inText } from "../../../lib/preview/variables";
import { addressOf, type Shown, shownAt } from "./address";
import { askDashboard, askState, type PlacedDashboard, type State } from "./asking";
import { drawBoard } from "./board";
import { defects } from "./defects";
import { element } from "./element";
import { navigation } from "./navigation";
import { type Scope, THEMES } from "./scope";
import { toolbar, USUAL_AGO } from "./toolbar";
import { offered, variableChoices } from "./variables-view";

const USUAL_REFRESHES = ["30s", "1m", "5m", "15m", "30m", "1h"];

let state: State;
let shown = shownAt(window.location);
let search: HTMLInputElement | undefined;
let turn = 0;
let refreshing: number | undefined;

const order = (): string[] => state.folders.flatMap(({ dashboards }) => dashboards.map(({ uid }) => uid));

function go(change: Partial<Shown>): void {
  shown = { ...shown, ...change };
  window.history.pushState(null, "", addressOf(shown));
  void draw();
}

const open = (uid: string) => {
  document.body.classList.remove("menu");
  go({ uid, panel: undefined, from: undefined, to: undefined, refresh: undefined, variables: new Map() });
};

/** The whole page; a later call takes over from one that is not done. */
async function draw(): Promise<void> {
  turn++;
  const own = turn;
  window.clearTimeout(refreshing);
  document.documentElement.dataset.theme = shown.theme;
  delete document.documentElement.dataset.drawn;
  document.body.classList.toggle("bare", shown.isBare);
  const uid = shown.uid ?? order()[0];
  const begun = performance.now();
  try {
    const found = uid === undefined ? undefined : await askDashboard(uid);
    if (own !== turn) return;
    if (found === undefined) document.body.replaceChildren(element("p.empty", {}, "This site has no dashboards."));
    else await drawDashboard(found, own);
  } catch (error) {
    if (own === turn) frame(undefined, element("p.problem", {}, error instanceof Error ? error.message : String(error)));
  }
  const took = Math.round(performance.now() - begun);
  // charts are painted with the next frame, and a picture waits for it
  if (shown.isBare) await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
  if (own === turn) document.documentElement.dataset.drawn = String(took);
}

async function drawDashboard({ folder, model }: PlacedDashboard, own: number): Promise<void> {
  const since = { fault: shown.fault, since: shown.since };
  const { time } = model as { readonly time?: { readonly from?: string; readonly to?: string } };
  const from = shown.from ?? time?.from ?? "now-6h";
  const to = shown.to ?? time?.to ?? "now";
  const now = state.now * 1000;
  const { all, choices } = await offered(model, { now: state.now, since, wanted: shown.variables });
  if (own !== turn) return;
  const scope: Scope = {
    from: momentOf(from, now),
    to: momentOf(to, now),
    asked: { from, to },
    now,
    choices,
    since,
    theme: THEMES[shown.theme],
  };
  const refresh = shown.refresh ?? (typeof model.refresh === "string" ? model.refresh : "");
  const tools = toolbar(
    state,
    {
      from,
      refresh,
      theme: shown.theme,
      fault: shown.fault,
      since: shown.since,
      refreshes: model.timepicker?.refresh_intervals ?? USUAL_REFRESHES,
    },
    go,
  );
  const links = (model.links ?? []).map((link) =>
    element("a", { href: linkAddress(link, scope), target: /^https?:/.test(link.url ?? "") ? "_blank" : undefined }, link.title ?? ""),
  );
  const choose = (name: string, values: readonly string[]) => go({ variables: new Map([...shown.variables, [name, values]]) });
  const head = element(
    "div.head",
    {},
    element("button.menu", { type: "button", "aria-label": "Dashboards", onclick: () => document.body.classList.toggle("menu") }, "☰"),
    element("h1", {}, element("small", {}, `${folder} / `), model.title),
    tools,
    element("p.question", {}, inText(model.description ?? "", choices)),
    element("div.choices", {}, ...variableChoices(all, choose), ...links),
  );
  const board = element("main", {});
  frame(head, board);
  document.title = model.title;
  await drawBoard(board, model, scope, shown.panel, (panel) => go({ panel }));
  const every = secondsOf(refresh);
  if (every > 0 && !shown.isBare && own === turn) refreshing = window.setTimeout(() => void refreshed(), every * 1000);
}

async function refreshed(): Promise<void> {
  state = await askState();
  await draw();
}

/** With the time and the choices where a link keeps them. */
function linkAddress(link: Readonly<Record<string, unknown>>, scope: Scope): string {
  const url = inText(String(link.url ?? ""), scope.choices);
  const kept = [
    link.keepTime === true && shown.from !== undefined ? `from=${shown.from}&to=${shown.to ?? "now"}` : "",
    link.includeVars === true ? inAddress(scope.choices) : "",
  ].filter((one) => one !== "");
  return kept.length === 0 ? url : `${url}${url.includes("?") ? "&" : "?"}${kept.join("&")}`;
}

function frame(head: HTMLElement | undefined, board: HTMLElement): void {
  const list = navigation(state.folders, shown.uid ?? order()[0], open);
  search = list.search;
  const problem = state.problem === undefined ? undefined : element("p.problem", {}, state.problem);
  const whose = element("footer", {}, `Data: ${state.of}. Now: ${dateTime(state.now * 1000)}.`);
  document.body.replaceChildren(
    list.view,
    element("div.page", {}, ...(head === undefined ? [] : [head]), ...(problem === undefined ? [] : [problem]), board, whose),
  );
}

/** The panel under the pointer, or the one that has the focus. */
const panelAt = (): number | undefined => {
  const found = document.querySelector<HTMLElement>(".panel:hover") ?? document.activeElement?.closest<HTMLElement>(".panel");
  return found?.dataset.panel === undefined ? undefined : Number(found.dataset.panel);
};

function step(by: number): void {
  const all = order();
  const at = all.indexOf(shown.uid ?? all[0] ?? "");
  const next = all[(at + by + all.length) % all.length];
  if (next !== undefined) open(next);
}

function pressed(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const isTyping = event.target instanceof HTMLElement && /^(?:INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
  if (event.key === "Escape") {
    if (isTyping) (event.target as HTMLElement).blur();
    else if (document.body.classList.contains("menu")) document.body.classList.remove("menu");
    else if (shown.panel !== undefined) go({ panel: undefined });
    return;
  }
  if (isTyping) return;
  const panels = [...document.querySelectorAll<HTMLElement>(".panel")];
  const at = panels.findIndex((one) => one.matches(":focus"));
  const keys: Readonly<Record<string, () => void>> = {
    n: () => step(1),
    ArrowRight: () => step(1),
    p: () => step(-1),
    ArrowLeft: () => step(-1),
    "/": () => {
      document.body.classList.add("menu");
      search?.focus();
    },
    v: () => go({ panel: shown.panel === undefined ? panelAt() : undefined }),
    j: () => panels[Math.min(panels.length - 1, at + 1)]?.focus(),
    k: () => panels[Math.max(0, at - 1)]?.focus(),
    t: () => go({ theme: shown.theme === "dark" ? "light" : "dark" }),
  };
  const act = keys[event.key];
  if (act === undefined) return;
  event.preventDefault();
  act();
}

async function begin(): Promise<void> {
  // charts and tiles measure their texts
  const [asked] = await Promise.all([askState(), document.fonts.load("400 14px Inter"), document.fonts.load("500 14px Inter")]);
  state = asked;
  // asked by whoever takes a picture
  Object.assign(window, { defects });
  const { fault = state.fault, since = state.now - USUAL_AGO } = shown;
  if (fault !== undefined) shown = { ...shown, fault, since };
  window.addEventListener("keydown", pressed);
  window.addEventListener("popstate", () => {
    shown = shownAt(window.location);
    void draw();
  });
  if (!shown.isBare) new EventSource("/api/events").addEventListener("message", () => void refreshed());
  await draw();
}

void begin();
