import { quoteKey } from "./quote";

/** One mistake of a site file. */
export interface Mistake {
  /** @default - the mistake is the file itself: it is missing, or not text */
  readonly position?: Position;
  /** The YAML path; empty for what has none, such as a syntax error. */
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** Counted from 1, as editors do. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Everything that is wrong with a site file: one line for each mistake, from the top of the file to its end. */
export class SiteError extends Error {
  readonly mistakes: readonly Mistake[];

  constructor(file: string, mistakes: readonly Mistake[]) {
    const sorted = [...mistakes].sort((a, b) => compare(a.position, b.position));
    super(sorted.map((mistake) => line(file, mistake)).join("\n"));
    this.name = "SiteError";
    this.mistakes = sorted;
    // The mistake is in the site file: where in belfry it was noticed only hides the message.
    this.stack = this.message;
  }
}

function line(file: string, { position, path, message }: Mistake): string {
  const where = position === undefined ? `${file}:` : `${file}:${position.line}:${position.column}`;
  return path.length === 0 ? `${where} ${message}` : `${where} ${yamlPath(path)}: ${message}`;
}

/** `components[3].namespaces[0]`, counted from 0. */
export function yamlPath(path: readonly PropertyKey[]): string {
  const steps = path.map((step) => (typeof step === "number" ? `[${step}]` : `.${quoteKey(String(step))}`));
  return steps.join("").replace(/^\./, "");
}

function compare(a: Position | undefined, b: Position | undefined): number {
  return (a?.line ?? 0) - (b?.line ?? 0) || (a?.column ?? 0) - (b?.column ?? 0);
}
