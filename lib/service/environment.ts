/** A service's configuration: environment variables, read once at start, every mistake reported at once. */
import { readFileSync } from "node:fs";
import * as z from "zod/mini";
import type { Site } from "../site/schema";

export interface Variable<T> {
  /** One line for `--help`. */
  readonly help: string;
  /** What is allowed, as it completes "use ...". */
  readonly allowed: string;
  readonly schema: z.ZodMiniType<T>;
  /** As it would be written in the environment. @default - the variable is required */
  readonly default?: string;
  /** A secret is never quoted, and may come from the file that `<NAME>_FILE` names. @default false */
  readonly secret?: boolean;
  /** It is the path of this file. @default - it is no path of a file made from the site */
  readonly siteFile?: SiteFile;
  /** Its text is JSON. @default false */
  readonly isJson?: boolean;
  /** It is the folder that outlives the process; its default is where the folder is mounted. @default false */
  readonly isState?: boolean;
}

/** A configuration file that is made from the site: mounted in the cluster, written beside the bundle by the build. */
export interface SiteFile {
  readonly name: string;
  readonly content: (site: Site) => string;
}

export type Variables = Readonly<Record<string, Variable<unknown>>>;
export type Configuration<V extends Variables> = { readonly [Name in keyof V]: V[Name] extends Variable<infer T> ? T : never };
/** What is known of a configuration before its secrets are. */
export type PublicConfiguration<V extends Variables> = {
  readonly [Name in keyof V as V[Name] extends { readonly secret: true } ? never : Name]: Configuration<V>[Name];
};
export type Environment = Readonly<Record<string, string | undefined>>;

const digits = z.string().check(z.regex(/^\d{1,15}$/));

export function wholeNumber(min: number, max: number): Pick<Variable<number>, "allowed" | "schema"> {
  return {
    allowed: `a whole number from ${min} to ${max}`,
    schema: z.pipe(z.pipe(digits, z.transform(Number)), z.number().check(z.gte(min), z.lte(max))),
  };
}

export function oneOf<const T extends readonly string[]>(values: T): Pick<Variable<T[number]>, "allowed" | "schema"> {
  return { allowed: `one of ${values.join(", ")}`, schema: z.enum(values) };
}

export const text: Pick<Variable<string>, "allowed" | "schema"> = { allowed: "a non-empty text", schema: z.string().check(z.minLength(1)) };

/** An http or https URL, without the slash at its end, so that paths can be appended. */
export const httpUrl: Pick<Variable<string>, "allowed" | "schema"> = {
  allowed: "an http:// or https:// URL without query",
  schema: z.pipe(
    z.string().check(
      z.refine((value) => {
        if (!URL.canParse(value)) return false;
        const { protocol, search, hash } = new URL(value);
        return /^https?:$/.test(protocol) && search === "" && hash === "";
      }),
    ),
    z.transform((value: string) => value.replace(/\/+$/, "")),
  ),
};

/** JSON text that the schema accepts, such as a list of things with several keys each. */
export function json<T>(allowed: string, schema: z.ZodMiniType<T>): Pick<Variable<T>, "allowed" | "schema" | "isJson"> {
  const parsed = z.transform((value: string, context) => {
    try {
      return JSON.parse(value) as unknown;
    } catch {
      context.issues.push({ code: "custom", message: "no JSON", input: value });
      return z.NEVER;
    }
  });
  return { allowed: `JSON: ${allowed}`, schema: z.pipe(z.pipe(z.string(), parsed), schema), isJson: true };
}

function partsOf(list: string): string[] {
  return list.split(",").map((one) => one.trim());
}

/** One or more of {@link httpUrl}, separated by commas. */
export const httpUrls: Pick<Variable<readonly string[]>, "allowed" | "schema"> = {
  allowed: `${httpUrl.allowed}, or several separated by commas`,
  schema: z.pipe(
    z.string().check(z.refine((list) => partsOf(list).every((one) => z.safeParse(httpUrl.schema, one).success))),
    z.transform((list: string): readonly string[] => partsOf(list).map((one) => one.replace(/\/+$/, ""))),
  ),
};

/** The configuration, or everything that is wrong with it. */
export function readEnvironment<V extends Variables>(
  variables: V,
  environment: Environment,
): { configuration: Configuration<V> } | { problems: string[] } {
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, variable] of Object.entries(variables)) {
    const raw = rawValue(name, variable, environment);
    if ("problem" in raw) problems.push(raw.problem);
    else {
      const read = readValue(variable, raw.value);
      if ("problem" in read) problems.push(`${raw.from}: ${read.problem}`);
      else values[name] = read.value;
    }
  }
  // The loop filled every name of `variables` from its own schema, or reported a problem.
  return problems.length > 0 ? { problems } : { configuration: values as Configuration<V> };
}

/** What a variable's text means to the process, or why it is refused. */
export function readValue(variable: Variable<unknown>, raw: string): { value: unknown } | { problem: string } {
  const result = z.safeParse(variable.schema, raw);
  if (result.success) return { value: result.data };
  return { problem: `${variable.secret ? "its value" : JSON.stringify(raw.slice(0, 100))} is not allowed; use ${variable.allowed}` };
}

/** What an environment says besides its secrets, or nothing when something in it is refused or missing. */
export function readPublic<V extends Variables>(variables: V, environment: Environment): PublicConfiguration<V> | undefined {
  const known = Object.fromEntries(Object.entries(variables).filter(([, { secret }]) => !secret));
  const read = readEnvironment(known, environment);
  // `known` holds exactly the names of the type
  return "problems" in read ? undefined : (read.configuration as PublicConfiguration<V>);
}

/** The variable that names a secret's file. */
export function fileVariable(name: string): `${string}_FILE` {
  return `${name}_FILE`;
}

function rawValue(
  name: string,
  variable: Variable<unknown>,
  environment: Environment,
): { value: string; from: string } | { problem: string } {
  const fileName = fileVariable(name);
  // An empty variable is what a template leaves behind when it has no value.
  const [direct, file] = [environment[name] || undefined, environment[fileName] || undefined];
  if (variable.secret && file !== undefined) {
    if (direct !== undefined) return { problem: `${name} and ${fileName} are both set; set one of them` };
    try {
      return { value: readFileSync(file, "utf8").trim(), from: fileName };
    } catch (error) {
      return { problem: `${fileName}: can't read ${JSON.stringify(file)} (${errorCode(error)}); use a readable file` };
    }
  }
  const value = direct ?? variable.default;
  if (value !== undefined) return { value, from: name };
  return { problem: `${name} is not set${variable.secret ? ` and neither is ${fileName}` : ""}; use ${variable.allowed}` };
}

/** The code of a system error, which names the cause without quoting any content. */
export function errorCode(error: unknown): string {
  return typeof error === "object" && error !== null && "code" in error ? String(error.code) : "unknown error";
}

/** The text of `--help`. */
export function describeVariables(variables: Variables): string {
  const rows = Object.entries(variables).map(([name, { help, allowed, default: value, secret }]) => ({
    name: secret ? `${name}, ${fileVariable(name)}` : name,
    text: `${help}: ${allowed} (${value === undefined ? "required" : `default ${value}`})`,
  }));
  const width = Math.max(...rows.map(({ name }) => name.length));
  return rows.map(({ name, text: line }) => `  ${name.padEnd(width)}  ${line}`).join("\n");
}
