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
 * labels and quotes around it take room too.
 */
export const MOST_BYTES = 900 * 1024;

/** Files of a folder in as few ConfigMaps as hold them, in the order given: `name`, `name-2`, ... */
export function packsOf(name: string, files: readonly DashboardFile[]): Pack[] {
  const packs: { bytes: number; data: Record<string, string> }[] = [];
  for (const { uid, json } of files) {
    const bytes = Buffer.byteLength(json);
    const last = packs.at(-1);
    const into = last !== undefined && last.bytes + bytes <= MOST_BYTES ? last : { bytes: 0, data: {} };
    if (into !== last) packs.push(into);
    into.bytes += bytes;
    into.data[`${uid}.json`] = json;
  }
  return packs.map(({ data }, index) => ({ name: index === 0 ? name : `${name}-${index + 1}`, data }));
}
