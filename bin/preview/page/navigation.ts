import { foundIn, type ListedDashboard, type ListedFolder } from "../../../lib/preview/search";
import { element } from "./element";

export interface Navigation {
  readonly view: HTMLElement;
  readonly search: HTMLInputElement;
  /** What is typed and where the focus is stay as long as the dashboards do. */
  readonly show: (folders: readonly ListedFolder[], chosen: string | undefined) => void;
}

/** Folders and their dashboards; what is typed is looked for in titles, uids and descriptions. */
export function navigation(open: (uid: string) => void): Navigation {
  let [folders, chosen]: [readonly ListedFolder[], string | undefined] = [[], undefined];
  const lists = element("div.folders");
  const search = element("input.search", { type: "search", placeholder: "Search (/)", "aria-label": "Search dashboards" });
  const link = ({ uid, title, description }: ListedDashboard) => {
    const follow = (event: Event) => {
      if (event instanceof MouseEvent && (event.ctrlKey || event.metaKey || event.shiftKey)) return;
      event.preventDefault();
      open(uid);
    };
    return element("a", { href: `/d/${uid}`, title: description, "data-uid": uid, onclick: follow }, title);
  };
  const section = ({ title, dashboards }: ListedFolder) =>
    element("section", {}, element("h4", {}, `${title} `, element("small", {}, String(dashboards.length))), ...dashboards.map(link));
  const mark = () => {
    for (const one of lists.querySelectorAll<HTMLElement>("a")) {
      if (one.dataset.uid === chosen) one.setAttribute("aria-current", "page");
      else one.removeAttribute("aria-current");
    }
  };
  const list = () => {
    const isAsked = search.value.trim() !== "";
    // the best one is opened, so it stands first
    const best = { title: "Found", dashboards: foundIn(folders, search.value) };
    lists.replaceChildren(...(isAsked ? [best] : folders).map(section));
    mark();
  };
  search.addEventListener("input", list);
  search.addEventListener("keydown", (event) => {
    const [first] = foundIn(folders, search.value);
    if (event.key !== "Enter" || first === undefined) return;
    search.value = "";
    list();
    search.blur();
    open(first.uid);
  });
  return {
    view: element("nav", {}, search, lists),
    search,
    show: (now, uid) => {
      const isSame = JSON.stringify(now) === JSON.stringify(folders);
      [folders, chosen] = [now, uid];
      if (isSame) mark();
      else list();
    },
  };
}
