import { MIB } from "../bytes";
import { LEAST_BUFFER_BYTES, usableBytes, volumeFor } from "../site/buffer-volume";
import type { Stream } from "./stream";

/** It takes no more from that far before its end on: a whole file of the buffer has to fit (Vector 0.57, seen). */
export const BLOCKS_BEFORE_END_BYTES = 128 * MIB;

/** What a record takes in a buffer beside its own bytes: names of fields, lengths, a checksum. */
const OVERHEAD = 1.3;

/** The store refuses what is older than five hours, so what waits longer is lost anyway. */
const MOST_HOURS = 4;

/** A buffer holds at least that long at the rates of a busy hour: somebody has to come and look. */
export const LEAST_HOURS = 1;

/** How much a buffer of that size takes before it holds its sources up. */
export const roomIn = (maxSize: number): number => maxSize - BLOCKS_BEFORE_END_BYTES;

/** What of a stream comes in a busy hour, as it lies in a buffer. */
export function bytesAnHour({ busy: { recordsPerSecond, bytesPerRecord } }: Pick<Stream, "busy">): number {
  return recordsPerSecond * bytesPerRecord * OVERHEAD * 3600;
}

/** How long a buffer holds what comes of a stream. */
export const hoursIn = (maxSize: number, stream: Pick<Stream, "busy">): number => roomIn(maxSize) / bytesAnHour(stream);

/** The smallest volume on which each buffer holds its hour. */
export function leastVolumeBytes(streams: readonly Pick<Stream, "busy">[]): number {
  return volumeFor(total(streams, LEAST_HOURS));
}

/**
 * The size of each stream's buffer: all hold equally long, as long as their volume lets them. On a volume that is too small for an hour each is
 * made for one all the same, and a check tells.
 */
export function bufferBytes(streams: readonly Stream[], volumeBytes: number): ReadonlyMap<string, number> {
  const hours = hoursOn(streams, usableBytes(volumeBytes));
  return new Map(streams.map((stream) => [stream.name, sizeFor(stream, hours)]));
}

/** In quarters, so that a volume a little larger changes no buffer. */
function hoursOn(streams: readonly Stream[], usable: number): number {
  let hours = MOST_HOURS;
  while (hours > LEAST_HOURS && total(streams, hours) > usable) hours -= 0.25;
  return hours;
}

const total = (streams: readonly Pick<Stream, "busy">[], hours: number): number =>
  streams.reduce((sum, stream) => sum + sizeFor(stream, hours), 0);

function sizeFor(stream: Pick<Stream, "busy">, hours: number): number {
  return Math.max(LEAST_BUFFER_BYTES, Math.ceil(bytesAnHour(stream) * hours) + BLOCKS_BEFORE_END_BYTES);
}
