const [QUOTE, BACKSLASH, OPEN_ARRAY, OPEN_OBJECT, COMMA] = [0x22, 0x5c, 0x5b, 0x7b, 0x2c];

/**
 * Whether JSON text holds more values than `max`, without parsing it: two million bytes of `{},{},...`
 * become fifty times the memory that a webhook of the same length takes.
 */
export function holdsMoreValues(json: Buffer, max: number): boolean {
  let count = 1;
  for (let at = 0; at < json.length; at++) {
    const byte = json[at];
    if (byte === QUOTE) at = endOfString(json, at);
    else if ((byte === COMMA || byte === OPEN_ARRAY || byte === OPEN_OBJECT) && ++count > max) return true;
  }
  return false;
}

/** Where a string that begins at `start` ends. Texts are long, so the search is left to the platform. */
function endOfString(json: Buffer, start: number): number {
  for (let at = json.indexOf(QUOTE, start + 1); at >= 0; at = json.indexOf(QUOTE, at + 1)) {
    let backslashes = 0;
    while (json[at - 1 - backslashes] === BACKSLASH) backslashes++;
    if (backslashes % 2 === 0) return at;
  }
  return json.length;
}
