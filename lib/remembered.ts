/** The same function, which reads a text once: several checks ask the same of every rule. What it gives must not be changed by who asks. */
export function remembered<Read>(read: (text: string) => Read): (text: string) => Read {
  const known = new Map<string, { readonly value: Read }>();
  return (text) => {
    const found = known.get(text) ?? { value: read(text) };
    known.set(text, found);
    return found.value;
  };
}
