// Prevents a failure of the store that costs lines: a buffer that is full within the hour, that Vector does not take, or that its volume can't hold.

import { GIB } from "../bytes";
import { bytesAnHour, hoursIn, LEAST_HOURS, leastVolumeBytes, roomIn } from "../logs/disk-buffers";
import type { Platform } from "../platform/platform";
import { LEAST_BUFFER_BYTES, usableBytes } from "../site/buffer-volume";
import { bytesOf, quantityFlaw } from "../site/name";
import { type Check, type Finding, objectPlace } from "./check";
import { indexOf, type RouterFile, type RouterObject, routersOf, storeSinks } from "./router-spec";

interface Buffer {
  readonly type?: string;
  readonly max_size?: number;
  readonly when_full?: string;
}

export const routerBuffers: Check = {
  name: "router-buffers",
  run: (platform) =>
    routersOf(platform).flatMap((router) => [
      ...router.files.flatMap((file) => bufferFindings(file, platform)),
      ...volumeFindings(router, platform),
    ]),
};

function bufferFindings(file: RouterFile, { streams }: Platform): Finding[] {
  return storeSinks(file).flatMap(([name, sink]): Finding[] => {
    const { type, max_size, when_full } = (sink.buffer ?? {}) as Buffer;
    const where = `${objectPlace(file.manifest)} ${file.key} sinks.${name}.buffer`;
    const fix = "let the stream's declared rates say its size (lib/logs/disk-buffers.ts)";
    if (type !== "disk" || when_full !== "block") {
      return [
        {
          where,
          what: `it is ${type === "disk" ? `a disk buffer that does ${when_full ?? "nothing that is said"} when it is full` : `a ${type ?? "memory"} buffer`}: what the store does not take is sent twice by the aggregator, or lost`,
          fix: "use `type: disk` and `when_full: block`",
        },
      ];
    }
    if (max_size === undefined || max_size < LEAST_BUFFER_BYTES)
      return [
        { where, what: `its max_size is ${max_size ?? "missing"}, and Vector does not start with less than ${LEAST_BUFFER_BYTES}`, fix },
      ];
    const stream = streams.find((one) => one.name === indexOf(sink));
    if (stream === undefined || hoursIn(max_size, stream) >= LEAST_HOURS) return [];
    const [minutes, room] = [Math.floor(hoursIn(max_size, stream) * 60), Math.round(roomIn(max_size) / 1e6)];
    return [
      {
        where,
        what: `it holds ${minutes} minutes of a busy hour (${room} MB before it blocks, 128 MiB before its end; ${Math.round(bytesAnHour(stream) / 1e6)} MB come in an hour)`,
        fix: `${fix}: an hour at least`,
      },
    ];
  });
}

/** What all buffers may take has to be there: a full volume stops Vector altogether. */
function volumeFindings({ manifest, files }: RouterObject, { streams }: Platform): Finding[] {
  const { volumeClaimTemplates = [] } = manifest.object.spec as {
    volumeClaimTemplates?: readonly { readonly spec?: { readonly resources?: { readonly requests?: { readonly storage?: string } } } }[];
  };
  const sizes = volumeClaimTemplates.map(({ spec }) => spec?.resources?.requests?.storage ?? "");
  const volume = Math.max(0, ...sizes.filter((size) => quantityFlaw(size) === undefined).map(bytesOf));
  const buffers = files.flatMap((file) => storeSinks(file).map(([, { buffer }]) => (buffer as Buffer | undefined)?.max_size ?? 0));
  const all = buffers.reduce((sum, size) => sum + size, 0);
  if (all <= usableBytes(volume)) return [];
  return [
    {
      where: `${objectPlace(manifest)} volumeClaimTemplates`,
      what: `its buffers may take ${gib(all)} Gi together, and of its volume (${sizes.join(", ") || "none"}) ${gib(usableBytes(volume))} Gi are theirs`,
      fix: `give logs.buffer_volume ${Math.ceil(leastVolumeBytes(streams) / GIB)}Gi or more: each buffer holds an hour then`,
    },
  ];
}

const gib = (bytes: number): string => (bytes / GIB).toFixed(1);
