// Prevents a credential in Git: no manifest holds a secret's value, readers hold paths and names.
import { type Check, type Finding, objectPlace } from "./check";

export const credentials: Check = {
  name: "credentials",
  run: ({ manifests }) => {
    const findings: Finding[] = [];
    for (const manifest of manifests) {
      const where = objectPlace(manifest);
      if (manifest.object.kind === "Secret") {
        findings.push({
          where,
          what: "it is a Secret, whose value would stand in Git",
          mend: "declare a Credential: an ExternalSecret names the entry of the secret store",
        });
        continue;
      }
      for (const { path, why } of suspects(manifest.object, "")) {
        findings.push({
          where: `${where} ${path}`,
          what: `${why}; the value is not shown here`,
          mend: "put it into the secret store, declare a Credential and refer to it by file or key; then revoke the value that was written down",
        });
      }
    }
    return findings;
  },
};

interface Suspect {
  readonly path: string;
  readonly why: string;
}

/** Field names whose value is a credential, in whatever case and notation. */
const SECRET_NAME =
  /(?:^|[_.-])(?:password|passwd|passphrase|secret|token|apikey|api[_-]?key|user[_-]?key|private[_-]?key|access[_-]?key|credentials?|community)$/i;

/** Names that end like a credential and hold a reference to one. */
const REFERENCE_NAME = /(?:file|path|ref|name|url|namespace|secret[_-]?key)$/i;

const VALUE_FORMS: readonly (readonly [RegExp, string])[] = [
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----/, "it holds a private key"],
  [/\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}/, "it holds a JSON web token"],
  [/\bo2oi_\w{8,}/, "it holds an ingestion token of the log store"],
  [/\b(?:gh[pousr]|glpat|github_pat)[_-]\w{16,}/, "it holds an access token of a code host"],
  [/\bAKIA[0-9A-Z]{16}\b/, "it holds an access key id"],
  [/\b(?:Bearer|Basic)\s+[\w+/=.-]{12,}/, "it holds an Authorization header with its value"],
  [/\b[a-z][a-z0-9+.-]*:\/\/[^\s/:@{}$]+:[^\s/@{}$]+@/i, "it holds a URL with a password in it"],
  [
    /\/(?:ping\/)?[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/,
    "it holds a URL with a secret identifier, as ping services give them",
  ],
];

/** A line `key: value` or `key=value` inside a text, such as a configuration file. */
const ASSIGNMENT = /^[ \t"'-]*([A-Za-z][\w.-]{0,60})["']?[ \t]*[:=][ \t]*["']?([^\s"'#{}[\]][^\s"']*)/gm;

function* suspects(value: unknown, path: string): Generator<Suspect> {
  if (typeof value === "string") {
    yield* inText(value, path);
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* suspects(item, `${path}[${index}]`);
  } else if (typeof value === "object" && value !== null) {
    const { name, value: literal } = value as { name?: unknown; value?: unknown };
    // an environment variable, a Helm parameter: the name stands beside the value
    if (typeof name === "string" && typeof literal === "string" && isSecretName(name) && isLiteral(literal)) {
      yield { path: `${path} "${name}"`, why: `"${name}" is given a literal value` };
      return;
    }
    for (const [key, item] of Object.entries(value)) {
      const at = path === "" ? key : `${path}.${key}`;
      if (typeof item === "string" && isSecretName(key) && isLiteral(item)) yield { path: at, why: `"${key}" is given a literal value` };
      else yield* suspects(item, at);
    }
  }
}

function* inText(text: string, path: string): Generator<Suspect> {
  for (const [form, why] of VALUE_FORMS) {
    if (form.test(text)) {
      yield { path, why };
      return;
    }
  }
  if (!text.includes("\n")) return;
  for (const [, key = "", value = ""] of text.matchAll(ASSIGNMENT)) {
    if (isSecretName(key) && isLiteral(value)) {
      yield { path, why: `it sets "${key}" to a literal value` };
      return;
    }
  }
}

function isSecretName(name: string): boolean {
  const snake = name.replace(/([a-z0-9])([A-Z])/g, "$1_$2");
  return SECRET_NAME.test(snake) && !REFERENCE_NAME.test(name);
}

/** A value of its own, rather than a path, a placeholder or a reference to elsewhere. */
function isLiteral(value: string): boolean {
  if (value === "" || /^(?:true|false|null|\d{1,4})$/.test(value)) return false;
  return !/^\/[\w./-]+$/.test(value) && !/\$\{|\$\(|\{\{|SECRET\[/.test(value);
}
