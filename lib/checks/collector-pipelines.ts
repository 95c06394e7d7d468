// Prevents a trace collector that does not start, that runs out of memory, or that lets a component work which nobody put into a pipeline.
import { parse } from "yaml";
import type { Manifest } from "../gitops/manifest";
import { configMapsOf, podTemplates } from "../kubernetes/pod-templates";
import { BATCH, type CollectorConfiguration, type Components, MEMORY_LIMITER, type Pipeline, typeOf } from "../log-store/collector";
import type { Platform } from "../platform/platform";
import { remembered } from "../remembered";
import { type Check, type Finding, objectPlace } from "./check";

export const collectorPipelines: Check = {
  name: "collector-pipelines",
  run: (platform) =>
    configurationsOf(platform).flatMap(({ manifest, key, configuration }) => {
      const where = `${objectPlace(manifest)} ${key}`;
      return [...componentFindings(where, configuration), ...orderFindings(where, configuration), ...signInFindings(where, configuration)];
    }),
};

interface CollectorFile {
  readonly manifest: Manifest;
  readonly key: string;
  readonly configuration: CollectorConfiguration;
}

const IMAGE = /(?:^|\/)opentelemetry-collector(?:-[a-z0-9]+)?(?::|@)/;

/** Found by the image that reads them. */
function configurationsOf({ manifests }: Platform): CollectorFile[] {
  return podTemplates(manifests)
    .filter(({ template }) => (template.spec.containers ?? []).some(({ image = "" }) => IMAGE.test(image)))
    .flatMap(({ manifest: { object }, template }) => {
      const read = configMapsOf(template);
      const maps = manifests.filter(
        ({ object: { kind, metadata } }) =>
          kind === "ConfigMap" && metadata.namespace === object.metadata.namespace && read.has(metadata.name),
      );
      return maps.flatMap((manifest) =>
        Object.entries((manifest.object.data ?? {}) as Record<string, string>).map(([key, text]) => ({
          manifest,
          key,
          configuration: configurationIn(text),
        })),
      );
    });
}

const configurationIn = remembered((text): CollectorConfiguration => {
  const { extensions, receivers, processors, exporters, service } = parse(text) as Partial<CollectorConfiguration>;
  const { extensions: started = [], pipelines = {}, telemetry = {} } = (service ?? {}) as Partial<CollectorConfiguration["service"]>;
  return {
    extensions: extensions ?? {},
    receivers: receivers ?? {},
    processors: processors ?? {},
    exporters: exporters ?? {},
    service: { extensions: started, pipelines, telemetry },
  };
});

const KINDS = ["receivers", "processors", "exporters"] as const;

/** Each is named where it works and defined where it is said what it does. */
function componentFindings(where: string, { service, ...defined }: CollectorConfiguration): Finding[] {
  const ofPipelines = KINDS.flatMap((kind) => {
    const used = new Map(
      Object.entries(service.pipelines).flatMap(([pipeline, one]) => partOf(one, kind).map((name) => [name, pipeline] as const)),
    );
    return [
      ...[...used]
        .filter(([name]) => !(name in defined[kind]))
        .map(([name, pipeline]) => undefinedFinding(`${where} service.pipelines.${pipeline}.${kind}`, name, kind)),
      ...unused(where, kind, defined[kind], [...used.keys()]),
    ];
  });
  return [
    ...ofPipelines,
    ...service.extensions
      .filter((name) => !(name in defined.extensions))
      .map((name) => undefinedFinding(`${where} service.extensions`, name, "extensions")),
    ...unused(where, "extensions", defined.extensions, service.extensions),
  ];
}

const partOf = (pipeline: Partial<Pipeline>, kind: (typeof KINDS)[number]): readonly string[] => pipeline[kind] ?? [];

const undefinedFinding = (where: string, name: string, kind: string): Finding => ({
  where,
  what: `"${name}" is defined nowhere, and the collector does not start`,
  fix: `define it under ${kind}, or take it out`,
});

function unused(where: string, kind: string, defined: Components, used: readonly string[]): Finding[] {
  return Object.keys(defined)
    .filter((name) => !used.includes(name))
    .map((name) => ({
      where: `${where} ${kind}.${name}`,
      what: "nothing uses it: the collector takes it for right and leaves it out",
      fix: kind === "extensions" ? "list it in service.extensions, or take it out" : "put it into a pipeline, or take it out",
    }));
}

function orderFindings(where: string, { service }: CollectorConfiguration): Finding[] {
  return Object.entries(service.pipelines).flatMap(([name, pipeline]) => {
    const processors = partOf(pipeline, "processors");
    const place = `${where} service.pipelines.${name}.processors`;
    const [first, last] = [processors[0], processors.at(-1)];
    return [
      ...(KINDS.filter((kind) => kind !== "processors" && partOf(pipeline, kind).length === 0).map((kind) => ({
        where: `${where} service.pipelines.${name}`,
        what: `it has no ${kind}, and the collector does not start`,
        fix: "name one, or take the pipeline out",
      })) satisfies Finding[]),
      ...(first !== undefined && typeOf(first) === MEMORY_LIMITER
        ? []
        : [
            {
              where: place,
              what: `"${first ?? "nothing"}" comes first: what is refused for want of memory has taken it by then`,
              fix: `put ${MEMORY_LIMITER} first`,
            },
          ]),
      ...(last !== undefined && typeOf(last) === BATCH
        ? []
        : [
            {
              where: place,
              what: `"${last ?? "nothing"}" comes last: what is behind the batches sees them, or each span is sent alone`,
              fix: `put ${BATCH} last`,
            },
          ]),
    ];
  });
}

/** What signs in, or asks who comes, is an extension that has to run. */
function signInFindings(where: string, { service, receivers, exporters }: CollectorConfiguration): Finding[] {
  return Object.entries({ receivers, exporters }).flatMap(([kind, components]) =>
    Object.entries(components).flatMap(([name, options]) =>
      authenticatorsIn(options)
        .filter((one) => !service.extensions.includes(one))
        .map((one) => ({
          where: `${where} ${kind}.${name}`,
          what: `it signs in by "${one}", which does not run: the collector does not start`,
          fix: "define it under extensions and list it in service.extensions",
        })),
    ),
  );
}

function authenticatorsIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, below]) =>
    key === "authenticator" && typeof below === "string" ? [below] : authenticatorsIn(below),
  );
}
