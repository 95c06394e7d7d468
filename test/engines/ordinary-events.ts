/** What happens in a month in which all is well: reboots, short failures, a backup that fails once, a deploy a day. */

import { pushedSeries } from "../../components/batch/series";
import { kubeStateMetricsSeries as kube } from "../../components/exporters/series/kube-state-metrics";
import { kubeletSeries } from "../../components/exporters/series/kubelet";
import { probeSeries } from "../../components/probes/series";
import { type Duration, hours, minutes } from "../../lib/duration";
import type { Component } from "../../lib/site/component";
import type { App } from "../../lib/world/cluster";
import { becomes, type Change, freezes, goes, passing, startsAgain, targetFails, targets, together } from "../../lib/world/fault";
import type { World } from "../../lib/world/world";
import { nodeVanishes, podVanishes } from "./faults/orchestrator";
import { ofProbe, probeOf } from "./faults/probed";

export interface OrdinaryEvent {
  readonly title: string;
  readonly change: Change;
  /** The days of the month on which it happens; a day may stand twice. */
  readonly days: readonly number[];
}

const DAYS = Array.from({ length: 30 }, (_, day) => day + 1);
const every = (step: number, from = 1): readonly number[] => DAYS.filter((day) => day >= from && (day - from) % step === 0);

export function ordinaryEvents(world: World): readonly OrdinaryEvent[] {
  const {
    targets: asked,
    cluster: { nodes, apps, claims, probes },
  } = world;
  const brief = (title: string, days: readonly number[], time: Duration, ...changes: readonly Change[]): OrdinaryEvent => ({
    title,
    days,
    change: passing(time, together(...changes)),
  });
  const deployments = apps.filter((app): app is App => app.kind === "Deployment" && app.pods.length > 0);
  const [claim] = claims;
  const jobs = [...new Set(asked.flatMap(({ labels }) => labels.job ?? []))].sort();
  const down = (component: Component) => {
    const probe = probeOf(world, component);
    const expiry = ofProbe(probeSeries.probe_ssl_earliest_cert_expiry, probe);
    return [becomes(ofProbe(probeSeries.probe_success, probe), 0), ...(probe.target.startsWith("https:") ? [goes(expiry)] : [])];
  };
  return [
    // all of them in one evening, one after the other
    ...nodes.map((node) => brief(`node ${node.name} is booted again for its kernel`, [12], minutes(4), nodeVanishes(node))),
    brief("a node stays away for twelve minutes", [21], minutes(12), nodeVanishes(nodes[0] ?? never("node"))),
    ...deployments
      .slice(0, 6)
      .map((app, index) =>
        brief(
          `${app.name} is rolled out`,
          every(6, index + 1),
          minutes(3),
          becomes(kube.kube_deployment_status_replicas_unavailable({ namespace: app.namespace, deployment: app.name }), 1),
        ),
      ),
    ...deployments
      .slice(0, 2)
      .map((app) =>
        brief(
          `a rollout of ${app.name} hangs for nine minutes`,
          [9, 23],
          minutes(9),
          becomes(kube.kube_deployment_status_replicas_unavailable({ namespace: app.namespace, deployment: app.name }), 1),
        ),
      ),
    brief("a pod is evicted and starts elsewhere", every(4), minutes(2), podVanishes(deployments[0]?.pods[0] ?? never("pod"))),
    brief("a website is slow to answer for three minutes", every(2), minutes(3), ...down("Websites")),
    brief("a website does not answer for eight minutes", [6, 19], minutes(8), ...down("Websites")),
    brief(
      "the provider is away for ten minutes",
      [15],
      minutes(10),
      ...[...new Set(probes.map(({ component }) => component))].flatMap(down),
    ),
    brief(
      "a backup's job fails once",
      [3, 17, 26],
      hours(1),
      freezes(pushedSeries.backup_age_last_run_timestamp_seconds({ job: "backup-age" })),
    ),
    ...(claim === undefined
      ? []
      : [
          brief(
            "a claim is full for half an hour, until logs are rotated",
            [11],
            minutes(30),
            becomes(
              kubeletSeries.kubelet_volume_stats_used_bytes({ namespace: claim.namespace, persistentvolumeclaim: claim.name }),
              0.9 * claim.bytes,
            ),
          ),
        ]),
    // each program once a month
    ...jobs.map((job, index) => brief(`${job} is updated`, [(index % 28) + 1], minutes(1), targetFails(targets({ job })))),
    brief("the relay starts again", [14, 28], minutes(1), startsAgain("relay_events_total")),
  ];
}

function never(what: string): never {
  throw new Error(`the world has no ${what}`);
}
