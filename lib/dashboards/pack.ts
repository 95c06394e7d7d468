/** A dashboard as the application reads it: a file of classic JSON. */
export interface DashboardFile {
  readonly uid: string;
  readonly json: string;
}

/** A ConfigMap that holds files of one folder. */
export interface Pack {
  readonly name: string;
  /** File name -> content. */
  readonly data: Readonly<Record<string, string>>;
}

/**
 * The API server takes 1 MiB of a ConfigMap's data. Whoever applies on the client's side writes all of it once more into an annotation, and the names,
 * labels and quotes around it take room too: no form of one is larger than this.
 */
export const MOST_BYTES = 900 * 1024;

/** What a ConfigMap has beside its files. */
const AROUND_BYTES = 4 * 1024;

/** So much at most is in one, as it is written. */
export const MOST_PACKED = MOST_BYTES - AROUND_BYTES;

/** A line of a file stands below its key, which stands below `data`. */
const INDENT = 4;

/** What a file takes of a ConfigMap, be that written as JSON, which puts a sign before every quote and end of line, or as YAML, which sets every line in. */
export function packedBytes({ uid, json }: DashboardFile): number {
  const lines = json.split("\n").length + 1;
  const inBlock = Buffer.byteLength(json) + INDENT * lines + Buffer.byteLength(fileName(uid));
  return Math.max(Buffer.byteLength(JSON.stringify({ [fileName(uid)]: json })), inBlock);
}

export const fileName = (uid: string): string => `${uid}.json`;

/** Files of a folder in as few ConfigMaps as hold them, in the order given: `name`, `name-2`, ... One that is too large by itself is alone. */
export function packsOf(name: string, files: readonly DashboardFile[]): Pack[] {
  const packs: { bytes: number; data: Record<string, string> }[] = [];
  for (const file of files) {
    const bytes = packedBytes(file);
    const last = packs.at(-1);
    const into = last !== undefined && last.bytes + bytes <= MOST_PACKED ? last : { bytes: 0, data: {} };
    if (into !== last) packs.push(into);
    into.bytes += bytes;
    into.data[fileName(file.uid)] = file.json;
  }
  return packs.map(({ data }, index) => ({ name: index === 0 ? name : `${name}-${index + 1}`, data }));
}
