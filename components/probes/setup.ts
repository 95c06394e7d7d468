import { isAddress } from "../../lib/address";
import { blocks, code, codes, list } from "../../lib/install/markdown";
import { isWorkload } from "../../lib/network/connection";
import type { OutsideSetup } from "../../lib/platform/installation";
import { unprobedServices } from "../../lib/site/covered";
import { quote } from "../../lib/site/quote";
import type { ProbesSite, Site } from "../../lib/site/schema";
import { PROBE_KINDS } from "../../lib/site/sections/probes";
import { hostOf } from "../../lib/site/url";
import { probesOf } from "./probes";

/** What the targets have to let the exporter do, and what nothing asks. */
export function probesSetup(site: Pick<Site, "cluster" | "components"> & { readonly probes: ProbesSite }): OutsideSetup {
  return {
    title: "Probes",
    text: () =>
      blocks(
        "The blackbox exporter asks every half minute, as users would, by the family of addresses that each probe has and no other.",
        inside(site),
        notProbed(site.probes),
        forgotten(site),
      ),
  };
}

/** Policies know pods by their labels, and Services by nothing. */
function inside(site: Pick<Site, "cluster" | "probes">): string {
  const services = probesOf(site).flatMap(({ component, service, call }) =>
    "to" in call && isWorkload(call.to) ? [{ component, service, to: call.to, ports: call.ports ?? [] }] : [],
  );
  if (services.length === 0) return "";
  return blocks(
    "These ask Services of the cluster. Our own policy lets the exporter out to pods with this label on this port, the pods' own; a policy of theirs has to let it in:",
    list(
      services.map(({ component, service, to, ports }) => {
        const labels = Object.entries(to.pods).map(([label, value]) => `${label}=${value}`);
        return `${component}, ${code(service)}: pods ${codes(labels)} in ${code(to.namespace)}, port ${ports.join(", ")}`;
      }),
    ),
  );
}

function notProbed(probes: ProbesSite): string {
  const reasons = probes.flatMap(({ component, not_probed: given = [] }) =>
    given.map(({ name, because }) => `${component}, ${code(name)}: ${because}`),
  );
  return reasons.length === 0 ? "" : blocks("Nothing asks these, and their users may know first that they fail:", list(reasons));
}

function forgotten(site: Pick<Site, "components" | "probes">): string {
  const forgotten = unprobedServices(site).map(
    ({ component, services }) => `${component}: ${services.map(({ service }) => service).join(", ")}`,
  );
  return forgotten.length === 0 ? "" : blocks("The site covers these, and nothing says who asks them:", list(forgotten));
}

/** What stays green on the page whatever its users see: the site says why, or says nothing, and whoever synthesizes it should know. */
export function probesCautions(site: Pick<Site, "components"> & { readonly probes: ProbesSite }): string[] {
  const isAsked = (group: ProbesSite[number]) => PROBE_KINDS.some((kind) => group[kind] !== undefined);
  const unasked = site.probes.flatMap((group) => {
    const { component, not_probed: reasons = [] } = group;
    if (isAsked(group)) return [];
    return [
      `probes: nothing asks for ${component} as its users would (${reasons.map(({ name, because }) => `${name}: ${because}`).join("; ")})`,
    ];
  });
  const forgotten = unprobedServices(site).map(({ component, services }) => {
    const which = services.map(({ service }) => quote(service)).join(", ");
    const names = services.map(({ name }) => name).join(", ");
    return `probes: ${component} covers ${which}, and no probe is called so; name a probe of it ${names}, or give the reason under that name in not_probed`;
  });
  return [...unasked, ...forgotten, ...site.probes.flatMap(named)];
}

/** DNS64 leaves a name alone that has an IPv6 address: it is asked for there, where the policy lets nobody out, or nothing of NAT64 is told. */
function named({ component, nat64 = [] }: ProbesSite[number]): string[] {
  return nat64
    .filter(({ host }) => !isAddress(hostOf(host) ?? ""))
    .map(
      ({ name, host }) =>
        `probes: ${name} of ${component} asks ${quote(host)} behind NAT64 by its name, which tells of NAT64 only as long as that name has no IPv6 address of its own; write an IPv4 address, unless DNS64 is to be seen as well`,
    );
}
