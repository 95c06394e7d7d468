import { z } from "zod";
import { amountOf } from "../../autoscaling/amount";
import { MODES } from "../../autoscaling/autoscaling";
import type { Component } from "../component";
import type { Contradiction, DraftOf } from "../draft";
import { choice, type Flaw, listOf, section, text, wholeNumber } from "../field";
import { dnsLabel, dnsName, lineFlaw, quantityFlaw } from "../name";
import { quote } from "../quote";
import type { boiler } from "./boiler";
import type { cluster } from "./cluster";
import type { components } from "./components";
import type { namespaces } from "./namespaces";

/** What an autoscaler takes as it stands. */
export const AUTOSCALED_KINDS = ["Deployment", "StatefulSet", "DaemonSet"] as const;

const amounts = section({ cpu: text("250m", cpuFlaw), memory: text("512Mi", quantityFlaw) });

const keys = {
  autoscaling: section({
    workloads: listOf(
      section({
        namespace: dnsLabel("git"),
        kind: choice(AUTOSCALED_KINDS).optional(),
        name: dnsName("forge"),
        // what YAML 1.1 makes of Off without quotes, and writes so: PyYAML does, and older tools of others
        mode: z.preprocess((written) => (written === false ? "Off" : written), choice(MODES)),
        replicas: wholeNumber(2, 1, 1000).optional(),
        because: text("a restart ends the jobs that run", lineFlaw).optional(),
        containers: listOf(
          section({ name: dnsLabel("forge"), recorded: text("2026-10-01", dateFlaw), target: amounts, upper_bound: amounts }),
          {
            example:
              "- { name: forge, recorded: 2026-10-01, target: { cpu: 250m, memory: 512Mi }, upper_bound: { cpu: 500m, memory: 1Gi } }",
            minimum: 1,
          },
        ).optional(),
      }),
      { example: '- { namespace: git, name: forge, mode: "Off", because: a restart ends the jobs that run }', minimum: 0 },
    ),
    excluded: listOf(dnsLabel("databases"), { example: "[databases]", minimum: 1 }).optional(),
  }).optional(),
};

/** The cluster's vertical autoscaler, and what it does with others' workloads. A place may do without. */
export const autoscaling = { keys, contradictions };

/** The components whose workloads no autoscaler looks at: identity services and hosted sites (observability specification, part 8). */
export const NOT_AUTOSCALED = ["Sign-in (SSO)", "Websites"] as const satisfies readonly Component[];

type SiteDraft = DraftOf<
  typeof keys & (typeof namespaces)["keys"] & (typeof components)["keys"] & (typeof cluster)["keys"] & (typeof boiler)["keys"]
>;
type Entry = NonNullable<NonNullable<NonNullable<SiteDraft["autoscaling"]>["workloads"]>[number]>;

function contradictions(site: SiteDraft): Contradiction[] {
  const workloads = site.autoscaling?.workloads ?? [];
  return workloads.flatMap((one, index) => {
    if (one === undefined) return [];
    const path = ["autoscaling", "workloads", index];
    return [
      ...twin(workloads.slice(0, index), one, path),
      ...placeMistakes(site, one, path),
      ...replicaMistakes(site, one, path),
      ...reasonMistakes(one, path),
      ...containerMistakes(one, path),
    ];
  });
}

type Path = Contradiction["path"];

const kindOf = ({ kind = "Deployment" }: Entry) => kind;

function twin(before: readonly (Entry | undefined)[], one: Entry, path: Path): Contradiction[] {
  const isSame = (other: Entry | undefined) =>
    other !== undefined && other.namespace === one.namespace && other.name === one.name && kindOf(other) === kindOf(one);
  if (one.name === undefined || one.namespace === undefined || !before.some(isSame)) return [];
  return [
    {
      path: [...path, "name"],
      message: `${kindOf(one)} ${quote(one.name)} of ${quote(one.namespace)} is listed twice; two autoscalers would change its pods in turns: keep one`,
    },
  ];
}

function placeMistakes(site: SiteDraft, { namespace }: Entry, path: Path): Contradiction[] {
  if (namespace === undefined) return [];
  const refuse = (message: string) => [{ path: [...path, "namespace"], message: `${quote(namespace)} ${message}` }];
  if (namespace === site.namespaces.monitoring || namespace === site.boiler?.namespace)
    return refuse("holds the platform's own workloads, each of which says itself how it is scaled; take it out");
  if (site.autoscaling?.excluded?.includes(namespace)) return refuse("is in autoscaling.excluded; take it out of one of the two");
  const component = (site.components ?? []).find(({ namespaces }) => namespaces?.includes(namespace))?.name;
  if (NOT_AUTOSCALED.some((one) => one === component))
    return refuse(`belongs to ${component}: no autoscaler looks at identity services and hosted sites; take it out`);
  return [];
}

function replicaMistakes({ cluster }: SiteDraft, one: Entry, path: Path): Contradiction[] {
  const { mode, replicas } = one;
  const at = [...path, "replicas"];
  if (mode === "Off")
    return replicas === undefined ? [] : [{ path: at, message: 'stands beside mode: "Off", which touches no pod; leave it out' }];
  if (kindOf(one) === "DaemonSet" && replicas !== undefined)
    return [{ path: at, message: "stands beside a DaemonSet, which has a pod for each node; leave it out" }];
  if (mode !== "Recreate") return [];
  const pods = kindOf(one) === "DaemonSet" ? cluster.nodes : replicas;
  if (pods !== undefined && pods > 1) return [];
  const remedy = "write InPlaceOrRecreate where it bears a restart, else Off";
  if (pods === 1) return [{ path: [...path, "mode"], message: `"Recreate" evicts pods, and a single replica is never evicted; ${remedy}` }];
  if (kindOf(one) === "DaemonSet") return [];
  return [{ path: at, message: `is missing: "Recreate" is for several replicas; write how many there are, or ${remedy}`, isMissing: true }];
}

function reasonMistakes({ mode, because, containers }: Entry, path: Path): Contradiction[] {
  if (mode === "Off") {
    if (because !== undefined) return [];
    const message = "is missing: say why the autoscaler may not change its pods, for example a restart ends the jobs that run";
    return [{ path: [...path, "because"], message, isMissing: true }];
  }
  if (mode === undefined) return [];
  return [
    ...(because === undefined
      ? []
      : [{ path: [...path, "because"], message: `stands beside mode: ${mode}; only Off needs a reason, leave it out` }]),
    ...(containers === undefined
      ? []
      : [
          {
            path: [...path, "containers"],
            message: `stands beside mode: ${mode}, in which the autoscaler sets requests and limits itself; leave it out, or write mode: "Off"`,
          },
        ]),
  ];
}

function containerMistakes({ containers = [] }: Entry, path: Path): Contradiction[] {
  return containers.flatMap((one, index) => {
    if (one === undefined) return [];
    const at = [...path, "containers", index];
    const isTwin = one.name !== undefined && containers.slice(0, index).some((other) => other?.name === one.name);
    const below = (["cpu", "memory"] as const).flatMap((resource) => {
      const [target, bound] = [one.target[resource], one.upper_bound[resource]];
      const [least, most] = [target, bound].map((amount) => (amount === undefined ? undefined : amountOf(amount)));
      if (least === undefined || most === undefined || most >= least) return [];
      const message = `${quote(bound)} is below the target ${quote(target)}; write the recommendation's upperBound here, and its target there`;
      return [{ path: [...at, "upper_bound", resource], message }];
    });
    return [...(isTwin ? [{ path: [...at, "name"], message: `${quote(one.name)} is listed twice; keep the newer record` }] : []), ...below];
  });
}

function cpuFlaw(text: string): Flaw | undefined {
  const isAmount = /^(\d{1,6}m|\d{1,4}(\.\d{1,3})?)$/.test(text) && (amountOf(text) ?? 0) > 0;
  return isAmount ? undefined : { wrong: "is not an amount of processor (millicores such as 250m, or processors such as 2)" };
}

/** By its digits alone: what day it is must not matter. */
function dateFlaw(text: string): Flaw | undefined {
  const isDate = /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text);
  return isDate ? undefined : { wrong: "is not a day (YYYY-MM-DD)" };
}
