import { parseSite } from "../../lib/site/load";
import { SiteError } from "../../lib/site/site-error";

/** The lines of the message without the file's name. */
export function mistakes(read: () => unknown): string[] {
  try {
    read();
  } catch (error) {
    if (!(error instanceof SiteError)) throw error;
    return error.message.split("\n").map((line) => line.replace(/^site\.yaml:/, ""));
  }
  return [];
}

export const mistakesOf = (text: string) => mistakes(() => parseSite(text, "site.yaml"));
