/**
 * Order in which the CD tool applies Applications (Argo CD sync waves), the last one unless a bundle says otherwise.
 *
 * Where argocd-cm restores the health check of `argoproj.io/Application`, a wave is a barrier: the next one waits until every
 * Application of this one is healthy, a degraded one fails the whole sync, and a sync that waits takes no newer commit (Argo CD,
 * gitops-engine sync_context.go; docs/operator-manual/health.md). A Deployment whose Secret is missing, an ExternalSecret that
 * finds no entry and, since Argo CD 3.5, a VictoriaMetrics object that its operator does not finish are all unhealthy: one missing
 * credential of the boiler's would keep the alert path away. So only what can't be unhealthy comes before the rest (a project,
 * Namespaces and their policies have no health), and what comes last is waited for by nobody. Nothing else needs an order: pods wait
 * for their Secrets, senders try again, and an Application whose kinds are not there yet is tried until they are.
 *
 * Without that health check an Application counts as healthy at once, and all of this holds too.
 */
export const STAGES = {
  /** An Application of a project that is not there is refused. */
  project: -2,
  namespaces: -1,
  platform: 0,
} as const;

/** Where a bundle stands. */
export type Stage = Exclude<keyof typeof STAGES, "project">;

export const WAVE = "argocd.argoproj.io/sync-wave";
