/** The value of one input of an HTML page, as a browser would send it. */

// A quoted value may hold a `>`.
const INPUT = /<input\b(?:[^>"']|"[^"]*"|'[^']*')*>/gi;
const ATTRIBUTE = /([^\s"'<>/=]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g;

/** undefined when there is no such input, or nothing in it. */
export function inputValue(html: string, name: string): string | undefined {
  return Array.from(html.matchAll(INPUT), ([tag]) => attributesOf(tag))
    .find((attributes) => attributes.get("name") === name)
    ?.get("value");
}

function attributesOf(tag: string): ReadonlyMap<string, string> {
  return new Map(
    Array.from(tag.matchAll(ATTRIBUTE), ([, name = "", double, single, bare]) => [
      name.toLowerCase(),
      unescapeHtml(double || single || bare || ""),
    ]),
  );
}

const NAMED: ReadonlyMap<string, string> = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
]);
const LAST_CODE_POINT = 0x10ffff;

/** Numbers, and the names that an attribute needs. What is none of them stays as it is. */
function unescapeHtml(text: string): string {
  return text.replace(/&(?:#x([\da-f]+)|#(\d+)|([a-z]+));/gi, (whole, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return NAMED.get(name) ?? whole;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= LAST_CODE_POINT ? String.fromCodePoint(code) : whole;
  });
}
