import { type Flaw, section, text } from "../field";
import { url } from "../url";

/** A component or the page itself, as the page's own API names them: short, and safe in a path. */
export const pageId = (example: string) => text(example, pageIdFlaw);

/** The public status page. */
export const statusPage = {
  keys: {
    status_page: section({
      api_url: url("https://api.statuspage.io"),
      page_id: pageId("abc123"),
    }),
  },
};

function pageIdFlaw(text: string): Flaw | undefined {
  return /^[A-Za-z0-9_-]{1,64}$/.test(text) ? undefined : { wrong: "is not an id of the status page (letters, digits, - and _)" };
}
