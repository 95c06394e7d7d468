import { crc32 } from "node:zlib";

const LARGEST_BLOCK = 0xffff;
/** Of gzip (RFC 1952): deflate, no name, the time 0, an unknown system. */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);

/**
 * Gzip without compression: blocks that are stored as they are (RFC 1951, 3.2.4). What zlib makes differs between releases of Node, and with it an
 * image's digest; layers that are no gzip at all are compressed anew by whoever mirrors them (containers/image), which changes the digest too.
 */
export function storedGzip(content: Uint8Array): Buffer {
  const count = Math.max(1, Math.ceil(content.length / LARGEST_BLOCK));
  const blocks = Array.from({ length: count }, (_, index) => {
    const block = content.subarray(index * LARGEST_BLOCK, (index + 1) * LARGEST_BLOCK);
    const head = Buffer.alloc(5);
    head.writeUInt8(index === count - 1 ? 1 : 0, 0);
    head.writeUInt16LE(block.length, 1);
    head.writeUInt16LE(LARGEST_BLOCK - block.length, 3);
    return [head, block];
  });
  const end = Buffer.alloc(8);
  end.writeUInt32LE(crc32(content), 0);
  end.writeUInt32LE(content.length % 2 ** 32, 4);
  return Buffer.concat([HEADER, ...blocks.flat(), end]);
}
