import { isKept } from "../../lib/kubernetes/kept";
import type { Changes, ObjectChange } from "./changes";
import { dashboardLines, isDashboard } from "./dashboard-changes";
import { type Section, within } from "./fitted";
import { type RuleChange, ruleChanges } from "./rule-changes";

/** What a report says besides the changes. */
export interface Told {
  /** Of the cluster. */
  readonly title: string;
  /** What the new output was compared with. */
  readonly comparedWith: string;
  /** What the synth said of the new output. @default - nothing */
  readonly summary?: string;
  /** Where the whole diff lies, in Markdown. */
  readonly whole: string;
}

/** What a reviewer reads, in Markdown: counts, what to look at twice, rules, dashboards, then each object's diff, folded. */
export function report(changes: Changes, { title, comparedWith, summary, whole }: Told, limit: number): string {
  const rules = ruleChanges(changes.objects);
  const head = [
    `### \`${title}\`: ${countsLine(changes, rules)}`,
    `Compared with ${comparedWith}.`,
    ...(summary === undefined ? [] : [folded("What the synth says", fenced("", summary.split("\n")))]),
  ].join("\n\n");
  const bullets = (lines: readonly string[]) => lines.map((line) => `- ${line}`);
  const pages = changes.documents.filter((one) => !isDashboard(one)).map(({ change, file }) => `${change} ${code(file)}`);
  const sections: Section[] = [
    { title: "Look twice", items: bullets(warnings(changes.objects)), between: "\n", of: "warnings" },
    { title: "Rules", items: ruleItems(rules), between: "\n\n", of: "rules" },
    { title: "Dashboards", items: bullets(dashboardLines(changes.documents)), between: "\n", of: "dashboards" },
    { title: "Objects", items: objectItems(changes.objects), between: "\n\n", of: "diffs of objects" },
    { title: "Pages and tables", items: bullets(pages), between: "\n", of: "pages and tables" },
  ];
  return within(limit, head, sections, `The whole diff: ${whole}.`);
}

/** Nothing is published yet: a diff would be the whole output. */
export function firstReport({ title, comparedWith, summary = "" }: Told): string {
  return `### \`${title}\`: everything is new\n\nNothing is published in ${comparedWith} yet.\n\n${fenced("", summary.split("\n"))}\n`;
}

/** What is published is not for everybody to read. */
export function unreadReport({ title, comparedWith, summary = "" }: Told): string {
  return `### \`${title}\`: synthesized, and not compared\n\nTo read ${comparedWith} takes a token, which a pull request from somebody else's copy is not given.\n\n${fenced("", summary.split("\n"))}\n`;
}

/** What the synth refused, and why. */
export function refusalReport(siteFile: string, text: string, limit: number): string {
  const head = `### \`${siteFile}\` is refused\n\n`;
  const room = limit - head.length - REST.length - FENCE_ROOM;
  const shown = text.length > room ? `${text.slice(0, Math.max(0, text.lastIndexOf("\n", room)))}\n${REST}` : text;
  return `${head}${fenced("", shown.split("\n"))}\n`;
}

/** For the fence about it, which is longer where the text has one. */
const FENCE_ROOM = 100;
const REST = "... the rest stands in the log of the run";

/** One line: what there is, by kind of thing and of change. */
export function countsLine({ objects, documents }: Changes, rules: readonly RuleChange[] = ruleChanges(objects)): string {
  const dashboards = documents.filter(isDashboard);
  const parts = [
    counted(objects, "object"),
    counted(
      rules.filter(({ isAlert }) => isAlert),
      "alert",
    ),
    counted(
      rules.filter(({ isAlert }) => !isAlert),
      "recording",
    ),
    counted(dashboards, "dashboard"),
    counted(
      documents.filter((one) => !isDashboard(one)),
      "page or table",
      "pages or tables",
    ),
  ].filter((part) => part !== "");
  return parts.length === 0 ? "nothing changes" : parts.join("; ");
}

function counted(all: readonly { readonly change: string }[], one: string, many = `${one}s`): string {
  const counts = (["added", "removed", "changed"] as const).map(
    (change) => [change, all.filter((each) => each.change === change).length] as const,
  );
  const told = counts.filter(([, count]) => count > 0);
  if (told.length === 0) return "";
  const [[first, count = 0] = ["", 0], ...more] = told;
  return [`${count} ${count === 1 ? one : many} ${first}`, ...more.map(([change, n]) => `${n} ${change}`)].join(", ");
}

const nameOf = ({ kind, name }: ObjectChange): string => `${kind} ${code(name)}`;

/** What can't be taken back, or is noticed at once. */
function warnings(objects: readonly ObjectChange[]): string[] {
  const removed = objects.filter(({ change }) => change === "removed");
  const stays = removed.filter(({ old }) => old !== undefined && isKept(old));
  const goes = removed.filter((one) => !stays.includes(one));
  const restarted = objects.filter(({ change, old, new: now }) => change === "changed" && templateOf(old) !== templateOf(now));
  const moved = objects.filter(({ movedFrom }) => movedFrom !== undefined);
  return [
    ...listed("deleted from the cluster", goes),
    ...listed("no longer applied, and stays in the cluster", stays),
    ...listed("pods start anew", restarted),
    ...listed("goes over to another Application", moved),
  ];
}

const MOST_NAMES = 30;

function listed(what: string, objects: readonly ObjectChange[]): string[] {
  if (objects.length === 0) return [];
  const more = objects.length > MOST_NAMES ? ` and ${objects.length - MOST_NAMES} more` : "";
  return [`${what}: ${objects.slice(0, MOST_NAMES).map(nameOf).join(", ")}${more}`];
}

/** Of what keeps pods running: a CronJob's next run has the new one without a restart. */
function templateOf(object: ObjectChange["old"]): string | undefined {
  const spec = object?.spec as { readonly template?: unknown } | undefined;
  return JSON.stringify(spec?.template);
}

/** What a change of a rule is about stands in full; of one that is new, what it asks and tells; one that is gone, only by its name. */
function ruleItems(rules: readonly RuleChange[]): string[] {
  const title = ({ change, isAlert, name, group, file }: RuleChange) =>
    `${change} ${isAlert ? "alert" : "recording"} ${code(name)}, group ${code(group)}, ${code(file)}`;
  const of = (change: RuleChange["change"]) => rules.filter((rule) => rule.change === change);
  const gone = of("removed").map((rule) => `- ${title(rule)}`);
  const fresh = of("added").map((rule) => `${title(rule)}\n\n${fenced("diff", rule.lines.filter(isOfInterest))}`);
  return [
    ...of("changed").map((rule) => `${title(rule)}\n\n${fenced("diff", rule.lines)}`),
    ...(gone.length === 0 ? [] : [gone.join("\n")]),
    ...fresh,
  ];
}

/** What every alert has alike is in its manifest. */
const isOfInterest = (line: string): boolean => !/^. (?:labels\.team|annotations\.\w+_url): /.test(line);

/** Those with the same lines are one thing to read: a new image of ten jobs. */
function objectItems(objects: readonly ObjectChange[]): string[] {
  const alike = new Map<string, ObjectChange[]>();
  for (const one of [...objects].sort((a, b) => order(a) - order(b))) {
    const edits = one.lines.filter((line) => /^[+-]/.test(line)).map((line) => `${line[0]}${line.slice(1).trim()}`);
    const key = one.change === "changed" && one.movedFrom === undefined ? edits.join("\n") : one.file;
    alike.set(key, [...(alike.get(key) ?? []), one]);
  }
  return [...alike.values()].map((all) => {
    const [first, ...more] = all as [ObjectChange, ...ObjectChange[]];
    const from = first.movedFrom === undefined ? "" : `, was <code>${escaped(first.movedFrom)}</code>`;
    const title = `${first.change} ${first.kind} <b>${escaped(first.name)}</b>, <code>${escaped(first.file)}</code>${from}`;
    const same = more.length === 0 ? "" : `, and the same in ${more.length} more`;
    const names = more.length === 0 ? "" : `The same in ${more.map(nameOf).join(", ")}.\n\n`;
    const isAsItWas = first.movedFrom !== undefined && JSON.stringify(first.old) === JSON.stringify(first.new);
    return folded(`${title}${same}`, isAsItWas ? "Nothing else of it changes." : `${names}${fenced("diff", first.lines)}`);
  });
}

/** What reads as a whole elsewhere in the report, or is another text of the same, comes last. */
const order = ({ kind, file }: ObjectChange): number => (kind === "VMRule" ? 1 : /\/configmap-dashboards-/.test(file) ? 2 : 0);

const folded = (title: string, body: string): string => `<details><summary>${title}</summary>\n\n${body}\n\n</details>`;

/** Longer than any in the text. */
function fenced(language: string, lines: readonly string[]): string {
  const longest = Math.max(2, ...lines.flatMap((line) => Array.from(line.matchAll(/`+/g), ([ticks]) => ticks.length)));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${lines.join("\n")}\n${fence}`;
}

const code = (text: string): string => `\`${text.replaceAll("`", "'")}\``;
const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
