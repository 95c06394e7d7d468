/** Takes out of a text what may not stand in a log: what was told to be secret, and whatever looks like an ingestion token. */
export function hiding(secrets: readonly string[]): { readonly hide: (text: string) => string; isSecret(value: string): void } {
  const known = new Set<string>();
  const isSecret = (value: string) => {
    if (value === "") return;
    const inJson = JSON.stringify(value).slice(1, -1);
    for (const form of [value, inJson, Buffer.from(value).toString("base64"), encodeURIComponent(value)]) known.add(form);
  };
  for (const one of secrets) isSecret(one);
  // the longest first: one may hold another
  const longestFirst = () => [...known].sort((a, b) => b.length - a.length);
  return {
    isSecret,
    hide: (text) =>
      longestFirst()
        .reduce((rest, one) => rest.replaceAll(one, HIDDEN), text)
        .replace(/o2oi_[\w-]+/g, HIDDEN),
  };
}

const HIDDEN = "<hidden>";
