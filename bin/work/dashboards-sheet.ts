import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { FOLDER_TITLES } from "../../lib/dashboards/folder";
import { dashboardPlace } from "../../lib/dashboards/placed";
import { messageOf } from "../../lib/message-of";
import { didYouMean } from "../../lib/site/did-you-mean";
import { Browser, chromiumPath } from "../preview/browser";
import { contactSheet, type Thumb } from "../preview/contact-sheet";
import { type Defect, type Pictures, pictures } from "../preview/pictures";
import { Shown } from "../preview/shown";
import { shows } from "./dashboards-preview";

export interface AskedSheet {
  readonly out: string;
  readonly only?: readonly string[];
  readonly theme: "dark" | "light";
  readonly width: number;
  readonly fault?: string;
  readonly url?: string;
  readonly json?: boolean;
}

interface Drawn {
  readonly uid: string;
  readonly file: string;
  readonly milliseconds: number;
  readonly busyMilliseconds: number;
  readonly defects: readonly Defect[];
}

const SHEET_WIDTH = 2400;

/** Writes a picture of each dashboard and one of all; 1 where something on them can't be read. */
export async function sheet(siteFile: string, asked: AskedSheet): Promise<0 | 1> {
  const { out, only, json = false } = asked;
  const shown = new Shown(siteFile);
  await shown.load();
  if (shown.now === undefined) return refused(shown.problem ?? "", json);
  const all = [...shown.now.dashboards].sort((a, b) => FOLDER_TITLES.indexOf(a.folder) - FOLDER_TITLES.indexOf(b.folder));
  const uids = all.map(({ model }) => model.uid);
  const unknown = only?.find((uid) => !uids.includes(uid));
  if (unknown !== undefined) {
    const meant = didYouMean(unknown, uids);
    return refused(`there is no dashboard "${unknown}" at this site${meant === undefined ? "" : `; did you mean ${meant}?`}`, json);
  }
  if (asked.fault !== undefined && !shown.now.faults.includes(asked.fault))
    return refused(`there is no fault "${asked.fault}" at this site`, json);
  let program: string;
  try {
    program = chromiumPath();
  } catch (error) {
    return refused(messageOf(error), json);
  }
  const browser = new Browser(program);
  let taken: Pictures | undefined;
  try {
    mkdirSync(out, { recursive: true });
    // what it takes to make the world is no dashboard's
    if (asked.url === undefined) shown.now.source();
    taken = await pictures(shows(shown, asked, true), browser, asked);
    const drawn: Drawn[] = [];
    const thumbs: Thumb[] = [];
    for (const one of all.filter(({ model }) => only?.includes(model.uid) ?? true)) {
      const { uid, title } = one.model;
      const { png, ...told } = await taken.of(uid);
      const file = `${uid}.png`;
      writeFileSync(join(out, file), png);
      drawn.push({ uid, file: join(out, file), ...told });
      thumbs.push({ folder: one.folder, title, file });
      if (!json) for (const { panel, what } of told.defects) console.error(`${dashboardPlace(one)} panel "${panel}" ${what}`);
    }
    writeFileSync(join(out, "index.html"), contactSheet(thumbs));
    const page = await browser.page({ width: SHEET_WIDTH, height: 1000 });
    await page.open(pathToFileURL(join(out, "index.html")).href, "document.readyState === 'complete'");
    writeFileSync(join(out, "sheet.png"), await page.picture());
    return printed(drawn, out, json);
  } catch (error) {
    return refused(messageOf(error), json);
  } finally {
    taken?.close();
    await browser.close();
  }
}

function printed(drawn: readonly Drawn[], out: string, json: boolean): 0 | 1 {
  const count = drawn.reduce((sum, { defects }) => sum + defects.length, 0);
  if (json) console.log(JSON.stringify({ ok: count === 0, sheet: join(out, "sheet.png"), dashboards: drawn }, undefined, 2));
  else {
    const slowest = Math.max(...drawn.map(({ milliseconds }) => milliseconds));
    const wrong = count === 0 ? "all can be read" : `${count} things can't be read`;
    console.log(`${drawn.length} pictures and ${join(out, "sheet.png")}: ${wrong}; the slowest was drawn in ${slowest} ms`);
  }
  return count === 0 ? 0 : 1;
}

function refused(why: string, json: boolean): 1 {
  if (json) console.log(JSON.stringify({ ok: false, refused: why }, undefined, 2));
  else console.error(why);
  return 1;
}
