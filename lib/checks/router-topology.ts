// Prevents a record that is stored in no stream, in two, or in one that nobody declared; and a router that does not start.
import type { Platform } from "../platform/platform";
import { type Check, type Finding, objectPlace } from "./check";
import { indexOf, type RouterFile, routersOf, storeSinks } from "./router-spec";

export const routerTopology: Check = {
  name: "router-topology",
  run: (platform) => {
    const files = routersOf(platform).flatMap((router) => router.files);
    return files.flatMap((file) => [...sinkFindings(file, platform), ...textFindings(file), ...pathFindings(file)]);
  },
};

const BY_STREAMS = "make the configuration from the streams (lib/logs/router-configuration.ts)";

function sinkFindings(file: RouterFile, { streams }: Platform): Finding[] {
  const where = `${objectPlace(file.manifest)} ${file.key}`;
  const indices = storeSinks(file).map(([name, sink]) => ({ name, index: indexOf(sink) ?? "" }));
  const undeclared = indices.filter(({ index }) => !streams.some((stream) => stream.name === index));
  return [
    ...undeclared.map(({ name, index }) => ({
      where: `${where} sinks.${name}.bulk.index`,
      what: `"${index}" is the name of no stream${index.includes("{{") ? ": Vector does not start with a template that has no prefix of its own" : ""}`,
      fix: "write a stream's name as it stands: each has a sink of its own",
    })),
    ...streams.flatMap(({ name: stream }): Finding[] => {
      const sinks = indices.filter(({ index }) => index === stream).map(({ name }) => name);
      if (sinks.length === 1) return [];
      const what =
        sinks.length === 0 ? "no sink stores it: its records are lost" : `${sinks.join(" and ")} both store it: each record twice`;
      return [{ where: `${where} stream "${stream}"`, what, fix: BY_STREAMS }];
    }),
  ];
}

/** Vector 0.57 replaces no `${VAR}` any more, and refuses templates that could lead anywhere. */
function textFindings({ manifest, key, text, sinks }: RouterFile): Finding[] {
  const where = `${objectPlace(manifest)} ${key}`;
  const templates = Object.entries(sinks).filter(([name, sink]) => !isIndexTemplate(sink) && JSON.stringify([name, sink]).includes("{{"));
  return [
    ...(text.includes("${")
      ? [
          {
            where,
            what: "it holds a variable in braces behind a dollar sign, which Vector takes as it stands: a credential would be the name of its variable",
            fix: "use a secret backend, SECRET[store.<key>], and in a program another notation",
          },
        ]
      : []),
    ...templates.map(([name]) => ({
      where: `${where} sinks.${name}`,
      what: "it holds a template, {{...}}: a record could choose where it goes",
      fix: "write the value as it stands",
    })),
  ];
}

/** Those have a finding of their own. */
const isIndexTemplate = (sink: RouterFile["sinks"][string]): boolean => indexOf(sink)?.includes("{{") === true;

/** Every record that a source takes ends in exactly one sink of the store, by whatever way. */
function pathFindings(file: RouterFile): Finding[] {
  const { manifest, key, sources, transforms } = file;
  const where = (part: string) => `${objectPlace(manifest)} ${key} ${part}`;
  const ways = new Ways(file);
  const fromSources = Object.entries(sources)
    .filter(([, { type }]) => type !== "internal_metrics")
    .map(([name]) => ({ output: name, part: `sources.${name}`, what: "what it takes" }));
  const stored = Object.entries(transforms).filter(([name]) => ways.isOnTheWay(name));
  const fromRoutes = stored.flatMap(([name, { type, routes }]) =>
    type === "exclusive_route"
      ? outputsOf(name, routes).map((output) => ({
          output,
          part: `transforms.${name}`,
          what: `what goes by ${output.slice(name.length + 1)}`,
        }))
      : [],
  );
  const fromDrops = stored.flatMap(([name, { type, drop_on_error, drop_on_abort }]) =>
    type === "remap" && (drop_on_error === true || drop_on_abort === true)
      ? [{ output: `${name}.dropped`, part: `transforms.${name}`, what: "what its program drops" }]
      : [],
  );
  const unrouted = stored
    .filter(([, { type, drop_on_error, drop_on_abort, reroute_dropped }]) => {
      return type === "remap" && (drop_on_error === true || drop_on_abort === true) && reroute_dropped !== true;
    })
    .map(([name]) => ({
      where: where(`transforms.${name}`),
      what: "what its program drops is thrown away",
      fix: "set `reroute_dropped: true`, and keep what comes by its output `.dropped`",
    }));
  return [
    ...[...fromSources, ...fromRoutes, ...fromDrops].flatMap(({ output, part, what }): Finding[] => {
      const count = ways.copies(output);
      if (count === 1) return [];
      return [{ where: where(part), what: `${what} is stored ${count === 0 ? "nowhere" : `${count} times`}`, fix: BY_STREAMS }];
    }),
    ...unrouted,
  ];
}

function outputsOf(route: string, routes: unknown): string[] {
  const names = Array.isArray(routes) ? routes.map(({ name }: { name?: string }) => name ?? "") : [];
  return [...names, "_unmatched"].map((name) => `${route}.${name}`);
}

/** Where what comes by an output ends. */
class Ways {
  readonly #consumers = new Map<string, string[]>();
  readonly #stores: ReadonlySet<string>;
  readonly #transforms: RouterFile["transforms"];

  constructor(file: RouterFile) {
    this.#transforms = file.transforms;
    this.#stores = new Set(storeSinks(file).map(([name]) => name));
    for (const [name, { inputs = [] }] of Object.entries({ ...file.transforms, ...file.sinks })) {
      for (const input of inputs) this.#consumers.set(input, [...(this.#consumers.get(input) ?? []), name]);
    }
  }

  /** How many sinks of the store are given what comes by an output; by a route, those of the way that most take. */
  copies(output: string, before: readonly string[] = []): number {
    const next = (this.#consumers.get(output) ?? []).filter((name) => !before.includes(name));
    return next.reduce((sum, name) => sum + this.#copiesBy(name, [...before, name]), 0);
  }

  #copiesBy(name: string, before: readonly string[]): number {
    if (this.#stores.has(name)) return 1;
    const transform = this.#transforms[name];
    if (transform?.type !== "exclusive_route") return transform === undefined ? 0 : this.copies(name, before);
    return Math.max(...outputsOf(name, transform.routes).map((output) => this.copies(output, before)));
  }

  /** Whether anything that a transform passes on is meant for the store. */
  isOnTheWay(transform: string): boolean {
    return this.#copiesBy(transform, [transform]) > 0;
  }
}
