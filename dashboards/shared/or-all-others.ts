/**
 * A timeline of what is not as it should be: those alone have a line, and one more says that the others were looked at, so that a healthy installation shows
 * no empty panel. Its value is what all others have.
 */
export const orAllOthers = (expr: string, label: string, value: number): string =>
  `${expr}\nor label_replace(vector(${value}), ${JSON.stringify(label)}, "all others", "", "")`;
