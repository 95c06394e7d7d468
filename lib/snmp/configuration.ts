import { stringify } from "yaml";
import { rememberedOf } from "../remembered";
import { type Column, type IndexType, isScalar, type Lookup, oidOf, type SnmpModule, type Table } from "./module";

/*
 * snmp_exporter's configuration (0.23 and later, config/config.go): `modules` here, `auths` in a file of its own, because it is secret.
 */

/**
 * Rows in one answer. A walk of a column costs a packet for each so many rows and one that finds its end: a stack of 57 ports that takes
 * 100 ms for each is through a column in two or three. An agent that has no room for them in a packet sends fewer.
 */
const MAX_REPETITIONS = 60;
/** The exporter goes on when the scrape's time is up: four questions of a device that is off have to end before. */
const RETRIES = 3;
const TIMEOUT_SECONDS = 5;

/** The longest that it asks a device which does not answer. */
export const GIVES_UP_SECONDS = TIMEOUT_SECONDS * (RETRIES + 1);

const INDEX = { integer: { type: "gauge" }, mac: { type: "PhysAddress48", fixed_size: 6 } } as const satisfies Record<IndexType, object>;

/** What several metrics have in common stands at each: whoever reads the file reads it whole. */
const FORMAT = { lineWidth: 0, aliasDuplicateObjects: false };

/** The file of the modules. */
export const modulesFile = rememberedOf((modules: readonly SnmpModule[]): string =>
  stringify({ modules: Object.fromEntries(modules.map((module) => [module.name, moduleConfig(module)])) }, FORMAT),
);

function moduleConfig({ tables }: SnmpModule) {
  const columns = tables.flatMap((of) => Object.values(of.columns).map((column) => ({ of, oid: oidOf(of, column) })));
  const walk = columns.filter(({ of }) => !isScalar(of)).map(({ oid }) => oid);
  const lookups = tables.flatMap((of) => of.lookups.map(({ oid }) => oid));
  const get = columns.filter(({ of }) => isScalar(of)).map(({ oid }) => `${oid}.0`);
  return {
    // columns one by one: of a table's others nobody wants the packets
    walk: [...new Set([...walk, ...lookups])].sort(byNumbers),
    ...(get.length > 0 && { get }),
    metrics: tables.flatMap((of) => Object.entries(of.columns).map(([name, column]) => metricConfig(of, name, column))),
    max_repetitions: MAX_REPETITIONS,
    retries: RETRIES,
    timeout: `${TIMEOUT_SECONDS}s`,
  };
}

function metricConfig(of: Table, name: string, column: Column) {
  const { metric, scale, enums } = column;
  const indexes = Object.entries(of.indexes).map(([labelname, type]) => ({ labelname, ...INDEX[type] }));
  const lookups = of.lookups.map((lookup) => lookupConfig(of, lookup));
  return {
    name,
    oid: oidOf(of, column),
    type: enums === undefined ? metric.kind : "EnumAsInfo",
    help: metric.help,
    ...(indexes.length > 0 && { indexes }),
    ...(lookups.length > 0 && { lookups }),
    // whole numbers: a quoted one is refused
    ...(enums !== undefined && { enum_values: new Map(Object.entries(enums).map(([number, word]) => [Number(number), word])) }),
    ...(scale !== undefined && { scale }),
  };
}

function lookupConfig({ indexes }: Table, { label, oid, by = Object.keys(indexes) }: Lookup) {
  return { labels: by, labelname: label, oid, type: "DisplayString" };
}

function byNumbers(one: string, other: string): number {
  const [a, b] = [one.split(".").map(Number), other.split(".").map(Number)];
  const at = a.findIndex((part, index) => part !== b[index]);
  return at === -1 ? a.length - b.length : (a[at] ?? 0) - (b[at] ?? -1);
}
