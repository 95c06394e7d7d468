/** Long enough for what registries say, short enough for a line. */
const LONGEST = 300;

/** What a registry or a token server says of a refusal, in its own words; empty where it says nothing that a person could read. */
export function wordsOf(body: Buffer, hide: (text: string) => string): string {
  const text = body.toString("utf8").trim();
  const words = fromJson(text) ?? (text.startsWith("<") ? titleOf(text) : text);
  const line = hide(words)
    // it goes to a terminal
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, " ")
    .trim();
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}...` : line;
}

/** `{ errors: [{ code, message }] }` of the distribution specification, and the forms that token servers and proxies have. */
function fromJson(text: string): string | undefined {
  const said = parsed(text);
  if (!isRecord(said)) return undefined;
  const errors = Array.isArray(said.errors)
    ? said.errors
    : [{ code: said.error ?? said.code, message: said.error_description ?? said.message ?? said.details }];
  return errors
    .filter(isRecord)
    .map(({ code, message }) => [code, message].filter((part) => typeof part === "string" && part !== "").join(": "))
    .filter((line) => line !== "")
    .join(", ");
}

/** Of a proxy's page: `413 Request Entity Too Large`. */
function titleOf(html: string): string {
  return /<title>([^<]*)<\/title>/i.exec(html)?.[1] ?? "";
}

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
