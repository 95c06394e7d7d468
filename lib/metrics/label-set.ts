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
  const known = wanted.flatMap((label): [string, KnownLabel][] => {
    const found = labels.get(label) ?? (isOpen ? { always: false } : undefined);
    return found === undefined ? [] : [[label, found]];
  });
  return labelSet(known);
}

/** All but those labels. */
export function dropped({ labels, isOpen }: LabelSet, unwanted: readonly string[]): LabelSet {
  return labelSet(
    [...labels].filter(([label]) => !unwanted.includes(label)),
    isOpen,
  );
}

export function withLabel({ labels, isOpen }: LabelSet, label: string, known: KnownLabel): LabelSet {
  return labelSet([...labels, [label, known]], isOpen);
}

/** With the label as it is known, or without it where it is not there. */
export function withOrWithout(set: LabelSet, label: string, known: KnownLabel | undefined): LabelSet {
  return known === undefined ? dropped(set, [label]) : withLabel(set, label, known);
}

/** Each set once. */
export function distinct(sets: readonly LabelSet[]): readonly LabelSet[] {
  if (sets.length < 2) return sets;
  const text = ({ labels, isOpen }: LabelSet) => JSON.stringify([isOpen, [...labels].sort(([a], [b]) => (a < b ? -1 : 1))]);
  return [...new Map(sets.map((one) => [text(one), one])).values()];
}

/** A label by which samples of the two can never be equal; nothing where they may be. */
export function difference(left: LabelSet, right: LabelSet): string | undefined {
  const isApart = (label: string) => {
    const [a, b] = [left.labels.get(label), right.labels.get(label)];
    if (a === undefined) return b?.always === true && !left.isOpen;
    if (b === undefined) return a.always && !right.isOpen;
    return a.always && b.always && a.value !== undefined && b.value !== undefined && a.value !== b.value;
  };
  return [...new Set([...left.labels.keys(), ...right.labels.keys()])].find(isApart);
}
