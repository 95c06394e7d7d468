/** A drift that must not be merged. */
export interface Finding {
  /** File and object, as the reader finds them. */
  readonly where: string;
  /** What is wrong, with the value. */
  readonly what: string;
  /** What to do, or what is allowed. */
  readonly fix: string;
}
