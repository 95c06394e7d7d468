import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { ROOT } from "../example-site";

export const FORGES = ["github", "forgejo", "gitlab"] as const;
export type ForgeName = (typeof FORGES)[number];

export type Loose = Readonly<Record<string, unknown>>;

export const readWorkflow = (forge: ForgeName): Loose => parse(readFileSync(join(ROOT, `workflows/${forge}.yml`), "utf8")) as Loose;

/** What a runner knows: the contexts of an expression, or the variables of a pipeline. */
export interface Context {
  /** By dotted path: `secrets.GITOPS_WRITE_TOKEN`, `github.event_name`. Of GitLab, the variables themselves. */
  readonly values: Readonly<Record<string, string>>;
}

export interface Step {
  /** A shell's text, or an action by its name. */
  readonly run?: string;
  readonly uses?: string;
  readonly env: Readonly<Record<string, string>>;
  /** Whether it runs after one that failed. */
  readonly isAlways: boolean;
}

/** The steps of a job in their order, with their variables; nothing where the job is not run. */
export function stepsOf(forge: ForgeName, job: string, context: Context): Step[] | undefined {
  const workflow = readWorkflow(forge);
  return forge === "gitlab" ? gitlabSteps(workflow, job, context) : githubSteps(workflow, job, context);
}

/** As much of GitHub's expressions as the workflows use: a path, and a comparison with a text. */
export function evaluated(expression: string, { values }: Context): string {
  const [, path = "", text] = /^([\w.-]+)(?:\s*==\s*'([^']*)')?$/.exec(expression.trim()) ?? [];
  if (path === "") throw new Error(`the expression "${expression}" is not read here`);
  // a secret that is not there is empty, as in a pull request from a fork
  const value = values[path] ?? "";
  return text === undefined ? value : String(value === text);
}

const filled = (text: string, context: Context): string =>
  text.replaceAll(/\$\{\{(.*?)\}\}/g, (_, inside: string) => evaluated(inside, context));

function envOf(holder: Loose, context: Context): Record<string, string> {
  const env = (holder.env ?? {}) as Loose;
  return Object.fromEntries(Object.entries(env).map(([name, value]) => [name, filled(String(value), context)]));
}

function githubSteps(workflow: Loose, name: string, context: Context): Step[] | undefined {
  const job = (workflow.jobs as Readonly<Record<string, Loose>>)[name] ?? {};
  if (job.if !== undefined && evaluated(String(job.if), context) !== "true") return undefined;
  return (job.steps as readonly Loose[]).map((step) => ({
    ...(step.run !== undefined && { run: filled(String(step.run), context) }),
    ...(step.uses !== undefined && { uses: String(step.uses) }),
    env: { ...envOf(workflow, context), ...envOf(job, context), ...envOf(step, context) },
    isAlways: step.if === "always()",
  }));
}

function gitlabSteps(workflow: Loose, name: string, { values }: Context): Step[] | undefined {
  const job = workflow[name] as Loose;
  const rules = job.rules as readonly Loose[] | undefined;
  if (rules !== undefined && !rules.some(({ if: condition }) => holds(String(condition), values))) return undefined;
  const env = {
    ...(workflow.variables as Readonly<Record<string, string>>),
    ...(job.variables as Readonly<Record<string, string>>),
    ...values,
  };
  // one shell for all of them, which ends with the first that fails
  return [{ run: (job.script as readonly string[]).join("\n"), env, isAlways: false }];
}

/** A comparison of a variable with a text or another variable. */
function holds(condition: string, values: Readonly<Record<string, string>>): boolean {
  const [, left = "", text, right] = /^\$(\w+) == (?:"([^"]*)"|\$(\w+))$/.exec(condition) ?? [];
  if (left === "") throw new Error(`the rule "${condition}" is not read here`);
  return values[left] !== undefined && values[left] === (right === undefined ? text : values[right]);
}
