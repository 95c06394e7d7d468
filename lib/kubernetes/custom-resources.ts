import type { ApplicationSpec } from "../../imports/argoproj.io/application";
import type { AppProjectSpec } from "../../imports/argoproj.io/appproject";
import type { VerticalPodAutoscalerSpec } from "../../imports/autoscaling.k8s.io/verticalpodautoscaler";
import type { ExternalSecretSpec } from "../../imports/external-secrets.io/externalsecret";
import type { HTTPRouteSpec } from "../../imports/gateway.networking.k8s.io/httproute";
import type { ClusterFlowSpec } from "../../imports/logging.banzaicloud.io/clusterflow";
import type { ClusterOutputSpec } from "../../imports/logging.banzaicloud.io/clusteroutput";
import type { FluentbitAgentSpec } from "../../imports/logging.banzaicloud.io/fluentbitagent";
import type { LoggingSpec } from "../../imports/logging.banzaicloud.io/logging";
import type { EventTailerSpec } from "../../imports/logging-extensions.banzaicloud.io/eventtailer";
import type { HostTailerSpec } from "../../imports/logging-extensions.banzaicloud.io/hosttailer";
import type { VMAgentSpec } from "../../imports/operator.victoriametrics.com/vmagent";
import type { VMAlertSpec } from "../../imports/operator.victoriametrics.com/vmalert";
import type { VMAlertmanagerSpec } from "../../imports/operator.victoriametrics.com/vmalertmanager";
import type { VMAuthSpec } from "../../imports/operator.victoriametrics.com/vmauth";
import type { VMClusterSpec } from "../../imports/operator.victoriametrics.com/vmcluster";
import type { VMNodeScrapeSpec } from "../../imports/operator.victoriametrics.com/vmnodescrape";
import type { VMPodScrapeSpec } from "../../imports/operator.victoriametrics.com/vmpodscrape";
import type { VMProbeSpec } from "../../imports/operator.victoriametrics.com/vmprobe";
import type { VMRuleSpec } from "../../imports/operator.victoriametrics.com/vmrule";
import type { VMScrapeConfigSpec } from "../../imports/operator.victoriametrics.com/vmscrapeconfig";
import type { VMServiceScrapeSpec } from "../../imports/operator.victoriametrics.com/vmservicescrape";
import type { VMSingleSpec } from "../../imports/operator.victoriametrics.com/vmsingle";
import type { VMStaticScrapeSpec } from "../../imports/operator.victoriametrics.com/vmstaticscrape";
import type { ClusterSpec } from "../../imports/postgresql.cnpg.io/cluster";
import type { ScheduledBackupSpec } from "../../imports/postgresql.cnpg.io/scheduledbackup";
import { customResource } from "./custom-resource";

/** One class for each kind of kinds.ts: `new VMRule(scope, id, { metadata: { name, namespace }, spec })`. */
export class VMSingle extends customResource("VMSingle")<VMSingleSpec> {}
export class VMCluster extends customResource("VMCluster")<VMClusterSpec> {}
export class VMAgent extends customResource("VMAgent")<VMAgentSpec> {}
export class VMAlert extends customResource("VMAlert")<VMAlertSpec> {}
export class VMAlertmanager extends customResource("VMAlertmanager")<VMAlertmanagerSpec> {}
export class VMAuth extends customResource("VMAuth")<VMAuthSpec> {}
export class VMRule extends customResource("VMRule")<VMRuleSpec> {}
export class VMServiceScrape extends customResource("VMServiceScrape")<VMServiceScrapeSpec> {}
export class VMPodScrape extends customResource("VMPodScrape")<VMPodScrapeSpec> {}
export class VMStaticScrape extends customResource("VMStaticScrape")<VMStaticScrapeSpec> {}
export class VMNodeScrape extends customResource("VMNodeScrape")<VMNodeScrapeSpec> {}
export class VMProbe extends customResource("VMProbe")<VMProbeSpec> {}
export class VMScrapeConfig extends customResource("VMScrapeConfig")<VMScrapeConfigSpec> {}

export class ClusterFlow extends customResource("ClusterFlow")<ClusterFlowSpec> {}
export class ClusterOutput extends customResource("ClusterOutput")<ClusterOutputSpec> {}
export class Logging extends customResource("Logging")<LoggingSpec> {}
export class FluentbitAgent extends customResource("FluentbitAgent")<FluentbitAgentSpec> {}
export class HostTailer extends customResource("HostTailer")<HostTailerSpec> {}
export class EventTailer extends customResource("EventTailer")<EventTailerSpec> {}

export class ExternalSecret extends customResource("ExternalSecret")<ExternalSecretSpec> {}

export class Cluster extends customResource("Cluster")<ClusterSpec> {}
export class ScheduledBackup extends customResource("ScheduledBackup")<ScheduledBackupSpec> {}

export class VerticalPodAutoscaler extends customResource("VerticalPodAutoscaler")<VerticalPodAutoscalerSpec> {}

export class Application extends customResource("Application")<ApplicationSpec> {}
export class AppProject extends customResource("AppProject")<AppProjectSpec> {}
export class HTTPRoute extends customResource("HTTPRoute")<HTTPRouteSpec> {}

export type {
  ApplicationSpec,
  AppProjectSpec,
  ClusterFlowSpec,
  ClusterOutputSpec,
  ClusterSpec,
  EventTailerSpec,
  ExternalSecretSpec,
  FluentbitAgentSpec,
  HostTailerSpec,
  HTTPRouteSpec,
  LoggingSpec,
  ScheduledBackupSpec,
  VerticalPodAutoscalerSpec,
  VMAgentSpec,
  VMAlertmanagerSpec,
  VMAlertSpec,
  VMAuthSpec,
  VMClusterSpec,
  VMNodeScrapeSpec,
  VMPodScrapeSpec,
  VMProbeSpec,
  VMRuleSpec,
  VMScrapeConfigSpec,
  VMServiceScrapeSpec,
  VMSingleSpec,
  VMStaticScrapeSpec,
};
