/** What is known of the labels that samples carry. */

export interface KnownLabel {
  /** Whether every sample carries it. */
  readonly always: boolean;
  /** The value, where there is but one. */
  readonly value?: string;
}

/** The labels, the name apart, of samples of one kind: all have the ones that are `always`, and none has another. */
export interface LabelSet {
  readonly labels: ReadonlyMap<string, KnownLabel>;
  /** There may be others that nobody declares. */
  readonly isOpen: boolean;
}

export const NO_LABELS: LabelSet = { labels: new Map(), isOpen: false };

export function labelSet(labels: Iterable<readonly [string, KnownLabel]>, isOpen = false): LabelSet {
  return { labels: new Map(labels), isOpen };
}

export function carries({ labels, isOpen }: LabelSet, label: string): boolean {
  return isOpen || labels.has(label);
}

/** Only those labels. */
export function kept({ labels, isOpen }: LabelSet, wanted: readonly string[]): LabelSet {
  const known = new Map<string, KnownLabel>();
  for (const label of wanted) {
    const found = labels.get(label) ?? (isOpen ? { always: false } : undefined);
    if (found !== undefined) known.set(label, found);
  }
  return { labels: known, isOpen: false };
}

/** All but those labels. */
export function dropped(set: LabelSet, unwanted: readonly string[]): LabelSet {
  if (!unwanted.some((label) => set.labels.has(label))) return set;
  const labels = new Map(set.labels);
  for (const label of unwanted) labels.delete(label);
  return { labels, isOpen: set.isOpen };
}

export function withLabel({ labels, isOpen }: LabelSet, label: string, known: KnownLabel): LabelSet {
  return { labels: new Map(labels).set(label, known), isOpen };
}

/** With the label as it is known, or without it where it is not there. */
export function withOrWithout(set: LabelSet, label: string, known: KnownLabel | undefined): LabelSet {
  return known === undefined ? dropped(set, [label]) : withLabel(set, label, known);
}

/** Each set once. */
export function distinct(sets: readonly LabelSet[]): readonly LabelSet[] {
  if (sets.length < 2) return sets;
  return [...new Map(sets.map((one) => [keyOf(one), one])).values()];
}

/** The same of equal sets, and of no others: no label has a blank in its name. */
function keyOf({ labels, isOpen }: LabelSet): string {
  let key = isOpen ? "open" : "";
  for (const label of [...labels.keys()].sort()) {
    const { always, value } = labels.get(label) ?? {};
    key += ` ${label}${always ? "!" : "?"}${value === undefined ? "" : JSON.stringify(value)}`;
  }
  return key;
}

/** A label by which samples of the two can never be equal; nothing where they may be. */
export function difference(left: LabelSet, right: LabelSet): string | undefined {
  const isApart = (label: string) => {
    const [a, b] = [left.labels.get(label), right.labels.get(label)];
    if (a === undefined) return b?.always === true && !left.isOpen;
    if (b === undefined) return a.always && !right.isOpen;
    return a.always && b.always && a.value !== undefined && b.value !== undefined && a.value !== b.value;
  };
  for (const label of left.labels.keys()) if (isApart(label)) return label;
  for (const label of right.labels.keys()) if (isApart(label)) return label;
  return undefined;
}
