import fc from "fast-check";

/** Control characters, half characters and all. fast-check's own "binary" unit takes half a second to set up. */
export const anyCharacter = fc.oneof(fc.nat({ max: 0x7f }), fc.nat({ max: 0xffff })).map((code) => String.fromCharCode(code));
