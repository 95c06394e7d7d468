/** Expressions of rows that stand on every dashboard of their kind, and so on many. */
export const sharedExpressions: ReadonlySet<string> = new Set();
