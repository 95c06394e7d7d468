import { remembered } from "../remembered";

/** A summary without its template: labels and the value by their names, anything else by what the template says. */
export const readableTemplate = remembered((summary): string =>
  summary.replace(/\{\{-?\s*(.*?)\s*-?\}\}/g, (_, action: string) => `\`${action.replace(/^\$(?:labels\.)?/, "")}\``),
);
