/** Who calls whom. Each connection stands with the one who calls, and the check `connections` holds the policies to it; here stands what no check can know. */
import { platform } from "../../charts/platform";
import { callerFindings } from "../../lib/checks/callers";
import { describeEnd, isOutside, isWorkload, type Path } from "../../lib/network/connection";
import type { Platform } from "../../lib/platform/platform";
import { EXAMPLE, SITE } from "../checks/example";

const SCALES: [string, Platform][] = [
  ["single", EXAMPLE],
  ["cluster", platform({ ...SITE, scale: "cluster" }, EXAMPLE.runbooks)],
];

const nameOf = (end: Path["to"]): string =>
  describeEnd(end)
    .replace(/^[a-z-]+\//, "")
    .replace(/^vm(?:single|auth)-belfry$/, "metrics");
const inWords = ({ from, to }: Path): string => `${nameOf(from)} -> ${nameOf(to)}`;

/** The three planes of the specification's part 1: without one of these, nothing arrives. */
const PLANES = [
  "vmagent-belfry -> metrics",
  "vmalert-belfry -> metrics",
  "vmalert-belfry -> vmalertmanager-belfry",
  "log-shipper -> log-aggregator",
  "log-aggregator -> relay",
  "relay -> vmalertmanager-belfry",
  "vmalertmanager-belfry -> the push service",
  "vmalertmanager-belfry -> status-page",
  "vmalertmanager-belfry -> dead-man",
  "status-page -> the status page",
  "dead-man -> the dead-man switch",
];

describe.each(SCALES)("at scale %s", (_, whole) => {
  test("the planes of the specification are connected", () => {
    expect(whole.paths.map(inWords)).toEqual(expect.arrayContaining(PLANES));
  });

  test("what a service of ours may call, its own Deployment tells it to call", () => {
    const services = whole.manifests.flatMap(({ service, object }) => (service ? [{ service, namespace: object.metadata.namespace }] : []));
    const own = services.flatMap(({ service, namespace }) => {
      // an address that is a secret stands in no manifest
      const hasSecretAddress = Object.entries(service.variables).some(([name, one]) => name.endsWith("_URL") && "secret" in one);
      return whole.paths.filter(
        ({ from, to }) =>
          isWorkload(from) &&
          from.name === service.name &&
          from.namespace === namespace &&
          // the kubelet tells every pod where the API server is
          !(isOutside(to) && (hasSecretAddress || to.outside === "the API server")),
      );
    });
    expect(own.length).toBeGreaterThan(3);
    const needless = own.filter((path) => callerFindings({ ...whole, paths: whole.paths.filter((one) => one !== path) }).length === 0);
    expect(needless.map(inWords)).toEqual([]);
  });

  test("nobody but the agent may call any pod, or any port", () => {
    const wide = whole.paths.filter(({ from, to, ports }) => ("anyPod" in to || ports.length === 0) && from !== whole.agent);
    expect(wide.map(inWords)).toEqual([]);
  });
});
