// Prevents a list of log lines that stays empty: of a stream that nobody stores, or by a column that no record of it has.
import { LOGS_SOURCE } from "../dashboards/data-source";
import { panelsOf } from "../dashboards/model";
import { dashboardPlace, placedDashboards } from "../dashboards/placed";
import type { Platform } from "../platform/platform";
import { didYouMean } from "../site/did-you-mean";
import type { Check, Finding } from "./check";

export const dashboardLogQueries: Check = {
  name: "dashboard-log-queries",
  run: (platform) =>
    placedDashboards(platform).flatMap((one) =>
      panelsOf(one.model).flatMap(({ title = "", targets = [] }) =>
        targets
          .flatMap(({ query, datasource }) => (isLogs(datasource) && typeof query === "string" ? [query] : []))
          .flatMap((sql) =>
            problems(sql, platform).map(({ what, fix }) => ({ where: dashboardPlace(one), what: `panel "${title}": ${what}`, fix })),
          ),
      ),
    ),
};

const isLogs = (source: unknown): boolean =>
  source === LOGS_SOURCE.uid || (typeof source === "object" && source !== null && "uid" in source && source.uid === LOGS_SOURCE.uid);

function problems(sql: string, { streams, logs }: Pick<Platform, "streams" | "logs">): Omit<Finding, "where">[] {
  const { from, names } = readSql(sql);
  const known = streams.map(({ name }) => name);
  if (from.length === 0) return [{ what: "its query names no stream", fix: 'write SELECT ... FROM "<stream>" ...' }];
  return from.flatMap((name) => {
    const stream = streams.find((one) => one.name === name);
    if (stream === undefined)
      return [{ what: `no stream "${name}" is stored${meant(name, known)}`, fix: `use one of: ${known.join(", ")}` }];
    const columns = [TIME, ...Object.keys({ ...logs.sharedColumns, ...stream.columns })];
    return names
      .filter((column) => !columns.includes(column))
      .map((column) => ({
        what: `it reads column "${column}", which no record of the stream ${name} has${meant(column, columns)}`,
        fix: `use one of: ${columns.join(", ")}`,
      }));
  });
}

/** What the store puts in front of every record. */
const TIME = "_timestamp";

const meant = (name: string, among: readonly string[]): string => {
  const near = didYouMean(name, among);
  return near === undefined ? "" : `; did you mean "${near}"?`;
};

/** Texts and comments, then what is quoted, then words, numbers and the sign that makes a function of a word. */
const TOKEN = /'(?:[^']|'')*'|--[^\n]*|"((?:[^"]|"")+)"|([A-Za-z_]\w*)(\s*\()?|\d[\w.]*/g;

/** Words of the language in what a panel asks; everything else that is no function and no alias is a name. */
const WORDS = new Set(
  "select from where and or not in is null true false like ilike between as order group by having desc asc limit offset distinct case when then else end interval on join left inner nulls first last cast over partition".split(
    " ",
  ),
);

interface Sql {
  readonly from: readonly string[];
  readonly names: readonly string[];
}

/** The streams that a query reads and every other name in it, each once; what it calls something itself is none. */
function readSql(sql: string): Sql {
  const from: string[] = [];
  const names: string[] = [];
  const own = new Set<string>();
  let before = "";
  for (const [, quotedName, word, call] of sql.matchAll(TOKEN)) {
    const name = quotedName?.replaceAll('""', '"') ?? word;
    if (name === undefined) continue;
    const isWord = word !== undefined && WORDS.has(word.toLowerCase());
    if (!isWord && call === undefined) {
      if (before === "from" || before === "join") from.push(name);
      else if (before === "as") own.add(name);
      else names.push(name);
    }
    before = isWord ? name.toLowerCase() : "";
  }
  return { from: [...new Set(from)], names: [...new Set(names)].filter((name) => !own.has(name) && !from.includes(name)) };
}
