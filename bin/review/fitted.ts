/** A part of a report whose items may be left out. */
export interface Section {
  readonly title: string;
  readonly items: readonly string[];
  /** What stands between two of them. */
  readonly between: "\n" | "\n\n";
  /** What its items are, for the line that tells how many are left out. */
  readonly of: string;
}

/** As much of a report as a host takes, section by section: an item is whole or left out, and what is left out is counted. */
export function within(limit: number, head: string, sections: readonly Section[], foot: string): string {
  const shown = sections.filter(({ items }) => items.length > 0);
  // for every section as if all of it were left out, so that what is taken always fits
  const frames = shown.map((section) => `#### ${section.title}\n\n\n\n${leftOut(section, section.items.length)}\n\n`);
  let room = limit - `${head}\n\n${frames.join("")}${foot}\n`.length;
  const parts = shown.map((section) => {
    const taken = section.items.filter((item) => {
      const size = item.length + section.between.length;
      if (size > room) return false;
      room -= size;
      return true;
    });
    const more = leftOut(section, section.items.length - taken.length);
    return [`#### ${section.title}`, taken.join(section.between), more].filter((part) => part !== "").join("\n\n");
  });
  return `${[head, ...parts, foot].join("\n\n")}\n`;
}

const leftOut = ({ items, of }: Section, count: number): string =>
  count === 0 ? "" : `${count} of ${items.length} ${of} are left out here.`;
