import fc from "fast-check";

/** Control characters, half characters and all. */
export const anyCharacter = fc.oneof(fc.nat({ max: 0x7f }), fc.nat({ max: 0xffff })).map((code) => String.fromCharCode(code));

/**
 * What UTF-8 can hold. fast-check's own "binary" unit takes half a second to set up: it looks up the names that every object has
 * (`__proto__`), which a string is made of more often, among a million characters.
 */
export const anyCodePoint = fc
  .oneof(fc.nat({ max: 0x7f }), fc.nat({ max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((code) => String.fromCodePoint(code), codePointOf);

function codePointOf(character: unknown): number {
  const [only = "", ...more] = String(character);
  if (only === "" || more.length > 0) throw new Error(`"${character}" is not one character`);
  return only.codePointAt(0) ?? 0;
}
