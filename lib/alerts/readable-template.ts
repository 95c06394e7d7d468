/** A summary without its template: labels and the value by their names, anything else by what the template says. */
export function readableTemplate(summary: string): string {
  return summary.replace(/\{\{-?\s*(.*?)\s*-?\}\}/g, (_, action: string) => `\`${action.replace(/^\$(?:labels\.)?/, "")}\``);
}
