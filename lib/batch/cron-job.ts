import type { Construct } from "constructs";
import { ClusterRole, ClusterRoleBinding, ConfigMap, CronJob, Role, RoleBinding, ServiceAccount } from "../kubernetes/core";
import type { MountedSecret } from "../kubernetes/credential";
import { labelsOf, selectorOf } from "../kubernetes/labels";
import { containerResources, type Resources } from "../kubernetes/resources";
import type { Site } from "../site/schema";
import { checksum, checksumAnnotation } from "../workloads/config-checksum";
import { pullSecret } from "../workloads/image-pull";
import { configPath, secretFolder } from "../workloads/restricted-workload";
import type { ServicePod } from "../workloads/service-values";
import type { ListedResource } from "./listed-resource";

export interface JobPodProps extends Resources {
  /** Of every object, and the label that it pushes under. */
  readonly name: string;
  readonly namespace: string;
  readonly schedule: string;
  readonly image: string;
  readonly args: readonly string[];
  readonly pod: ServicePod;
  readonly lists: readonly ListedResource[];
  /** What its account may read, make and change by name. @default - it is no business of the job's */
  readonly secrets?: readonly MountedSecret[];
  /** File name -> content, found below {@link configPath}. */
  readonly files: Readonly<Record<string, string>>;
  /** Number of the user and the group it runs as. */
  readonly user: number;
  /** How long a run may take before it ends itself, what it tells of it included. */
  readonly longestSeconds: number;
  /** How long it may take to end when it is told to. */
  readonly graceSeconds: number;
  readonly site: Site;
}

/** To be scheduled, to pull the image, to start and to end: what a pod takes beside its run. */
const SPARE_SECONDS = 120;

/** Kept for their logs. */
const KEPT = { successful: 1, failed: 2 } as const;

/** A CronJob with everything that it needs to run here: an account of its own, with a token only where it asks the API server. */
export function jobPod(scope: Construct, props: JobPodProps): CronJob {
  const { name, namespace, pod, lists, secrets, files, user, site } = props;
  const labels = labelsOf(name, "batch");
  const metadata = { name, namespace, labels };
  const hasToken = lists.length > 0 || secrets !== undefined;
  new ServiceAccount(scope, `${name}-account`, { metadata, automountServiceAccountToken: false });
  if (lists.length > 0) mayList(scope, props);
  if (secrets !== undefined) mayKeep(scope, props, secrets);
  const hasFiles = Object.keys(files).length > 0;
  if (hasFiles) new ConfigMap(scope, `${name}-config`, { metadata, data: { ...files } });
  const volumes = [
    ...(hasFiles ? [{ path: configPath(name), volume: { name: "config", configMap: { name } } }] : []),
    ...pod.credentials.map((credential) => ({
      path: secretFolder(credential),
      volume: { name: credential.name, secret: { secretName: credential.name } },
    })),
  ];
  const pull = pullSecret(site);
  return new CronJob(scope, name, {
    metadata,
    spec: {
      schedule: props.schedule,
      timeZone: site.time_zone,
      // two would tell of each other's runs
      concurrencyPolicy: "Forbid",
      successfulJobsHistoryLimit: KEPT.successful,
      failedJobsHistoryLimit: KEPT.failed,
      jobTemplate: {
        metadata: { labels },
        spec: {
          activeDeadlineSeconds: props.longestSeconds + SPARE_SECONDS,
          // a run that fails tells so; another at once would only hide it
          backoffLimit: 0,
          // unless a node was emptied under it, which says nothing of the job
          podFailurePolicy: { rules: [{ action: "Ignore", onPodConditions: [{ type: "DisruptionTarget", status: "True" }] }] },
          template: {
            // selected by name, as every workload's
            metadata: {
              labels: { ...labels, ...selectorOf(name) },
              ...(hasFiles && { annotations: { [checksumAnnotation(name)]: checksum(files) } }),
            },
            spec: {
              serviceAccountName: name,
              automountServiceAccountToken: hasToken,
              enableServiceLinks: false,
              restartPolicy: "Never",
              imagePullSecrets: pull === undefined ? undefined : [{ name: pull }],
              terminationGracePeriodSeconds: props.graceSeconds,
              securityContext: { runAsNonRoot: true, runAsUser: user, runAsGroup: user, seccompProfile: { type: "RuntimeDefault" } },
              containers: [
                {
                  name,
                  image: props.image,
                  args: [...props.args],
                  env: pod.env.map((one) => ({ ...one })),
                  securityContext: { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ["ALL"] } },
                  resources: containerResources(props),
                  volumeMounts:
                    volumes.length === 0
                      ? undefined
                      : volumes.map(({ volume, path }) => ({ name: volume.name, mountPath: path, readOnly: true })),
                },
              ],
              volumes: volumes.length === 0 ? undefined : volumes.map(({ volume }) => volume),
            },
          },
        },
      },
    },
  });
}

/** Lists, and nothing else, in all namespaces: what is backed up, and what has a schedule, is anywhere. */
function mayList(scope: Construct, { name, namespace, lists }: JobPodProps): void {
  const role = `belfry-${name}`;
  const metadata = { name: role, labels: labelsOf(name, "batch") };
  new ClusterRole(scope, `${name}-role`, {
    metadata,
    rules: [...new Set(lists.map(({ group }) => group))].map((group) => ({
      apiGroups: [group],
      resources: lists.filter((one) => one.group === group).map(({ plural }) => plural),
      verbs: ["list"],
    })),
  });
  new ClusterRoleBinding(scope, `${name}-binding`, {
    metadata,
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: role },
    subjects: [{ kind: "ServiceAccount", name, namespace }],
  });
}

/**
 * Reads, makes and changes these Secrets, and lists none. To be made under its name a Secret has to be applied (PATCH): of a POST the API server
 * asks whether any may be made, because no name stands in its path (kubernetes, apiserver/pkg/endpoints/handlers/patch.go).
 */
function mayKeep(scope: Construct, { name, namespace }: JobPodProps, secrets: readonly MountedSecret[]): void {
  const role = `belfry-${name}`;
  for (const at of [...new Set(secrets.map((one) => one.namespace))].sort()) {
    const resourceNames = secrets.flatMap((one) => (one.namespace === at ? [one.name] : [])).sort();
    const metadata = { name: role, namespace: at, labels: labelsOf(name, "batch") };
    new Role(scope, `${name}-role.${at}`, {
      metadata,
      rules: [{ apiGroups: [""], resources: ["secrets"], resourceNames, verbs: ["get", "patch", "create"] }],
    });
    new RoleBinding(scope, `${name}-binding.${at}`, {
      metadata,
      roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: role },
      subjects: [{ kind: "ServiceAccount", name, namespace }],
    });
  }
}
