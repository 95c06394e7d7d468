/** The values of a service's declared variables in this installation, and the pod's environment, files and mounts that they make. */

import type { Credential, SecretFile } from "../kubernetes/credential";
import { contradictionsOf, DERIVED_VARIABLES, type ServiceDeclaration } from "../service/declaration";
import { type Configuration, type Environment, fileVariable, readValue, type Variable, type Variables } from "../service/environment";
import { didYouMean } from "../site/did-you-mean";
import type { Site } from "../site/schema";
import type { KeptFolder } from "./kept-folder";

type Derived = (typeof DERIVED_VARIABLES)[number];
type OwnName<V extends Variables> = {
  [Name in keyof V]: V[Name] extends { readonly siteFile: object } ? never : Exclude<Name, Derived>;
}[keyof V];
type OptionalName<V extends Variables> = {
  [Name in keyof V]: V[Name] extends { readonly isState: true } ? never : V[Name] extends { readonly default: string } ? Name : never;
}[keyof V];

type Value<V extends Variables, Name extends keyof V> = V[Name] extends { readonly secret: true }
  ? SecretFile
  : V[Name] extends { readonly isState: true }
    ? KeptFolder
    : Configuration<V>[Name];

/**
 * What an installation says of a service, by declared name: a typed value, a secret's file, a kept folder. What another field
 * of the declaration says (the port, the largest body) and what is made from the site is not asked for.
 */
export type ServiceValues<V extends Variables> = {
  readonly [Name in Exclude<OwnName<V>, OptionalName<V>>]: Value<V, Name>;
} & {
  readonly [Name in Extract<OwnName<V>, OptionalName<V>>]?: Value<V, Name>;
};

/** What the pod of a service holds of its values. */
export interface ServicePod {
  readonly env: readonly { readonly name: string; readonly value: string }[];
  /** File name -> content. */
  readonly config: Readonly<Record<string, string>>;
  readonly credentials: readonly Credential[];
  readonly volume?: KeptFolder & { readonly path: string };
}

/** Where a service finds things: its configuration files, and a key of a credential. */
export interface ServicePaths {
  readonly config: string;
  readonly secret: (file: SecretFile) => string;
}

/** The environment in the order of the declaration, and what has to be mounted for it. Throws with everything that the process would refuse. */
export function servicePod(
  declaration: ServiceDeclaration,
  given: { readonly values: Readonly<Record<string, unknown>>; readonly port: number; readonly site: Site; readonly paths: ServicePaths },
): ServicePod {
  const { name: service, variables, maxBodyBytes } = declaration;
  const values: Readonly<Record<string, unknown>> = {
    ...given.values,
    PORT: given.port,
    ...(variables.MAX_BODY_BYTES && { MAX_BODY_BYTES: maxBodyBytes }),
  };
  const pod = { env: [] as { name: string; value: string }[], config: {} as Record<string, string>, credentials: new Set<Credential>() };
  let volume: ServicePod["volume"];
  const problems = Object.keys(given.values).flatMap((name) => nameProblem(name, declaration));

  for (const [name, variable] of Object.entries(variables)) {
    const value = values[name];
    if (variable.siteFile) {
      const { name: file, content } = variable.siteFile;
      pod.config[file] = content(given.site);
      pod.env.push({ name, value: `${given.paths.config}/${file}` });
    } else if (value === undefined) {
      if (variable.default === undefined || variable.isState) problems.push(`${name} is not given; use ${allowedFor(variable)}`);
    } else if (variable.secret) {
      const problem = secretProblem(value);
      if (problem !== undefined) problems.push(`${name}: ${problem}`);
      else {
        const file = value as SecretFile;
        pod.credentials.add(file.credential);
        pod.env.push({ name: fileVariable(name), value: given.paths.secret(file) });
      }
    } else if (variable.isState) {
      const path = variable.default ?? "";
      volume = { ...(value as KeptFolder), path };
      pod.env.push({ name, value: path });
    } else {
      // any other list is read as its members between commas
      const text = variable.isJson ? JSON.stringify(value) : String(value);
      const problem = textProblem(variable, text);
      if (problem !== undefined) problems.push(`${name}: ${problem}`);
      else pod.env.push({ name, value: text });
    }
  }
  if (problems.length === 0) problems.push(...contradictionsOf(declaration, environmentOf(pod.env)));
  if (problems.length > 0) throw new Error(problems.map((problem) => `service "${service}": ${problem}`).join("\n"));
  return { ...pod, credentials: [...pod.credentials], volume };
}

/** What the process would say of a variable's text. */
export function textProblem(variable: Variable<unknown>, text: string): string | undefined {
  // the process takes an empty variable for one that is not set
  if (text === "") return `it is empty, which counts as not set; use ${variable.allowed}, or leave it out`;
  const read = readValue(variable, text);
  return "problem" in read ? read.problem : undefined;
}

/** The nearest of the names, and all of them. */
export function unknownName(name: string, names: readonly string[]): string {
  const near = didYouMean(name, names);
  return `variable "${name}" is unknown${near === undefined ? "" : `; did you mean "${near}"?`}`;
}

/** A container's list of variables as a process finds it. */
export function environmentOf(env: readonly { readonly name: string; readonly value?: string }[]): Environment {
  return Object.fromEntries(env.map(({ name, value }) => [name, value]));
}

function nameProblem(name: string, { variables }: ServiceDeclaration): string[] {
  const own = Object.keys(variables).filter((one) => !isDerived(one) && variables[one]?.siteFile === undefined);
  if (own.includes(name)) return [];
  if (name in variables) return [`${name} follows from the declaration and is given a value; leave it out`];
  return [`${unknownName(name, own).replace(/[^?]$/, "$&;")} use one of: ${own.join(", ")}`];
}

function isDerived(name: string): boolean {
  return (DERIVED_VARIABLES as readonly string[]).includes(name);
}

function allowedFor({ secret, isState, allowed }: Variable<unknown>): string {
  if (secret) return "a key of a credential (secretFile)";
  return isState ? "a size and a storage class" : allowed;
}

function secretProblem(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null || !("credential" in value))
    return "it is a secret and its value is given; use a key of a credential (secretFile)";
  const { credential, key } = value as SecretFile;
  if (Object.hasOwn(credential.keys, key)) return undefined;
  return `credential "${credential.name}" has no key "${key}"; use one of: ${Object.keys(credential.keys).join(", ")}`;
}
