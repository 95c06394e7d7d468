// Prevents a reference into the void: a secret file nobody provides, a priority class nobody makes, a Service that is only promised, two objects under one name or in one file.
import { KINDS } from "../kubernetes/kinds";
import { groupOf, jsonOf } from "../kubernetes/object";
import { podTemplates, secretsOf } from "../kubernetes/pod-templates";
import { INGEST_KEYS } from "../log-store/ingest-token";
import { isWorkload } from "../network/connection";
import { type Workload, workloadPlace } from "../network/workload";
import type { Platform } from "../platform/platform";
import { inClusterUrlsIn } from "../site/in-cluster-urls";
import { PULL_SECRET } from "../workloads/image-pull";
import { POSTGRES_SECRET_KEYS, postgresSecret } from "../workloads/postgres-cluster";
import { type Check, type Finding, objectPlace } from "./check";
import { operatorParts } from "./operator-parts";

export const references: Check = {
  name: "references",
  run: (platform) => [
    ...uniqueness(platform),
    ...secretFiles(platform),
    ...podSecrets(platform),
    ...pullSecrets(platform),
    ...priorityClasses(platform),
    ...objectNames(platform),
    ...serviceUrls(platform),
    ...promises(platform),
  ],
};

function uniqueness({ manifests }: Platform): Finding[] {
  const findings: Finding[] = [];
  const files = new Map<string, string>();
  const identities = new Map<string, string>();
  for (const manifest of manifests) {
    const { kind, apiVersion, metadata } = manifest.object;
    const identity = `${groupOf(apiVersion)} ${kind} ${metadata.namespace ?? ""}/${metadata.name}`;
    const twin = identities.get(identity);
    if (twin !== undefined)
      findings.push({ where: objectPlace(manifest), what: `the same object also stands in dist/${twin}`, fix: "declare it once" });
    else if (files.has(manifest.file)) {
      findings.push({
        where: objectPlace(manifest),
        what: `${files.get(manifest.file)} is written to the same file`,
        fix: "give one of them another name",
      });
    }
    identities.set(identity, manifest.file);
    files.set(manifest.file, `${kind} "${metadata.name}"`);
  }
  return findings;
}

function objectNames({ manifests }: Platform): Finding[] {
  return manifests
    .filter(({ object }) => !/^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$/.test(object.metadata.name))
    .map((manifest) => ({
      where: objectPlace(manifest),
      what: "its name is no DNS name, and the API server refuses it",
      fix: "use lower-case letters, digits, `-` and `.`",
    }));
}

/** Workloads of ours and those that connections end at. */
function ends({ workloads, paths }: Platform): Workload[] {
  return [...new Set([...workloads, ...paths.map(({ to }) => to).filter(isWorkload)])];
}

/** Somebody else's workload in a namespace of the platform: whatever is to be there comes from this output, and it does not. */
function isPromise({ namespaces }: Platform, { elsewhere, namespace }: Workload): boolean {
  return elsewhere !== undefined && namespaces.some(({ name }) => name === namespace);
}

/** Workloads that are counted on before anything provides them: a policy would open to them, and what calls them would wait for ever. */
function promises(platform: Platform): Finding[] {
  return ends(platform)
    .filter((workload) => isPromise(platform, workload))
    .flatMap(({ serves = [], ...workload }) =>
      serves.map(({ service, port }) => ({
        where: workloadPlace(workload),
        what: `it is to serve ${service}.${workload.namespace}:${port} (${workload.elsewhere}), and nothing of this output provides that Service`,
        fix: "leave the workload and its connections out until the part that builds it is there",
      })),
    );
}

/** Services of our own output, and those that declared workloads say they are served by. */
function serviceUrls(platform: Platform): Finding[] {
  const { manifests } = platform;
  const served = ends(platform).filter((workload) => !isPromise(platform, workload));
  const known = new Set(
    served.flatMap(({ namespace, serves = [] }) => serves.map(({ service, port }) => `${service}.${namespace}:${port}`)),
  );
  for (const { object } of manifests) {
    if (object.kind !== "Service") continue;
    const { name, namespace } = object.metadata;
    for (const { port } of ((object.spec ?? {}) as { ports?: { port: number }[] }).ports ?? []) known.add(`${name}.${namespace}:${port}`);
  }
  return manifests.flatMap((manifest) =>
    [...addressesIn(jsonOf(manifest.object))]
      .filter((address) => !known.has(address))
      .map((address) => ({
        where: objectPlace(manifest),
        what: `it calls ${address}, and no Service has that name and port`,
        fix: "take the address from site.yaml, and let the workload behind it name its Service (`serves`)",
      })),
  );
}

/** `<service>.<namespace>:<port>` of each in-cluster URL in a text. */
function addressesIn(text: string): Set<string> {
  return new Set(inClusterUrlsIn(text).map(({ name, namespace, port }) => `${name}.${namespace}:${port}`));
}

/** The keys of each Secret that an ExternalSecret makes, the job that gives senders their tokens, or an operator of ours, by namespace and name. */
function providedSecrets({ manifests, ingestTokens }: Platform): Map<string, Set<string>> {
  const ofTokens = ingestTokens.map(
    ({ namespace, name }) => [`${namespace}/${name}`, new Set<string>(Object.values(INGEST_KEYS))] as const,
  );
  const ofDatabases = manifests
    .filter(({ object }) => object.kind === "Cluster" && groupOf(object.apiVersion) === KINDS.Cluster.group)
    .map(({ object: { metadata } }) => {
      const { name, namespace } = postgresSecret({ name: metadata.name, namespace: metadata.namespace ?? "" });
      return [`${namespace}/${name}`, new Set<string>(POSTGRES_SECRET_KEYS)] as const;
    });
  return new Map([
    ...ofTokens,
    ...ofDatabases,
    ...manifests
      .filter(({ object }) => object.kind === "ExternalSecret")
      .map(({ object }) => {
        const { target, data = [] } = object.spec as SecretSpec;
        const { data: composed, mergePolicy } = target.template ?? {};
        // of a template without a merge the entries' own keys are no part
        const entries = composed !== undefined && mergePolicy !== "Merge" ? [] : data.map(({ secretKey }) => secretKey);
        return [`${object.metadata.namespace}/${target.name}`, new Set([...entries, ...Object.keys(composed ?? {})])] as const;
      }),
  ]);
}

interface SecretSpec {
  readonly target: { readonly name: string; readonly template?: { readonly data?: object; readonly mergePolicy?: string } };
  readonly data?: readonly { readonly secretKey: string }[];
}

/** Secrets that pods mount or read; without them a pod never starts. */
function podSecrets(platform: Platform): Finding[] {
  const provided = providedSecrets(platform);
  return podTemplates(platform.manifests).flatMap(({ manifest, template }) =>
    [...secretsOf(template)]
      .filter((name) => !provided.has(`${manifest.object.metadata.namespace}/${name}`))
      .map((name) => ({
        where: objectPlace(manifest),
        what: `it reads Secret "${name}", which no ExternalSecret provides`,
        fix: "declare it as a Credential or an IngestToken, or the PostgresCluster whose it is",
      })),
  );
}

/** Without one, or with one of another type, the kubelet asks the registry without a login. */
function pullSecrets({ manifests }: Platform): Finding[] {
  const usable = new Set(
    manifests
      .filter(({ object }) => object.kind === "ExternalSecret")
      .flatMap(({ object }) => {
        const { target, data = [] } = object.spec as {
          readonly target: { readonly name: string; readonly template?: { readonly type?: string } };
          readonly data?: readonly { readonly secretKey: string }[];
        };
        const isUsable = target.template?.type === PULL_SECRET.type && data.some(({ secretKey }) => secretKey === PULL_SECRET.key);
        return isUsable ? [`${object.metadata.namespace}/${target.name}`] : [];
      }),
  );
  return podTemplates(manifests).flatMap(({ manifest, template }) =>
    (template.spec.imagePullSecrets ?? [])
      .filter(({ name }) => !usable.has(`${manifest.object.metadata.namespace}/${name}`))
      .map(({ name }) => ({
        where: objectPlace(manifest),
        what: `it pulls its image with Secret "${name}", which no ExternalSecret provides as a ${PULL_SECRET.type}`,
        fix: "declare it in the pod's namespace with pullCredential (charts/image-pull.ts)",
      })),
  );
}

/** A pod of a class that is not there is refused. The orchestrator's own always are, and a site may name one of the cluster's. */
function priorityClasses({ manifests, site }: Platform): Finding[] {
  const made = manifests.filter(({ object }) => object.kind === "PriorityClass").map(({ object }) => object.metadata.name);
  const known = new Set([...made, site.priority_class, "system-cluster-critical", "system-node-critical"]);
  const named = [
    ...podTemplates(manifests).map(({ manifest, template }) => ({ where: objectPlace(manifest), name: template.spec.priorityClassName })),
    ...operatorParts(manifests).map(({ manifest, path, spec }) => ({
      where: `${objectPlace(manifest)} ${path}`,
      name: spec.priorityClassName as string | undefined,
    })),
  ];
  return named.flatMap(({ where, name }) => {
    if (name === undefined || known.has(name)) return [];
    const what = `its priority class "${name}" is made by nobody, and the API server refuses its pods`;
    return [{ where, what, fix: "use alertPathPriority of the site, which may name a class of the cluster (priority_class)" }];
  });
}

/** Secrets that the operator mounts, and the files a configuration names in them. */
function secretFiles(platform: Platform): Finding[] {
  const { manifests } = platform;
  const provided = providedSecrets(platform);
  const findings: Finding[] = [];
  for (const manifest of manifests) {
    const { object } = manifest;
    const { secrets, configRawYaml } = (object.spec ?? {}) as { secrets?: string[]; configRawYaml?: string };
    if (object.kind !== "VMAlertmanager") continue;
    const where = objectPlace(manifest);
    for (const name of secrets ?? []) {
      if (provided.has(`${object.metadata.namespace}/${name}`)) continue;
      findings.push({ where, what: `it mounts Secret "${name}", which no ExternalSecret provides`, fix: "declare it as a Credential" });
    }
    for (const [path, name = "", key = ""] of (configRawYaml ?? "").matchAll(/\/etc\/vm\/secrets\/([\w.-]+)\/([\w.-]+)/g)) {
      const keys = provided.get(`${object.metadata.namespace}/${name}`);
      if (keys?.has(key) && secrets?.includes(name)) continue;
      findings.push({
        where,
        what: `its configuration reads ${path}, which is not mounted`,
        fix: `list "${name}" in secrets and give its Credential the key "${key}"`,
      });
    }
  }
  return findings;
}
