import type { Credential } from "../kubernetes/credential";
import { type PodTemplate, podTemplates, secretsOf } from "../kubernetes/pod-templates";
import type { Platform } from "../platform/platform";
import { blocks, code, codes, shell, table } from "./markdown";
import { readingNamespaces } from "./stores";

/** Every value that the secret store has to hold, and who reads it. */
export function secrets(platform: Platform, step: number, siteFile: string): string {
  const { site, credentials } = platform;
  const { kind, name } = site.secret_store;
  const isNamespaced = kind === "SecretStore";
  return blocks(
    `## ${step}. The secret store`,
    isNamespaced
      ? `External Secrets reads the SecretStore ${code(name)}, one in each of the namespaces ${codes(readingNamespaces(platform))}. Belfry makes these namespaces with the first apply, so the stores come after it (step 5); what they read can be there now.`
      : `External Secrets reads the ClusterSecretStore ${code(name)}.`,
    isNamespaced ? "" : shell(`kubectl get clustersecretstore ${name}`),
    `Put these into the store behind it. **No value belongs in Git**, neither here nor in ${code(siteFile)}: what was written there once is revoked, not deleted.`,
    table(
      ["Entry", "Property", "What it holds", "Secret and key", "Namespace", "Read by"],
      credentials.flatMap((credential) =>
        Object.entries(credential.keys).map(([key, { key: entry, property, holds }]) => [
          code(entry),
          code(property),
          holds,
          `${code(credential.name)}, ${code(key)}`,
          code(credential.namespace),
          readersOf(credential, platform).join(", "),
        ]),
      ),
    ),
  );
}

/** Whoever names the Secret: a pod template, or an object of an operator; of a scrape's token it is the agent that is given it. */
function readersOf({ name, namespace }: Credential, { manifests, scrapes }: Platform): string[] {
  const isRead = (template: PodTemplate) => {
    return secretsOf(template).has(name) || (template.spec.imagePullSecrets ?? []).some((one) => one.name === name);
  };
  const pods = podTemplates(manifests)
    .filter(({ manifest, template }) => manifest.object.metadata.namespace === namespace && isRead(template))
    .map(({ manifest }) => manifest.object);
  const operators = manifests
    .map(({ object }) => object)
    .filter(({ metadata, spec }) => metadata.namespace === namespace && (mountedBy(spec).includes(name) || isBackedUpWith(spec, name)));
  const asked = scrapes
    .filter(({ from }) => from.kind === "observed" && from.ask.token?.credential.name === name)
    .map((scrape) => scrape.name);
  const objects = manifests
    .map(({ object }) => object)
    .filter(({ kind, metadata }) => kind.endsWith("Scrape") && asked.includes(metadata.name));
  return [...new Set([...pods, ...operators, ...objects].map(({ kind, metadata }) => `${kind} ${code(metadata.name)}`))];
}

/** What the metrics operator mounts of an object's `spec.secrets`. */
function mountedBy(spec: unknown): readonly unknown[] {
  const { secrets } = (spec ?? {}) as { secrets?: unknown };
  return Array.isArray(secrets) ? secrets : [];
}

/** What CloudNativePG reads of a Cluster's `spec.backup`. */
function isBackedUpWith(spec: unknown, name: string): boolean {
  const { backup } = (spec ?? {}) as { backup?: { barmanObjectStore?: { s3Credentials?: Readonly<Record<string, { name?: string }>> } } };
  return Object.values(backup?.barmanObjectStore?.s3Credentials ?? {}).some((key) => key.name === name);
}
