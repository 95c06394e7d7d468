import { dropped, keptOf, recordOf, routesOf, streamOf, UNMATCHED } from "./router-names";
import { STREAM_SOURCES, type Stream, type StreamSource } from "./stream";
import type { ExclusiveRoute, Remap, Transform } from "./vector";

/** The texts of the programs: each is complete by itself. */
export interface RouterPrograms {
  /** The first one of each source that a stream comes from. */
  readonly sources: Readonly<Partial<Record<StreamSource, string>>>;
  /** Puts a record that a program dropped back as it was, with the reason. */
  readonly kept: string;
  readonly streams: Readonly<Record<string, string>>;
}

/** The sources that the streams come from, in one order. */
export const sourcesOf = (streams: readonly Stream[]): StreamSource[] =>
  STREAM_SOURCES.filter((source) => streams.some((stream) => stream.source === source));

/** From the sources' inputs to what the sinks are given: every record comes out of exactly one stream, whatever a program does. */
export function streamTransforms(
  streams: readonly Stream[],
  { sources, kept, streams: ofStreams }: RouterPrograms,
  inputsOf: (source: StreamSource) => readonly string[],
): Record<string, Transform> {
  const ofSources = sourcesOf(streams).flatMap((source): [string, Transform][] => [
    [recordOf(source), rerouting(inputsOf(source), given(`source "${source}"`, sources[source]))],
    ...routes(source, streams),
  ]);
  const each = streams.flatMap((stream): [string, Transform][] => {
    const { name, source, recognised } = stream;
    const program = given(`stream "${name}"`, ofStreams[name]);
    // what the source's own program drops is of no stream yet: it is kept where the rest of the source goes
    const first = recognised === undefined ? [dropped(recordOf(source))] : [];
    return [
      [streamOf(name), rerouting([inputOf(stream, streams)], program)],
      // the last resort itself drops nothing: a record that it fails on passes as it is
      [
        keptOf(name),
        { type: "remap", inputs: [dropped(streamOf(name)), ...first], source: kept, drop_on_error: false, drop_on_abort: false },
      ],
    ];
  });
  return Object.fromEntries([...ofSources, ...each]);
}

function given(what: string, program: string | undefined): string {
  if (program === undefined) throw new Error(`${what} has no program`);
  return program;
}

function rerouting(inputs: readonly string[], source: string): Remap {
  return { type: "remap", inputs, source, drop_on_error: true, drop_on_abort: true, reroute_dropped: true };
}

/** A source with one stream has nothing to choose. */
function routes(source: StreamSource, streams: readonly Stream[]): [string, ExclusiveRoute][] {
  const recognising = streams.flatMap(({ name, source: of, recognised }) =>
    of === source && recognised !== undefined ? [{ name, condition: { type: "vrl" as const, source: recognised } }] : [],
  );
  if (recognising.length === 0) return [];
  return [[routesOf(source), { type: "exclusive_route", inputs: [recordOf(source)], routes: recognising }]];
}

function inputOf({ name, source, recognised }: Stream, streams: readonly Stream[]): string {
  if (recognised !== undefined) return `${routesOf(source)}.${name}`;
  const isAlone = streams.every((other) => other.source !== source || other.recognised === undefined);
  return isAlone ? recordOf(source) : `${routesOf(source)}.${UNMATCHED}`;
}
