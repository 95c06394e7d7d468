/** The same function, which reads a text once: several checks ask the same of every rule. What it gives must not be changed by who asks. */
export function remembered<Read>(read: (text: string) => Read): (text: string) => Read {
  return keeping(new Map(), read);
}

/** The same of an object, which stays as it is: as long as anybody holds it. */
export function rememberedOf<One extends object, Read>(read: (one: One) => Read): (one: One) => Read {
  return keeping(new WeakMap(), read);
}

interface Store<Key, Read> {
  readonly get: (key: Key) => { readonly value: Read } | undefined;
  readonly set: (key: Key, found: { readonly value: Read }) => unknown;
}

function keeping<Key, Read>(known: Store<Key, Read>, read: (key: Key) => Read): (key: Key) => Read {
  return (key) => {
    const found = known.get(key);
    if (found !== undefined) return found.value;
    const value = read(key);
    known.set(key, { value });
    return value;
  };
}
