import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { SavedDashboard } from "../../lib/dashboards/dashboard";
import { type DashboardDifference, dashboardDifferences } from "../../lib/dashboards/differences";
import { messageOf } from "../../lib/message-of";
import { Browser } from "../preview/browser";
import { type DrawnDifference, differenceLines, diffPage } from "../preview/diff-page";
import { dashboardsOf } from "../preview/dist-dashboards";
import { type Look, type Pictures, pictures } from "../preview/pictures";
import { Shown } from "../preview/shown";
import { shows } from "./dashboards-preview";

export interface AskedDiff extends Look {
  readonly out: string;
  readonly site: string;
  readonly pictures: boolean;
  readonly json?: boolean;
}

const PAGE_WIDTH = 2400;

/** Says and draws what became of the dashboards; that some are others is no mistake. */
export async function diff(old: string, now: string, asked: AskedDiff): Promise<0 | 1> {
  const { json = false } = asked;
  try {
    const [before, after] = [dashboardsOf(old), dashboardsOf(now)];
    const differences = dashboardDifferences(before, after);
    const drawn = asked.pictures && differences.length > 0 ? await draw(differences, before, after, asked) : undefined;
    if (json) console.log(JSON.stringify({ ok: true, page: drawn, dashboards: differences }, undefined, 2));
    else {
      for (const line of differenceLines(differences)) console.log(line);
      console.log(`${counted(differences)}${drawn === undefined ? "" : `: ${drawn}`}`);
    }
    return 0;
  } catch (error) {
    if (json) console.log(JSON.stringify({ ok: false, refused: messageOf(error) }, undefined, 2));
    else console.error(messageOf(error));
    return 1;
  }
}

const counted = (differences: readonly DashboardDifference[]): string =>
  (["added", "changed", "removed"] as const)
    .map((kind) => `${differences.filter(({ change }) => change === kind).length} ${kind}`)
    .join(", ");

/** With the data of the site as it is now, for both: what differs are the dashboards. */
async function draw(
  differences: readonly DashboardDifference[],
  before: readonly SavedDashboard[],
  after: readonly SavedDashboard[],
  { out, site, ...look }: AskedDiff,
): Promise<string> {
  const shown = new Shown(site);
  await shown.load();
  if (shown.now === undefined) throw new Error(shown.problem);
  const own = shows(shown, {}, true);
  const browser = new Browser();
  const open: Pictures[] = [];
  const sideOf = async (dashboards: readonly SavedDashboard[]) => {
    const side = await pictures({ ...own, dashboards: () => dashboards }, browser, look);
    open.push(side);
    return side;
  };
  try {
    mkdirSync(out, { recursive: true });
    const sides = { old: await sideOf(before), new: await sideOf(after) };
    const drawn: DrawnDifference[] = [];
    for (const difference of differences) {
      const { uid, change, panels } = difference;
      const marked = panels.flatMap(({ id }) => id ?? []);
      const picture = async (side: "old" | "new") => {
        const file = `${uid}-${side}.png`;
        writeFileSync(join(out, file), (await sides[side].of(uid, marked)).png);
        return file;
      };
      drawn.push({
        difference,
        old: change === "added" ? undefined : await picture("old"),
        new: change === "removed" ? undefined : await picture("new"),
      });
    }
    const page = join(out, "index.html");
    writeFileSync(page, diffPage(drawn));
    const whole = await browser.page({ width: PAGE_WIDTH, height: 1000 });
    await whole.open(pathToFileURL(page).href, "document.readyState === 'complete'");
    writeFileSync(join(out, "diff.png"), await whole.picture());
    return page;
  } finally {
    for (const side of open) side.close();
    await browser.close();
  }
}
