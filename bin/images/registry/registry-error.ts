export interface Refusal {
  readonly status?: number;
  /** What the registry said, or why it said nothing. */
  readonly words?: string;
  readonly mend?: string;
}

/** Something that a registry refused, or did not answer. Holds no password and no token. */
export class RegistryError extends Error {
  override readonly name = "RegistryError";
  readonly status?: number;
  readonly words?: string;

  constructor(
    readonly registry: string,
    what: string,
    { status, words, mend }: Refusal = {},
  ) {
    // a proxy's page begins with the status
    const answer = words?.startsWith(String(status))
      ? words
      : [status, words].filter((part) => part !== undefined && part !== "").join(" ");
    super(`registry "${registry}": ${what}${answer === "" ? "" : `: ${answer}`}${mend === undefined ? "" : `; ${mend}`}`);
    this.status = status;
    this.words = words;
  }
}
