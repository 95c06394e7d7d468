// Prevents log lines that are lost where nobody counts them: at a start of the aggregator, in a receiver's refusal, in a buffer larger than its volume, at a tailer that no flow reads.
import { MIB } from "../bytes";
import type { Manifest } from "../gitops/manifest";
import { EVENT_TAILER } from "../logs/tailers";
import { TEXT_KEY } from "../logs/text-key";
import type { Platform } from "../platform/platform";
import { bytesOf } from "../site/name";
import { type Check, type Finding, objectPlace } from "./check";
import { bufferBytes, conditionsIn, type FlowSpec, isFlow, isOutput } from "./flow-spec";

export const lostLines: Check = {
  name: "lost-lines",
  run: (platform) => [
    ...platform.manifests.flatMap((manifest) => [
      ...(manifest.object.kind === "FluentbitAgent" ? shipperFindings(manifest) : []),
      ...(manifest.object.kind === "Logging" ? aggregatorFindings(manifest, platform) : []),
      ...(isFlow(manifest) ? keyFindings(manifest) : []),
      ...(isOutput(manifest) ? outputFindings(manifest, platform) : []),
    ]),
    ...tailerFindings(platform),
  ],
};

interface ShipperSpec {
  readonly inputTail?: Readonly<Record<string, unknown>>;
  readonly bufferStorage?: Readonly<Record<string, unknown>>;
  readonly forwardOptions?: Readonly<Record<string, unknown>>;
  readonly filterKubernetes?: Readonly<Record<string, unknown>>;
  readonly positiondb?: Volume;
  readonly bufferStorageVolume?: Volume;
}

interface Volume {
  readonly hostPath?: { readonly path?: string };
  readonly pvc?: { readonly spec?: { readonly resources?: { readonly requests?: { readonly storage?: string } } } };
}

const SHIPPER = "set it in components/logging/shipper.ts";

/** The shipper's own defaults keep lines in memory, send a chunk again once, and take what was written to a socket for delivered. */
function shipperFindings(manifest: Manifest): Finding[] {
  const {
    inputTail = {},
    bufferStorage = {},
    forwardOptions = {},
    filterKubernetes = {},
    ...volumes
  } = manifest.object.spec as ShipperSpec;
  const rows: readonly [boolean, string, string][] = [
    [
      forwardOptions.Retry_Limit === "no_limits",
      "forwardOptions.Retry_Limit",
      "a chunk is given up after one more try: an aggregator that starts again costs it",
    ],
    [
      forwardOptions.Require_ack_response === true,
      "forwardOptions.Require_ack_response",
      "what the aggregator had not stored yet when it ended is taken for delivered",
    ],
    [
      inputTail["storage.type"] === "filesystem",
      "inputTail.storage.type",
      "lines wait in memory: a shipper that starts again has lost them",
    ],
    [
      typeof bufferStorage["storage.path"] === "string",
      "bufferStorage.storage.path",
      "without it the buffer is in memory, whatever its type",
    ],
    [volumes.bufferStorageVolume?.hostPath?.path !== undefined, "bufferStorageVolume.hostPath", "the buffer ends with the pod"],
    [
      volumes.positiondb?.hostPath?.path !== undefined,
      "positiondb.hostPath",
      "where each file was read to ends with the pod: lines come twice, or not at all",
    ],
    [inputTail.Skip_Long_Lines === "On", "inputTail.Skip_Long_Lines", "one line above the maximum stops its file for ever"],
    [
      filterKubernetes.Merge_Log === "Off",
      "filterKubernetes.Merge_Log",
      "a pod that prints JSON writes fields of its record, and can call itself another",
    ],
  ];
  return rows.flatMap(([isRight, field, what]) =>
    isRight ? [] : [{ where: `${objectPlace(manifest)} spec.${field}`, what, fix: SHIPPER }],
  );
}

interface AggregatorSpec {
  readonly enableDockerParserCompatibilityForCRI?: boolean;
  readonly errorOutputRef?: string;
  readonly fluentd?: { readonly rootDir?: string; readonly disablePvc?: boolean; readonly bufferStorageVolume?: Volume };
}

/** Where the operator mounts the volume. */
const VOLUME = "/buffers/";

function aggregatorFindings(manifest: Manifest, platform: Platform): Finding[] {
  const {
    enableDockerParserCompatibilityForCRI: isLog = false,
    errorOutputRef = "",
    fluentd = {},
  } = manifest.object.spec as AggregatorSpec;
  const where = objectPlace(manifest);
  const fix = "set it in components/logging/aggregator.ts";
  const outputs = platform.manifests.filter(isOutput).map(({ object }) => object.metadata.name);
  const rows: readonly [boolean, string, string][] = [
    [
      isLog === (TEXT_KEY === "log"),
      "spec.enableDockerParserCompatibilityForCRI",
      `the shipper's parser writes another key than "${TEXT_KEY}", which every flow reads: each grep would see nothing`,
    ],
    [outputs.includes(errorOutputRef), "spec.errorOutputRef", "records that raise an error are thrown away"],
    [
      fluentd.rootDir?.startsWith(VOLUME) === true,
      "spec.fluentd.rootDir",
      `chunks that a receiver refused are kept in the container, and end with it: the volume is at ${VOLUME}`,
    ],
    [
      fluentd.disablePvc !== true && volumeBytes(fluentd.bufferStorageVolume) !== undefined,
      "spec.fluentd.bufferStorageVolume",
      "its buffers are on no volume: what waits ends with the pod",
    ],
  ];
  return [
    ...rows.flatMap(([isRight, field, what]) => (isRight ? [] : [{ where: `${where} ${field}`, what, fix }])),
    ...roomFindings(manifest, fluentd.bufferStorageVolume, errorOutputRef, platform),
  ];
}

const volumeBytes = (volume: Volume | undefined): number | undefined => {
  const size = volume?.pvc?.spec?.resources?.requests?.storage;
  return size === undefined ? undefined : bytesOf(size);
};

/** Each flow has a buffer of its own for each of its outputs: full, all of them together have to fit. */
function roomFindings(manifest: Manifest, volume: Volume | undefined, errorOutput: string, { manifests }: Platform): Finding[] {
  const room = volumeBytes(volume);
  if (room === undefined) return [];
  const limits = new Map(manifests.filter(isOutput).map(({ object }) => [object.metadata.name, limitOf(object.spec)]));
  const used = [...manifests.filter(isFlow).flatMap(({ object }) => (object.spec as FlowSpec).globalOutputRefs ?? []), errorOutput];
  const needed = used.reduce((sum, name) => sum + (limits.get(name) ?? 0), 0);
  if (needed <= room) return [];
  return [
    {
      where: `${objectPlace(manifest)} spec.fluentd.bufferStorageVolume`,
      what: `the buffers of all flows may take ${Math.ceil(needed / MIB)}Mi, and the volume has ${Math.floor(room / MIB)}Mi: full, it stops every flow`,
      fix: "let the room of each buffer follow from the volume (components/logging/outputs.ts)",
    },
  ];
}

interface Http {
  readonly format?: { readonly add_newline?: boolean };
  readonly error_response_as_unrecoverable?: boolean;
  readonly retryable_response_codes?: readonly number[];
  readonly buffer?: { readonly total_limit_size?: string; readonly retry_forever?: boolean; readonly type?: string };
}

const limitOf = (spec: unknown): number =>
  bufferBytes((spec as { http?: Http }).http?.buffer?.total_limit_size) ?? Number.POSITIVE_INFINITY;

/** Answers that come and go with the receiver, and those that the router hands on from its sinks. */
const COME_AND_GO = [401, 403, 404, 408, 429, 500, 502, 503, 504];

function outputFindings(manifest: Manifest, { logs }: Platform): Finding[] {
  const { http } = manifest.object.spec as { http?: Http };
  if (http === undefined) return [];
  const where = `${objectPlace(manifest)} http`;
  const fix = "use httpOutput of lib/logs/http-output.ts";
  const { retryable_response_codes: retried = [], buffer = {} } = http;
  const must = manifest.object.metadata.name === logs.routerOutput ? [400, ...COME_AND_GO] : COME_AND_GO;
  const lost = must.filter((code) => !retried.includes(code));
  return [
    ...(http.format?.add_newline === false
      ? []
      : [
          {
            where: `${where}.format`,
            what: "a line ends after each record of the array: a receiver that frames by lines refuses all of it",
            fix,
          },
        ]),
    ...(lost.length === 0
      ? []
      : [{ where: `${where}.retryable_response_codes`, what: `a chunk that is answered ${lost.join(", ")} is lost`, fix }]),
    ...(http.error_response_as_unrecoverable === false
      ? [{ where: `${where}.error_response_as_unrecoverable`, what: "a chunk that is refused counts as delivered", fix }]
      : []),
    ...(buffer.retry_forever === true && (buffer.type ?? "file") === "file"
      ? []
      : [
          {
            where: `${where}.buffer`,
            what: "what waits is given up after some time, or ends with the pod",
            fix: "use buffer of lib/logs/buffer.ts",
          },
        ]),
  ];
}

/** A field of the record itself is its text or nothing: on any other key a grep sees "". */
function keyFindings(manifest: Manifest): Finding[] {
  const { filters = [] } = manifest.object.spec as FlowSpec;
  return filters
    .flatMap(conditionsIn)
    .filter(({ key }) => key !== TEXT_KEY && !key.startsWith("$.kubernetes."))
    .map(({ key }) => ({
      where: objectPlace(manifest),
      what: `it greps on "${key}", and the text of a record is at "${TEXT_KEY}": it would see nothing`,
      fix: "use TEXT_KEY of lib/logs/text-key.ts, or a key below $.kubernetes",
    }));
}

interface Tailers {
  readonly fileTailers?: readonly { readonly name: string }[];
  readonly systemdTailers?: readonly { readonly name: string }[];
}

/** What the tailers print carries the logging namespace, which the catch-all leaves out. */
function tailerFindings({ manifests, logs, site }: Platform): Finding[] {
  const read = new Set(
    manifests.filter(isFlow).flatMap(({ object }) => {
      const { match = [], globalOutputRefs = [] } = object.spec as FlowSpec;
      if (!globalOutputRefs.includes(logs.routerOutput)) return [];
      return match.flatMap(({ select }) => (select?.namespaces?.includes(site.namespaces.logging) ? (select.container_names ?? []) : []));
    }),
  );
  return manifests.flatMap((manifest) =>
    containersOf(manifest)
      .filter((name) => !read.has(name))
      .map((name) => ({
        where: objectPlace(manifest),
        what: `no flow to "${logs.routerOutput}" selects its container "${name}" in namespace "${site.namespaces.logging}": what it prints goes nowhere`,
        fix: "give it a flow by the name of its container (routerFlows of components/logging/flows.ts)",
      })),
  );
}

function containersOf({ object: { kind, spec } }: Manifest): readonly string[] {
  if (kind === "EventTailer") return [EVENT_TAILER];
  if (kind !== "HostTailer") return [];
  const { fileTailers = [], systemdTailers = [] } = spec as Tailers;
  return [...fileTailers, ...systemdTailers].map(({ name }) => name);
}
