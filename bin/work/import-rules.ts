import { existsSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { importedFrom, nameOf, placedRules, type RuleBundle } from "../../lib/alerts/rule";
import { REPOSITORY } from "../../lib/images/entry";
import type { Platform } from "../../lib/platform/platform";
import type { Refusal } from "../../lib/platform/refusal";
import type { Component } from "../../lib/site/component";
import { declared } from "../../main";
import { formattedFiles } from "../import/format";
import { absentFor, absentIn } from "../import-rules/absent";
import { importedFile, listFile } from "../import-rules/declarations";
import { difference } from "../import-rules/difference";
import { named } from "../import-rules/file-names";
import { type Changed, type FoundSource, type Refused, rulesOf } from "../import-rules/found";
import { LIST, made, OutputRefused, writeFiles } from "../import-rules/output";
import { ownable, ownFile } from "../import-rules/own-declarations";
import { mayHoldRules, readRules } from "../import-rules/rule-objects";
import { STDIN, sourceFiles } from "../import-rules/source-files";
import { absentText, differenceText, sharedNames, type Told, told } from "../import-rules/telling";
import { typedNames } from "../import-rules/typed-selectors";

export interface AskedRules {
  readonly site: string;
  readonly output?: string;
  readonly force?: boolean;
  readonly source?: string;
  readonly absent?: string;
  readonly own?: boolean;
  readonly component?: Component;
  readonly diff?: boolean;
  readonly json?: boolean;
}

/** What the site's file declares, or why it is refused. */
export type PlatformOf = typeof declared;

/** Rules of others -> declarations, or their difference to ours: 0 when all of them came through. */
export function importRules(path: string, asked: AskedRules, platformOf: PlatformOf = declared): 0 | 1 {
  if (path !== STDIN && !existsSync(path))
    return failed(asked, [{ check: "import-rules", where: path, what: "there is no such file or folder" }]);
  const platform = platformOf(asked.site);
  if ("refusal" in platform) return failed(asked, platform.refusal.findings, platform.refusal.text);
  try {
    return imported(path, asked, platform);
  } catch (error) {
    if (!(error instanceof OutputRefused)) throw error;
    return failed(asked, [{ check: "import-rules", where: asked.output ?? folderOf(asked), what: error.message }]);
  }
}

function failed(
  { json }: AskedRules,
  findings: Refusal["findings"],
  text = findings.map(({ where, what }) => `${where}: ${what}`).join("\n"),
): 1 {
  if (json) console.log(JSON.stringify({ ok: false, findings }, undefined, 2));
  else console.error(text);
  return 1;
}

interface Read {
  readonly sources: readonly FoundSource[];
  readonly refused: readonly Refused[];
  readonly changed: readonly Changed[];
  readonly files: number;
  readonly passedOver: readonly string[];
}

/** A line for those who wait; none for programs, and none that nobody would see. */
const WAITED_MS = 2000;

function read(path: string): Read {
  const { files, count, passedOver } = sourceFiles(path);
  const sources: FoundSource[] = [];
  const refused: Refused[] = [];
  const changed: Changed[] = [];
  let [done, said] = [0, Date.now()];
  for (const one of files) {
    if (process.stderr.isTTY && Date.now() - said > WAITED_MS) {
      said = Date.now();
      console.error(`read ${done} of ${count} files`);
    }
    done++;
    if ("problem" in one) refused.push({ file: one.file, at: { line: 1, column: 1 }, what: one.problem, fix: one.fix, rules: 0 });
    else if (count === 1 || mayHoldRules(one.text)) {
      const found = readRules(one.text, one.file);
      sources.push(...found.sources);
      refused.push(...found.refused);
      changed.push(...found.changed);
    }
  }
  return { sources, refused, changed, files: count, passedOver };
}

function imported(path: string, asked: AskedRules, platform: Platform): 0 | 1 {
  const found = read(path);
  const own = asked.own ? ownable(found.sources, asked.component) : undefined;
  const all = {
    ...found,
    ...own,
    refused: [...found.refused, ...(own?.refused ?? [])],
    changed: [...found.changed, ...(own?.changed ?? [])],
  };
  const sources = all.sources.filter((source) => rulesOf(source).length > 0);
  const came = sources.flatMap(rulesOf);
  const isRight = all.refused.length === 0 && came.length > 0;
  const given: Told = { ...all, sources, path };
  const lines = asked.diff ? compared(given, platform, asked) : written(given, platform, asked);
  if (!asked.json && lines.length > 0) console.log(lines.join("\n"));
  return isRight ? 0 : 1;
}

function compared(given: Told, platform: Platform, { json }: AskedRules): string[] {
  const { leftOut } = platform.waiting;
  const left = leftOut.flatMap(({ exporter, rules }) => rules.map((rule) => ({ area: `left out without ${exporter}`, group: "", rule })));
  const found = difference(given.sources.flatMap(rulesOf), [...placedRules(platform.rules), ...left]);
  if (json) console.log(JSON.stringify({ ...told(given).json, ...differenceText(found).json }, undefined, 2));
  return json ? [] : [...told(given).lines, ...differenceText(found).lines];
}

const folderOf = ({ output }: AskedRules): string => output ?? relative("", join(REPOSITORY, "rules/imported"));

function written(given: Told, platform: Platform, asked: AskedRules): string[] {
  const isPrinted = asked.output === "-";
  const folder = folderOf({ ...asked, output: isPrinted ? undefined : asked.output });
  const inRepository = relative(REPOSITORY, folder).split(sep).join("/");
  const imports = platform.rules.filter(({ groups }) => groups.every(({ rules }) => rules.every(({ kind }) => kind === "imported")));
  const taken = new Set(platform.rules.filter((bundle) => !imports.includes(bundle)).map(({ area }) => area));
  // again, what it made before is what it makes anew
  const all = named(given.sources, new Set([...taken].filter((area) => !isOurs(platform, area, inRepository))));
  const areas = all.map(({ source, area }): RuleBundle => {
    const pack = { source: asked.source ?? source.file };
    const groups = source.groups.map(({ name, rules }) => ({
      name,
      rules: importedFrom(
        pack,
        rules.map(({ rule }) => rule),
      ),
    }));
    return { area, groups };
  });
  const typed = asked.own ? typedNames(REPOSITORY, platform.scrapes) : new Map();
  const others = platform.rules.filter((bundle) => !areas.some(({ area }) => area === bundle.area));
  const context = { ...platform, rules: others };
  const files = new Map(
    all.map((one, index) => {
      const where = { folder: inRepository, file: `${inRepository}/${one.area}.ts` };
      if (asked.own) return [`${one.area}.ts`, ownFile(one, asked.component, typed, where)] as const;
      const rest = areas.filter((_, at) => at !== index);
      const absent =
        asked.absent === undefined
          ? undefined
          : absentFor(absentIn({ ...context, rules: [...others, ...rest] }, areas.slice(index, index + 1)), asked.absent);
      return [`${one.area}.ts`, importedFile(one, { source: asked.source ?? one.source.file, absent }, where)] as const;
    }),
  );
  const missing = absentIn(context, areas);
  if (files.size > 0 && !isPrinted) {
    const listed = [...made(folder, new Set(all.map(({ area }) => area))), ...all].sort((a, b) => (a.area < b.area ? -1 : 1));
    files.set(`${LIST}.ts`, listFile(listed, { folder: inRepository }));
  }
  const texts = formattedFiles(files);
  if (isPrinted && !asked.json) for (const text of texts.values()) console.log(text);
  if (!isPrinted && texts.size > 0) writeFiles(folder, texts, asked.force ?? false);
  const paths = isPrinted ? [] : [...texts.keys()].map((name) => join(folder, name));
  const printable = told(given);
  const absent = absentText(missing, asked.own ? "own" : asked.absent === undefined ? "open" : "listed");
  if (asked.json) {
    const printed = isPrinted ? { files: Object.fromEntries(texts) } : {};
    console.log(JSON.stringify({ ...printable.json, written: paths, ...printed, missing: absent.json }, undefined, 2));
    return [];
  }
  const names = new Set(placedRules(others).map(({ rule }) => nameOf(rule)));
  const lines = [...printable.lines, ...sharedNames(given.sources.flatMap(rulesOf), names), ...absent.lines];
  if (isPrinted) {
    console.error(lines.join("\n"));
    return [];
  }
  return paths.length === 0 ? lines : [...lines, ...intoForce(paths, inRepository, asked.own ?? false)];
}

/** An area that this folder declares already, in force. */
const isOurs = ({ rules }: Platform, area: string, folder: string): boolean =>
  rules.some((bundle) => bundle.area === area && bundle.file === `${folder}/${area}.ts`);

function intoForce(paths: readonly string[], folder: string, isOwn: boolean): string[] {
  return [
    `${paths.length} files -> ${relative("", join(REPOSITORY, folder)) || "."}/`,
    "to put them into force, import the list in charts/rules.ts, and give what at() returns there one line more, above its bundles:",
    `  import { importedRules } from "../${folder}/${LIST}";`,
    "  declares: { rules: importedRules },",
    ...(isOwn
      ? ["each proof is a draft: a synth refuses it until it is written, and asks for a page in docs/runbooks/ for each alert"]
      : []),
  ];
}
