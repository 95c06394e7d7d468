// Prevents lines that are lost or stored several times by how the router ends, or by who waits for whom.
import { type Check, type Finding, objectPlace } from "./check";
import { type RouterFile, type RouterObject, routersOf, storeSinks } from "./router-spec";

/** What Vector takes to end while the store does not answer (0.57, seen), unless it is told otherwise. */
const SHUTDOWN_SECONDS = 60;

export const routerLosses: Check = {
  name: "router-losses",
  run: (platform) => routersOf(platform).flatMap((router) => [...graceFindings(router), ...router.files.flatMap(acknowledgementFindings)]),
};

/** Killed before it ends, it loses what it has answered and not written yet. */
function graceFindings({ manifest, template }: RouterObject): Finding[] {
  const { terminationGracePeriodSeconds = 30, containers = [] } = template.spec as {
    terminationGracePeriodSeconds?: number;
    containers?: readonly { readonly args?: readonly string[] }[];
  };
  const told = containers.flatMap(({ args = [] }) => args.flatMap((arg) => /^--graceful-shutdown-limit-secs=(\d+)$/.exec(arg)?.[1] ?? []));
  const needed = Math.max(...told.map(Number), told.length === 0 ? SHUTDOWN_SECONDS : 0);
  if (terminationGracePeriodSeconds > needed) return [];
  return [
    {
      where: `${objectPlace(manifest)} terminationGracePeriodSeconds`,
      what: `it has ${terminationGracePeriodSeconds} s to end, and takes ${needed} s while the store does not answer: then it is killed, and loses what is not written yet`,
      fix: `give it more than ${needed} s`,
    },
  ];
}

/** A sink that acknowledges makes the source answer once its buffer has written a record: one line above all sinks would win over theirs. */
function acknowledgementFindings(file: RouterFile): Finding[] {
  const where = `${objectPlace(file.manifest)} ${file.key}`;
  const isOn = (value: unknown) => value === true || (value as { enabled?: boolean } | undefined)?.enabled === true;
  const silent = storeSinks(file).filter(([, { acknowledgements }]) => !isOn(acknowledgements));
  return [
    ...(file.acknowledgements === undefined
      ? []
      : [
          {
            where: `${where} acknowledgements`,
            what: "the global line wins over what the sinks say: with `enabled: false` none acknowledges, and lines in memory are lost",
            fix: "leave it out; each sink of the store says `acknowledgements: { enabled: true }`",
          },
        ]),
    ...silent.map(([name]) => ({
      where: `${where} sinks.${name}`,
      what: "it does not acknowledge: the source answers before a record is on the disk, and a crash loses it",
      fix: "set `acknowledgements: { enabled: true }`",
    })),
  ];
}
