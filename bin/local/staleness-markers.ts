/**
 * The samples by which a scraper says that a series has ended. Only remote write carries them: of the texts that a store takes none has the
 * value (Prometheus, model/value: StaleNaN; prompb/remote.proto and types.proto; the remote write specification 1.0: a snappy block).
 */

export interface Ended {
  readonly labels: Readonly<Record<string, string>>;
  /** Seconds since the epoch, each time. */
  readonly endsAt: readonly number[];
}

const STALE_NAN = 0x7ff0_0000_0000_0002n;
/** Wire types of protocol buffers. */
const [VARINT, DOUBLE, BYTES] = [0, 1, 2];
/** A literal of at most 65536 bytes, its length less one in the two bytes that follow (google/snappy, format_description.txt). */
const [LITERAL, LITERAL_BYTES] = [61 << 2, 65_536];

/** The body of a POST to /api/v1/write, with `Content-Encoding: snappy`. */
export function stalenessMarkers(ended: readonly Ended[]): Uint8Array<ArrayBuffer> {
  const series = ended.map(({ labels, endsAt }) => {
    const value = Buffer.alloc(8);
    value.writeBigUInt64LE(STALE_NAN);
    const samples = endsAt.map((at) =>
      field(2, Buffer.concat([Buffer.from([(1 << 3) | DOUBLE]), value, Buffer.from([(2 << 3) | VARINT]), varint(at * 1000)])),
    );
    const named = Object.entries(labels).map(([name, text]) =>
      field(1, Buffer.concat([field(1, Buffer.from(name)), field(2, Buffer.from(text))])),
    );
    return field(1, Buffer.concat([...named, ...samples]));
  });
  return new Uint8Array(snappy(Buffer.concat(series)));
}

function field(number: number, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from([(number << 3) | BYTES]), varint(content.length), content]);
}

function varint(number: number): Buffer {
  const bytes: number[] = [];
  for (let rest = number; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return Buffer.from([...bytes, rest]);
    bytes.push((rest % 128) + 128);
  }
}

/** Nothing is made smaller: a block of literals alone is one too. */
function snappy(content: Buffer): Buffer {
  const parts = [varint(content.length)];
  for (let at = 0; at < content.length; at += LITERAL_BYTES) {
    const literal = content.subarray(at, at + LITERAL_BYTES);
    const less = literal.length - 1;
    parts.push(Buffer.from([LITERAL, less % 256, Math.floor(less / 256)]), literal);
  }
  return Buffer.concat(parts);
}
