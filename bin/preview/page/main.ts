import { messageOf } from "../../../lib/message-of";
import { secondsOf } from "../../../lib/metrics/promql-time";
import { momentOf } from "../../../lib/preview/interval";
import { dateTime } from "../../../lib/preview/unit-format";
import { type Choices, inAddress, inText } from "../../../lib/preview/variables";
import { addressOf, type Shown, shownAt } from "./address";
import { askDashboard, askState, type PlacedDashboard, type State } from "./asking";
import { type Board, boardOf } from "./board";
import { chartsBelow, forget, isFilled } from "./charts";
import { defects } from "./defects";
import { element } from "./element";
import { focusKept, panelSelector } from "./focus";
import { navigation } from "./navigation";
import { type Scope, THEMES } from "./scope";
import { toolbar, USUAL_AGO } from "./toolbar";
import { chosenLine, offered, variableChoices } from "./variables-view";

const USUAL_REFRESHES = ["30s", "1m", "5m", "15m", "30m", "1h"];

let state: State;
let shown = shownAt(window.location);
/** What stands there, which a refresh is drawn into. */
let standing: { readonly of: string; readonly board: Board } | undefined;
/** The panel that gets the focus when the page is built anew. */
let focused: number | undefined;
let turn = 0;
let refreshing: number | undefined;

const order = (): string[] => state.folders.flatMap(({ dashboards }) => dashboards.map(({ uid }) => uid));

function go(change: Partial<Shown>): void {
  if ("panel" in change) focused = change.panel ?? shown.panel;
  shown = { ...shown, ...change };
  window.history.pushState(null, "", addressOf(shown));
  void draw();
}

const page = element("div.page");
const whose = element("footer");
const list = navigation((uid) => open(uid));

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
    if (found === undefined) frame(element("p.empty", {}, "This site has no dashboards."));
    else await drawDashboard(found, own);
  } catch (error) {
    if (own === turn) frame(problemOf(error));
  }
  const took = Math.round(performance.now() - begun);
  if (shown.isBare) await settled();
  if (own === turn) document.documentElement.dataset.drawn = String(took);
}

/** More than it takes until the page stands still. */
const MOST_FRAMES = 120;

/** Charts are painted, and as large as what they stand in: a picture waits for it. */
async function settled(): Promise<void> {
  for (let frame = 0; frame < MOST_FRAMES; frame++) {
    await new Promise((next) => requestAnimationFrame(next));
    if (frame > 0 && chartsBelow(page).every(([place]) => isFilled(place))) return;
  }
}

async function drawDashboard({ folder, model }: PlacedDashboard, own: number): Promise<void> {
  const since = { fault: shown.fault, since: shown.since };
  const { time } = model as { readonly time?: { readonly from?: string; readonly to?: string } };
  const from = shown.from ?? time?.from ?? "now-6h";
  const to = shown.to ?? time?.to ?? "now";
  const now = state.now * 1000;
  const { all, choices } = await offered(model, { now: state.now, since, wanted: shown.variables });
  if (own !== turn) return;
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
    element("a", { href: linkAddress(link, choices), target: /^https?:/.test(link.url ?? "") ? "_blank" : undefined }, link.title ?? ""),
  );
  const choose = (name: string, values: readonly string[]) => go({ variables: new Map([...shown.variables, [name, values]]) });
  const head = element(
    "div.head",
    {},
    element("button.menu", { type: "button", "aria-label": "Dashboards", onclick: () => document.body.classList.toggle("menu") }, "☰"),
    element("h1", {}, element("small", {}, `${folder} / `), model.title),
    tools,
    element("p.question", {}, inText(model.description ?? "", choices)),
    element("p.chosen", {}, chosenLine(all)),
    element("div.choices", {}, ...variableChoices(all, choose), ...links),
  );
  const of = JSON.stringify([model, all, shown, state.problem, state.faults]);
  if (standing?.of !== of) {
    const made = boardOf(model, choices, shown.panel, (panel) => go({ panel }));
    frame(made.view, head);
    standing = { of, board: made };
    document.title = model.title;
  }
  whose.textContent = `Data: ${state.of}. Now: ${dateTime(state.now * 1000)}.`;
  const { board } = standing;
  try {
    const asked = { from, to };
    await board.draw({ ...rangeOf(asked, now), asked, now, choices, since, theme: THEMES[shown.theme] });
  } catch (error) {
    board.view.replaceChildren(problemOf(error));
  }
  const every = secondsOf(refresh);
  if (every > 0 && !shown.isBare && own === turn) refreshing = window.setTimeout(() => void refreshed(), every * 1000);
}

function rangeOf(asked: Scope["asked"], now: number): { readonly from: number; readonly to: number } {
  const [from, to] = [momentOf(asked.from, now), momentOf(asked.to, now)];
  if (from >= to) throw new Error(`the time from "${asked.from}" to "${asked.to}" ends before it begins; choose another`);
  return { from, to };
}

const problemOf = (error: unknown): HTMLElement => element("p.problem", {}, messageOf(error));

async function refreshed(): Promise<void> {
  state = await askState();
  await draw();
}

/** With the time and the choices where a link keeps them. */
function linkAddress(link: Readonly<Record<string, unknown>>, choices: Choices): string {
  const url = inText(String(link.url ?? ""), choices);
  const kept = [
    link.keepTime === true && shown.from !== undefined ? `from=${shown.from}&to=${shown.to ?? "now"}` : "",
    link.includeVars === true ? inAddress(choices) : "",
  ].filter((one) => one !== "");
  return kept.length === 0 ? url : `${url}${url.includes("?") ? "&" : "?"}${kept.join("&")}`;
}

/** Builds the page anew around a board, or what stands instead of one. */
function frame(board: HTMLElement, head?: HTMLElement): void {
  const keep = focusKept();
  standing = undefined;
  list.show(state.folders, shown.uid ?? order()[0]);
  forget(page);
  const problem = state.problem === undefined ? undefined : element("p.problem", {}, state.problem);
  page.replaceChildren(...[head, problem, board, whose].filter((one) => one !== undefined));
  keep();
  if (focused !== undefined) page.querySelector<HTMLElement>(panelSelector(focused))?.focus();
  focused = undefined;
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
  const panels = [...document.querySelectorAll<HTMLElement>(".panel")].filter((one) => one.offsetParent !== null);
  const at = panels.findIndex((one) => one.contains(document.activeElement));
  const keys: Readonly<Record<string, () => void>> = {
    n: () => step(1),
    ArrowRight: () => step(1),
    p: () => step(-1),
    ArrowLeft: () => step(-1),
    "/": () => {
      document.body.classList.add("menu");
      list.search.focus();
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

function showAddress(): void {
  shown = shownAt(window.location);
  void draw();
}

/** Another address of the page, without loading it anew. */
function show(address: string): void {
  window.history.pushState(null, "", address);
  showAddress();
}

async function begin(): Promise<void> {
  // charts and tiles measure their texts
  const [asked] = await Promise.all([askState(), document.fonts.load("400 14px Inter"), document.fonts.load("500 14px Inter")]);
  state = asked;
  // asked by whoever takes a picture
  Object.assign(window, { defects, show });
  const { fault = state.fault, since = state.now - USUAL_AGO } = shown;
  if (fault !== undefined) shown = { ...shown, fault, since };
  document.body.replaceChildren(list.view, page);
  window.addEventListener("keydown", pressed);
  window.addEventListener("popstate", showAddress);
  if (!shown.isBare) new EventSource("/api/events").addEventListener("message", () => void refreshed());
  await draw();
}

void begin();
