import type { ListedDashboard, ListedFolder } from "./asking";
import { element } from "./element";

/** Folders and their dashboards; what is typed is looked for in titles, uids and descriptions. */
export function navigation(folders: readonly ListedFolder[], chosen: string | undefined, open: (uid: string) => void) {
  const lists = element("div.folders");
  const search = element("input.search", { type: "search", placeholder: "Search (/)", "aria-label": "Search dashboards" });
  const found = (): ListedFolder[] => {
    const words = search.value
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== "");
    const has = (folder: string, { uid, title, description }: ListedDashboard) => {
      const text = `${folder} ${title} ${uid} ${description}`.toLowerCase();
      return words.every((word) => text.includes(word));
    };
    return folders
      .map(({ title, dashboards }) => ({ title, dashboards: dashboards.filter((one) => has(title, one)) }))
      .filter(({ dashboards }) => dashboards.length > 0);
  };
  const link = ({ uid, title, description }: ListedDashboard) => {
    const follow = (event: Event) => {
      if (event instanceof MouseEvent && (event.ctrlKey || event.metaKey || event.shiftKey)) return;
      event.preventDefault();
      open(uid);
    };
    return element(
      "a",
      { href: `/d/${uid}`, title: description, onclick: follow, "aria-current": uid === chosen ? "page" : undefined },
      title,
    );
  };
  const show = () =>
    lists.replaceChildren(
      ...found().map(({ title, dashboards }) =>
        element("section", {}, element("h4", {}, `${title} `, element("small", {}, String(dashboards.length))), ...dashboards.map(link)),
      ),
    );
  search.addEventListener("input", show);
  search.addEventListener("keydown", (event) => {
    const [first] = found().flatMap(({ dashboards }) => dashboards);
    if (event.key === "Enter" && first !== undefined) open(first.uid);
  });
  show();
  return { view: element("nav", {}, search, lists), search };
}
