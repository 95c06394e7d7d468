import { type RecordingProps, type RecordingRule, record } from "../lib/alerts/rule";
import type { Site } from "../lib/site/schema";

/** What upstream's dashboards and rules ask by its name: kubernetes-mixin, and for nodes node_exporter's own mixin. */
export type UpstreamRecording = (name: string, props: Omit<RecordingProps, "namedBy">) => RecordingRule;

/**
 * A recording with upstream's name, meaning and labels, in an expression of ours. Upstream keeps clusters apart by `cluster` in every
 * aggregation; the store has the samples of one, whose name each recorded sample gets.
 */
export const upstreamRecording =
  ({ cluster: { name: cluster } }: Pick<Site, "cluster">): UpstreamRecording =>
  (name, { labels, gives, ...props }) => {
    const inCluster = [gives].flat().map((moment) => ({
      ...moment,
      gives: moment.gives.map(([own, value]) => [{ cluster, ...labels, ...own }, value] as const),
    })) as unknown as RecordingProps["gives"];
    return record(name, { ...props, labels: { cluster, ...labels }, gives: inCluster, namedBy: "kubernetes-mixin" });
  };

/** Counts nothing for ten minutes, then more and more: at minute 15 the last five made 0.5 a second, the last one 1. */
export const COUNTING = "0x10 15 30 45 90 150";
