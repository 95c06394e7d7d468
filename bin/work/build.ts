import { loadSite } from "../../lib/site/load";
import { refusalOf } from "../../main";
import { contextLine, writeContexts } from "../images/contexts";

/** Every image context; a broken site leaves the last build alone. */
export function buildImages(siteFile: string, { json = false }: { readonly json?: boolean } = {}): 0 | 1 {
  const print = (outcome: object) => console.log(JSON.stringify(outcome, undefined, 2));
  try {
    const images = writeContexts(loadSite(siteFile));
    if (json) print({ ok: true, images: images.map(({ name, tag, path }) => ({ name, tag, path })), findings: [] });
    else for (const one of images) console.log(contextLine(one));
    return 0;
  } catch (error) {
    const { text, findings } = refusalOf(error, { siteFile });
    if (json) print({ ok: false, findings });
    else console.error(text);
    return 1;
  }
}
