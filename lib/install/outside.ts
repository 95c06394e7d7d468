import { describeEnd, isOutside, type Path, protocolsOf } from "../network/connection";
import type { Platform } from "../platform/platform";
import { isRemote } from "./clusters";
import { pulled } from "./images";
import { blocks, code, codes, table } from "./markdown";

/** What stands outside the cluster, and the ways there. */
export function outside(platform: Platform, step: number): string {
  return blocks(
    `## ${step}. Outside the cluster`,
    ...platform.outsideSetups.map(({ title, text }) => blocks(`### ${title}`, text(platform))),
    "### Ways through the firewall",
    ways(platform),
  );
}

function ways(platform: Platform): string {
  const { paths, site, charts } = platform;
  const leaving = grouped(paths.filter(({ to }) => isOutside(to)));
  return blocks(
    "Our own policies open these, each from the pods that need it. A firewall between the nodes and these addresses has to let them through as well:",
    table(
      ["To", "Addresses", "Port", "From"],
      leaving.map(([path, callers]) => [
        describeEnd(path.to),
        addressesOf(path),
        path.ports.length === 0 ? "any" : `${protocolsOf(path).join(" and ")} ${path.ports.join(", ")}`,
        callers.join(", "),
      ]),
    ),
    "The nodes pull images from these, and the programs of step 1 from where whoever installs them has them:",
    table(
      ["Registry", "Images", "Run by"],
      pulled(platform).map(({ registry, repositories, by }) => [code(registry), codes(repositories), by.join("; ")]),
    ),
    `The CD tool reads ${codes([site.gitops.repository, ...charts.map(({ repository }) => repository)])}${isRemote(platform) ? `, and reaches ${code(site.gitops.destination)} from its own cluster` : ""}.`,
  );
}

function addressesOf({ to }: Path): string {
  if (!isOutside(to)) return "";
  const { addresses, except = [] } = to;
  return `${addresses.map(code).join(", ")}${except.length === 0 ? "" : ` but ${except.map(code).join(", ")}`}`;
}

/** Paths to one place on one port, with all who go there. */
function grouped(paths: readonly Path[]): [Path, string[]][] {
  const byEnd = new Map<string, [Path, string[]]>();
  for (const path of paths) {
    const { to, ports } = path;
    const key = JSON.stringify([to, ports, protocolsOf(path)]);
    const [, callers] = byEnd.get(key) ?? [path, []];
    byEnd.set(key, [path, [...new Set([...callers, code(describeEnd(path.from))])].sort()]);
  }
  return [...byEnd.values()].sort(([a], [b]) => (describeEnd(a.to) < describeEnd(b.to) ? -1 : 1));
}
