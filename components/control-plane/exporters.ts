import type { ObservedExporter } from "../../lib/metrics/observed";
import { etcdSeries } from "./series/etcd";
import { controllerManagerSeries } from "./series/kube-controller-manager";
import { schedulerSeries } from "./series/kube-scheduler";

const KUBERNETES = { program: "Kubernetes", release: "1.35.0" };
/** They ask the API server who calls; the operator lets the agent read metrics. Their certificates are of their own making. */
const asProgram = { tls: "unverified", hasOwnToken: true } as const;

/**
 * They listen on the nodes' own network, most installers let them listen on loopback alone, and a managed cluster hides them: without a
 * target of the site nobody asks them.
 */
export const schedulerExporter: ObservedExporter = {
  name: "kube-scheduler",
  what: "the scheduler of Kubernetes",
  component: "Platform",
  release: KUBERNETES,
  series: schedulerSeries,
  port: 10259,
  ask: asProgram,
};

export const controllerManagerExporter: ObservedExporter = {
  name: "kube-controller-manager",
  what: "the controllers of Kubernetes",
  component: "Platform",
  release: KUBERNETES,
  series: controllerManagerSeries,
  port: 10257,
  ask: asProgram,
};

/** At its port for metrics alone (`--listen-metrics-urls`), which asks for no certificate. */
export const etcdExporter: ObservedExporter = {
  name: "etcd",
  what: "etcd, the store of Kubernetes",
  component: "Platform",
  release: { program: "etcd", release: "3.4.23" },
  series: etcdSeries,
  port: 2381,
};
