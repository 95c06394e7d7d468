import { labelsOf } from "../lib/kubernetes/labels";
import type { Peer } from "../lib/kubernetes/network-policy";
import { vmPods } from "../lib/metrics/vm-workload";
import { inClusterService } from "../lib/site/in-cluster";
import type { Site } from "../lib/site/schema";

/*
 * Who talks to whom across components: the pods each network policy names. A component imports
 * this and never its neighbour.
 */

type Labels = Readonly<Record<string, string>>;

/** The name of every object of the metrics plane; the operator prefixes its workloads with the kind. */
export const METRICS_NAME = "belfry";

/** The scraper agent; `ports` are those of what it scrapes. */
export function agentPods(site: Site, ports: readonly number[]): Peer {
  return { namespace: site.namespaces.monitoring, pods: vmPods("vmagent", METRICS_NAME), ports };
}

/** The rule evaluator. */
export const evaluatorPods: Labels = vmPods("vmalert", METRICS_NAME);

/** The dashboard application (a later part of the platform). */
export function dashboardPods(site: Site, ports: readonly number[]): Peer {
  return { namespace: site.namespaces.monitoring, pods: { "app.kubernetes.io/name": "grafana" }, ports };
}

/** Labels of the log aggregator's pods (logging operator). */
export const AGGREGATOR: Labels = { "app.kubernetes.io/name": "fluentd" };

/** The log aggregator; `ports` are those of what it ships to. */
export function aggregatorPods(site: Site, ports: readonly number[]): Peer {
  return { namespace: site.namespaces.logging, pods: AGGREGATOR, ports };
}

/** A service of ours or of a later part, behind an in-cluster address of the site. */
export function servicePods(url: string): Peer {
  const { name, namespace, port } = inClusterService(url);
  return { namespace, pods: { "app.kubernetes.io/name": name }, ports: [port] };
}

/** The API server, at its Service address and behind it. */
export function apiServer(site: Site): Peer {
  return { addresses: site.cluster.api_server_addresses, ports: [443, 6443] };
}

export interface AlertManagerAddress {
  readonly name: string;
  readonly namespace: string;
  readonly port: number;
  readonly pods: Labels;
  readonly replicas: number;
  /** Labels of the VMAlertmanager object. */
  readonly labels: Labels;
}

/** The operator names the Service `vmalertmanager-<name>`; the site's address says which. */
export function alertManagerAddress(site: Site): AlertManagerAddress {
  const { name: service, namespace, port } = inClusterService(site.urls.alertmanager_url);
  const name = service.slice("vmalertmanager-".length);
  return {
    name,
    namespace,
    port,
    pods: vmPods("vmalertmanager", name),
    replicas: site.scale === "cluster" ? 3 : 1,
    labels: labelsOf(name, "alert-manager"),
  };
}

/**
 * One address per replica: they don't tell each other of alerts. The pods have these names because the operator
 * makes a StatefulSet governed by the Service, and joins the replicas by the same names (VictoriaMetrics/operator, --cluster.peer).
 */
export function alertManagerUrls(site: Site): string[] {
  const { replicas } = alertManagerAddress(site);
  if (replicas === 1) return [site.urls.alertmanager_url];
  const { name } = inClusterService(site.urls.alertmanager_url);
  return Array.from({ length: replicas }, (_, index) => site.urls.alertmanager_url.replace("://", `://${name}-${index}.`));
}

/** The alert manager's pods; `ports` are those of what it calls. @default - its own port, for its clients */
export function alertManagerPeer(site: Site, ports?: readonly number[]): Peer {
  const { namespace, pods, port } = alertManagerAddress(site);
  return { namespace, pods, ports: ports ?? [port] };
}

/** HTTPS to the internet, and to nowhere near. */
export const INTERNET: Peer = {
  addresses: ["0.0.0.0/0"],
  except: ["10.0.0.0/8", "100.64.0.0/10", "172.16.0.0/12", "192.168.0.0/16"],
  ports: [443],
};
