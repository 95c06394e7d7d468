import { statSync } from "node:fs";
import { resolve } from "node:path";
import { Scratch } from "../gitops/scratch";
import { type Changes, changesOf } from "../review/changes";
import { countsLine, report } from "../review/report";
import { ruleChanges } from "../review/rule-changes";

export interface AskedDiff {
  readonly markdown?: boolean;
  readonly patch?: boolean;
  readonly json?: boolean;
}

/** Says what became of an output; that it is another is no mistake. */
export function diff(old: string, now: string, { markdown, patch, json }: AskedDiff): 0 | 1 {
  const missing = [old, now].find((folder) => statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true);
  if (missing !== undefined) {
    const what = `"${missing}" is no folder; name an output, such as dist, or the folder of a checkout that holds one`;
    console.error(what);
    if (json) console.log(JSON.stringify({ ok: false, findings: [{ check: "diff", where: missing, what }] }, undefined, 2));
    return 1;
  }
  const scratch = new Scratch().init();
  try {
    const changes = changesOf(scratch, scratch.treeOf(resolve(old)), scratch.treeOf(resolve(now)));
    if (json) console.log(JSON.stringify({ ok: true, ...forPrograms(changes), findings: [] }, undefined, 2));
    else if (patch) console.log(changes.patch.trimEnd());
    else if (markdown)
      console.log(report(changes, { title: now, comparedWith: `\`${old}\``, whole: "`belfry diff --patch`" }, Number.POSITIVE_INFINITY));
    else for (const line of lines(changes)) console.log(line);
    return 0;
  } finally {
    scratch.remove();
  }
}

export function forPrograms({ objects, documents }: Changes) {
  return {
    objects: objects.map(({ change, kind, name, file, movedFrom }) => ({ change, kind, name, file, movedFrom })),
    rules: ruleChanges(objects).map(({ change, name, group, file }) => ({ change, name, group, file })),
    documents: documents.map(({ change, file }) => ({ change, file })),
  };
}

/** Counts, rules with what is another in them, then each object and file. */
export function lines(changes: Changes): string[] {
  const rules = ruleChanges(changes.objects);
  return [
    countsLine(changes, rules),
    ...rules.flatMap(({ change, isAlert, name, file, lines: own }) => [
      `  ${change.padEnd(7)} ${isAlert ? "alert" : "recording"} ${name}  ${file}`,
      ...(change === "changed" ? own.map((line) => `    ${line}`) : []),
    ]),
    ...changes.objects.map(({ change, kind, name, file, movedFrom }) => {
      return `  ${change.padEnd(7)} ${kind} ${name}  ${file}${movedFrom === undefined ? "" : `, was ${movedFrom}`}`;
    }),
    ...changes.documents.map(({ change, file }) => `  ${change.padEnd(7)} ${file}`),
  ];
}
