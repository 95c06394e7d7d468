/** The smallest disk buffer that Vector takes: with a smaller one it does not start, and only a full `vector validate` tells before. */
export const LEAST_BUFFER_BYTES = 268_435_488;

/** Of the volume of all buffers; the rest is the file system's own, and room for what is written while a file is deleted. */
const USABLE_SHARE = 0.9;

/** What the buffers on a volume may take together. */
export const usableBytes = (volumeBytes: number): number => Math.floor(volumeBytes * USABLE_SHARE);

/** The smallest volume for buffers of that size together. */
export const volumeFor = (bufferBytes: number): number => Math.ceil(bufferBytes / USABLE_SHARE);
