import { parse } from "yaml";
import { MARKER } from "../../lib/gitops/write";
import type { KubernetesObject } from "../../lib/kubernetes/object";
import type { Scratch } from "../gitops/scratch";

export interface FileChange {
  /** Relative to the output. */
  readonly file: string;
  readonly change: "added" | "removed" | "changed";
  readonly old?: string;
  readonly new?: string;
  /** What Git prints of it, without the lines that name the file. */
  readonly lines: readonly string[];
}

export interface ObjectChange extends Omit<FileChange, "old" | "new"> {
  readonly kind: string;
  /** With its namespace, where it has one. */
  readonly name: string;
  readonly old?: KubernetesObject;
  readonly new?: KubernetesObject;
  /** The file it was in, of an object that another bundle holds now. */
  readonly movedFrom?: string;
}

export interface Changes {
  readonly objects: readonly ObjectChange[];
  /** Files that are no objects: dashboards, pages, tables. */
  readonly documents: readonly FileChange[];
  /** All of it, as Git prints it. */
  readonly patch: string;
}

/** What became of an output, given two trees of a repository. @default old - there was none: everything is added */
export function changesOf(repository: Scratch, old: string | undefined, now: string): Changes {
  const before = old ?? repository.git(["mktree"], "");
  const patch = repository.git(["-c", "core.quotePath=false", "diff", ...OPTIONS, before, now, "--", ".", `:(exclude)${MARKER}`]);
  const lines = linesByFile(patch);
  const found = named(repository, before, now);
  const ids = found.flatMap(({ change, oldId, newId }) => (change === "added" ? [newId] : change === "removed" ? [oldId] : [oldId, newId]));
  const texts = new Map(repository.texts(ids).map((text, index) => [ids[index], text]));
  const files = found.map(({ file, change, oldId, newId }): FileChange => {
    return { file, change, old: texts.get(oldId), new: texts.get(newId), lines: lines.get(file) ?? [] };
  });
  const read = files.map((file) => ({ file, object: objectChange(file) }));
  return {
    objects: joined(read.flatMap(({ object }) => object ?? [])),
    documents: read.flatMap(({ file, object }) => (object === undefined ? [file] : [])),
    patch: patch === "" ? "" : `${patch}\n`,
  };
}

/** Nothing of this machine's settings, and nothing taken for binary. */
const OPTIONS = [
  "--no-color",
  "--no-ext-diff",
  "--no-textconv",
  "--no-renames",
  "--text",
  "--unified=3",
  "--src-prefix=a/",
  "--dst-prefix=b/",
];

function named(repository: Scratch, old: string, now: string) {
  const raw = repository.git(["diff-tree", "-r", "-z", "--no-renames", old, now]);
  const kinds = { A: "added", D: "removed", M: "changed", T: "changed" } as const;
  return Array.from(
    raw.matchAll(/:\d+ \d+ ([0-9a-f]+) ([0-9a-f]+) ([ADMT])\0([^\0]+)\0/g),
    ([, oldId = "", newId = "", letter, file = ""]) => ({
      file,
      change: kinds[letter as keyof typeof kinds],
      oldId,
      newId,
    }),
  ).filter(({ file }) => file !== MARKER);
}

/** Every other line of a patch begins with a sign or a blank. */
function linesByFile(patch: string): ReadonlyMap<string, readonly string[]> {
  return new Map(
    patch.split(/^diff --git /m).flatMap((part) => {
      const lines = part.replace(/\n$/, "").split("\n");
      const first = lines.findIndex((line) => line.startsWith("@@"));
      // a name with a blank ends with a tab
      const [, file] = /^(?:\+\+\+ b|--- a)\/(.*?)\t?$/m.exec(lines.slice(0, Math.max(first, 0)).reverse().join("\n")) ?? [];
      return file === undefined ? [] : [[file, lines.slice(first)] as const];
    }),
  );
}

function objectChange({ old, new: now, ...rest }: FileChange): ObjectChange | undefined {
  const [before, after] = [old === undefined ? undefined : objectIn(old), now === undefined ? undefined : objectIn(now)];
  const { kind, metadata } = after ?? before ?? {};
  if (!rest.file.endsWith(".yml") || kind === undefined || metadata === undefined) return undefined;
  const name = metadata.namespace === undefined ? metadata.name : `${metadata.namespace}/${metadata.name}`;
  return { ...rest, kind, name, ...(before && { old: before }), ...(after && { new: after }) };
}

/** Somebody may have written anything into the published one. */
function objectIn(text: string): KubernetesObject | undefined {
  try {
    const read: unknown = parse(text);
    const { kind, metadata } = (read ?? {}) as Partial<KubernetesObject>;
    return typeof kind === "string" && typeof metadata?.name === "string" ? (read as KubernetesObject) : undefined;
  } catch {
    return undefined;
  }
}

/** One that was removed here and added there is the same object to a cluster, whatever bundle applies it. */
function joined(objects: readonly ObjectChange[]): ObjectChange[] {
  const keyOf = ({ kind, name, old, new: now }: ObjectChange) => `${(now ?? old)?.apiVersion.split("/")[0]} ${kind} ${name}`;
  const removed = new Map(objects.filter(({ change }) => change === "removed").map((one) => [keyOf(one), one]));
  const moved = new Set<ObjectChange>();
  const kept = objects.map((one): ObjectChange => {
    const from = one.change === "added" ? removed.get(keyOf(one)) : undefined;
    if (from === undefined) return one;
    moved.add(from);
    return { ...one, change: "changed", old: from.old, movedFrom: from.file };
  });
  return kept.filter((one) => !moved.has(one));
}
