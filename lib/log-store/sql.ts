/** A name as PostgreSQL's dialect, which the store reads, takes it for one whatever it spells: `user` is a word of the language. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

export const textOf = (value: string | number | boolean): string =>
  typeof value === "string" ? `'${value.replaceAll("'", "''")}'` : String(value);
