/** The same value with the keys of all its objects in order, so that its JSON does not follow from how it came about. */
export function sortedKeys<Value>(value: Value): Value {
  return sorted(value) as Value;
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([key, one]) => [key, sorted(one)]));
}
