// Prevents a credential in Git: no manifest holds a secret's value, readers hold paths and names.
import { remembered } from "../remembered";
import { type Check, type Finding, objectPlace } from "./check";

export const credentials: Check = {
  name: "credentials",
  run: ({ manifests, ingestTokens }) => {
    const names = new Set(ingestTokens.map(({ name }) => name));
    const findings: Finding[] = [];
    for (const manifest of manifests) {
      const where = objectPlace(manifest);
      if (manifest.object.kind === "Secret") {
        findings.push({
          where,
          what: "it is a Secret, whose value would stand in Git",
          fix: "declare a Credential: an ExternalSecret names the entry of the secret store",
        });
        continue;
      }
      for (const { path, why } of suspects(manifest.object, names)) {
        findings.push({
          where: `${where} ${path.replace(/^\./, "")}`,
          what: `${why}; the value is not shown here`,
          fix: "put it into the secret store, declare a Credential and refer to it by file or key; then revoke the value that was written down",
        });
      }
    }
    return findings;
  },
};

interface Suspect {
  /** From what was looked at. */
  readonly path: string;
  readonly why: string;
}

/** Field names whose value is a credential, in whatever case and notation; PGPASSWORD and its like have no boundary in front. */
const SECRET_NAME =
  /(?:password|passwd|passphrase)$|(?:^|[/_.-])(?:secret|token|apikey|(?:api|user|private|access|secret)[_-]?key|credentials?|community)$/i;

/** Names that end like a credential and hold the name of a Secret or of its key: ExternalSecret, Helm charts, operators. */
const REFERENCE_NAME = /[sS]ecretKey$|(?:^|\.)(?:existing|config|imagePull)Secret$/;

const VALUE_FORMS: readonly (readonly [RegExp, string])[] = [
  [/-----BEGIN [A-Z ]*PRIVATE KEY(?: BLOCK)?-----/, "it holds a private key"],
  [/\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}/, "it holds a JSON web token"],
  [/\bo2oi_\w{8,}/, "it holds an ingestion token of the log store"],
  [/\b(?:gh[pousr]|glpat|github_pat)[_-][\w-]{16,}/, "it holds an access token of a code host"],
  [/\bAKIA[0-9A-Z]{16}\b/, "it holds an access key id"],
  // not the words "Basic authentication"
  [/\b(?:Bearer|Basic)\s+(?=[\w+/=.-]*[0-9A-Z=])[\w+/=.-]{12,}/, "it holds an Authorization header with its value"],
  [/\b[a-z][a-z0-9+.-]*:\/\/[^\s/:@{}$]*:[^\s/@{}$]+@/i, "it holds a URL with a password in it"],
  [/[?&](?:token|access_token|api_?key|password|secret)=[^&\s"'{}$<]+/i, "it holds a URL with a credential in its query"],
  [
    /\/(?:ping\/)?[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/i,
    "it holds a URL with a secret identifier, as ping services give them",
  ],
];

/** A line `key: value`, `key=value` or `--key=value` of a text, such as a configuration file. */
const ASSIGNMENT = /^[ \t"'-]*([A-Za-z][\w.-]{0,60})["']?[ \t]*[:=][ \t]*["']?([^\s"'#{}[\]][^\s"']*)/gm;

/** A member of an object on one line, as JSON and YAML write it. */
const MEMBER = /[{,]\s*["']?([A-Za-z][\w.-]{0,60})["']?[ \t]*:[ \t]*["']?([^\s"',{}[\]]+)/g;

/**
 * Every key of every object is looked at: the path is put together where something is found.
 * @param names of Secrets, which no secret are
 */
function suspects(value: unknown, names: ReadonlySet<string>): Suspect[] {
  if (typeof value === "string") return inText(value, names);
  if (typeof value !== "object" || value === null) return [];
  return Array.isArray(value) ? inList(value, names) : inObject(value, names);
}

function inList(list: readonly unknown[], names: ReadonlySet<string>): Suspect[] {
  const found: Suspect[] = [];
  for (const [index, item] of list.entries()) {
    const flag = list[index - 1];
    // an argument and its value, side by side
    if (typeof flag === "string" && /^--?[\w.-]+$/.test(flag) && isSecretName(flag) && isLiteral(item)) {
      found.push({ path: `[${index}]`, why: `"${flag}" is given a literal value` });
    } else for (const { path, why } of suspects(item, names)) found.push({ path: `[${index}]${path}`, why });
  }
  return found;
}

function inObject(object: object, names: ReadonlySet<string>): Suspect[] {
  const { name, value: literal, kind, data, stringData } = object as Readonly<Record<string, unknown>>;
  if (kind === "Secret" && (data !== undefined || stringData !== undefined)) return [{ path: "", why: "it holds a Secret with its value" }];
  // an environment variable, a Helm parameter: the name stands beside the value
  if (typeof name === "string" && isSecretName(name) && isLiteral(literal)) {
    return [{ path: ` "${name}"`, why: `"${name}" is given a literal value` }];
  }
  const found: Suspect[] = [];
  for (const [key, item] of Object.entries(object)) {
    if (isSecretName(key) && isLiteral(item)) found.push({ path: `.${key}`, why: `"${key}" is given a literal value` });
    else for (const { path, why } of suspects(item, names)) found.push({ path: `.${key}${path}`, why });
  }
  return found;
}

/** What every form, and every name of a secret, has a part of: most texts have none, and are passed over. */
const TELLING =
  /eyJ|o2oi_|gh[pousr]|glpat|github_pat|AKIA|Bearer|Basic|:\/\/[^\s@]*@|[0-9a-f]{4}-[0-9a-f]{4}-|passw|passphrase|secret|token|key|credential|community/i;

function inText(text: string, names: ReadonlySet<string>): Suspect[] {
  if (!TELLING.test(text)) return [];
  for (const [form, why] of VALUE_FORMS) if (form.test(text)) return [{ path: "", why }];
  const isFile = text.includes("\n");
  for (const match of [...text.matchAll(ASSIGNMENT), ...text.matchAll(MEMBER)]) {
    const [whole, key = "", value = ""] = match;
    // in a text of one line more words behind the value make it a sentence, unless it is a member of an object
    const isSentence = !isFile && !/^[{,]/.test(whole) && /\S/.test(text.slice(match.index + whole.length).replace(/^["']/, ""));
    const isReference = key === "secret" && names.has(value);
    if (!isSentence && !isReference && isSecretName(key) && isLiteral(value))
      return [{ path: "", why: `it sets "${key}" to a literal value` }];
  }
  return [];
}

const isSecretName = remembered((name): boolean => {
  const snake = name.replace(/([a-z0-9])([A-Z])/g, "$1_$2");
  return SECRET_NAME.test(snake) && !REFERENCE_NAME.test(name);
});

/** A value of its own, rather than a path, a placeholder or a reference to elsewhere. */
function isLiteral(value: unknown): boolean {
  if (typeof value === "number") return isLiteral(String(value));
  if (typeof value !== "string") return false;
  if (value === "" || /^(?:true|false|null|\d{1,4})$/.test(value)) return false;
  return !/^\/[\w./-]+$/.test(value) && !/\$\{|\$\(|\{\{|SECRET\[|^\$[A-Z][A-Z_]*$/.test(value);
}
