/** What chance gives one thing of a world: numbers from 0 to 1 (not 1 itself), always the same for the same thing of the same seed. */
export interface Luck {
  readonly a: number;
  readonly b: number;
}

export function luckOf(seed: number, thing: string): Luck {
  const next = numbers(hash(`${seed} ${thing}`));
  return { a: next(), b: next() };
}

/** One of them. */
export function pick<T>(list: readonly T[], at: number): T {
  const one = list[Math.floor(at * list.length)];
  if (one === undefined) throw new Error("there is nothing to pick from");
  return one;
}

/** Hexadecimal digits, as names and ids are made of. */
export function digits(seed: number, thing: string, length: number): string {
  const next = numbers(hash(`${seed} ${thing}`));
  return Array.from({ length }, () => Math.floor(next() * 16).toString(16)).join("");
}

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return value >>> 0;
}

/** mulberry32. */
function numbers(state: number): () => number {
  let at = state;
  return () => {
    at = (at + 0x6d2b79f5) | 0;
    let mixed = Math.imul(at ^ (at >>> 15), 1 | at);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
