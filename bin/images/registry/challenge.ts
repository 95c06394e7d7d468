/** What a registry wants to see before it answers (RFC 7235, and the token authentication of the distribution specification). */
export type Challenge =
  | { readonly scheme: "basic" }
  | {
      readonly scheme: "bearer";
      readonly realm: string;
      readonly service?: string;
      readonly scopes: readonly string[];
    };

interface Scheme {
  readonly name: string;
  readonly parameters: Map<string, string>;
}

/** Schemes and parameters stand in one row, with commas between both: what no `=` follows is a scheme. */
const WORD = /([\w-]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+)))?/g;

/** Of the schemes on offer the one to answer; undefined where none of them is known here. */
export function parseChallenge(header: string): Challenge | undefined {
  const schemes: Scheme[] = [];
  for (const [, word = "", quoted, plain] of header.matchAll(WORD)) {
    const value = quoted?.replace(/\\(.)/g, "$1") ?? plain;
    if (value === undefined) schemes.push({ name: word.toLowerCase(), parameters: new Map() });
    else schemes.at(-1)?.parameters.set(word.toLowerCase(), value);
  }
  const bearer = schemes.find(({ name, parameters }) => name === "bearer" && parameters.has("realm"))?.parameters;
  if (bearer !== undefined) {
    return {
      scheme: "bearer",
      realm: bearer.get("realm") ?? "",
      service: bearer.get("service"),
      scopes: (bearer.get("scope") ?? "").split(" ").filter((scope) => scope !== ""),
    };
  }
  return schemes.some(({ name }) => name === "basic") ? { scheme: "basic" } : undefined;
}
