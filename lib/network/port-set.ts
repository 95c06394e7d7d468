export type Protocol = "TCP" | "UDP" | "SCTP";
export const PROTOCOLS: readonly Protocol[] = ["TCP", "UDP", "SCTP"];

const FIRST = 1;
const LAST = 65_535;

/** Ports from first to last, both included. */
export interface PortRange {
  readonly protocol: Protocol;
  readonly first: number;
  readonly last: number;
}

/** A set of ports as ranges that neither touch nor overlap, sorted: equal sets are deeply equal. */
export type PortSet = readonly PortRange[];

export const ALL_PORTS: PortSet = PROTOCOLS.map((protocol) => ({ protocol, first: FIRST, last: LAST }));

export function onePort(protocol: Protocol, port: number): PortSet {
  return [{ protocol, first: port, last: port }];
}

export function unionOf(sets: readonly PortSet[]): PortSet {
  // most pairs say nothing of each other, or one thing
  if (sets.length < 2) return sets[0] ?? [];
  const all = sets.flat();
  return PROTOCOLS.flatMap((protocol) => merged(all.filter((range) => range.protocol === protocol)));
}

function merged(ranges: readonly PortRange[]): PortRange[] {
  const result: PortRange[] = [];
  for (const range of [...ranges].sort((a, b) => a.first - b.first)) {
    const before = result.at(-1);
    if (before === undefined || range.first > before.last + 1) result.push(range);
    else result[result.length - 1] = { ...before, last: Math.max(before.last, range.last) };
  }
  return result;
}

export function isSamePorts(a: PortSet, b: PortSet): boolean {
  return (
    a.length === b.length &&
    a.every(({ protocol, first, last }, index) => {
      const other = b[index];
      return other !== undefined && protocol === other.protocol && first === other.first && last === other.last;
    })
  );
}

/** What is in `from` and not in `without`. */
export function difference(from: PortSet, without: PortSet): PortSet {
  if (from.length === 0 || without.length === 0) return from;
  return from.flatMap((range) =>
    without
      .filter(({ protocol }) => protocol === range.protocol)
      .reduce(
        (rest: PortRange[], hole) =>
          rest.flatMap((part) =>
            [
              { ...part, last: Math.min(part.last, hole.first - 1) },
              { ...part, first: Math.max(part.first, hole.last + 1) },
            ].filter(({ first, last }) => first <= last),
          ),
        [range],
      ),
  );
}

/** `9093`, `9094 (UDP)`, `8000-8009`, `any port`. */
export function describePorts(set: PortSet): string {
  const isAll = difference(ALL_PORTS, set).length === 0;
  if (isAll) return "any port";
  return set
    .map(({ protocol, first, last }) => {
      const ports = first === FIRST && last === LAST ? "any" : first === last ? String(first) : `${first}-${last}`;
      return protocol === "TCP" ? ports : `${ports} (${protocol})`;
    })
    .join(", ");
}
