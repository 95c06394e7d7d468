import { ApiObject, type App } from "cdk8s";
import type { KubernetesObject } from "../kubernetes/object";
import type { ServiceDeclaration } from "../service/declaration";
import { type Bundle, bundlesOf } from "./bundle";

/** An object and the file of `dist/` that holds it. */
export interface Manifest {
  readonly bundle: string;
  /** Relative to the output directory, e.g. `monitoring-rules/workloads.yml`. */
  readonly file: string;
  readonly object: KubernetesObject;
  /** The service of ours that it runs. @default - it is made from no service's declaration */
  readonly service?: ServiceDeclaration;
}

/** The metadata of a construct that says which service its object runs: a ServiceDeclaration. */
export const SERVICE_METADATA = "belfry/service";

/** A file of the output that is no object: people take it from there. */
export interface OutputFile {
  /** Relative to the output directory: below a bundle's `notApplied` folder, or beside the bundles. */
  readonly file: string;
  readonly text: string;
}

/** Kinds that reviewers know under a shorter name; a rule file is named by its area alone. */
const FILE_PREFIX: Readonly<Record<string, string>> = { ClusterFlow: "flow-", ClusterOutput: "output-", VMRule: "" };

/** Every object of the app, sorted by file. */
export function manifestsOf(app: App): Manifest[] {
  return bundlesOf(app)
    .flatMap(bundleManifests)
    .sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : 0));
}

function bundleManifests(bundle: Bundle): Manifest[] {
  return bundle.node
    .findAll()
    .filter(ApiObject.isApiObject)
    .map((node) => {
      const object = node.toJson() as KubernetesObject;
      const service: ServiceDeclaration | undefined = node.node.metadata.find(({ type }) => type === SERVICE_METADATA)?.data;
      return { bundle: bundle.node.id, file: `${bundle.node.id}/${fileName(object, bundle.homeNamespace)}`, object, service };
    });
}

/** The name depends on the object alone, so that no file is renamed because another came or went. */
function fileName({ kind, metadata }: KubernetesObject, homeNamespace: string): string {
  const prefix = FILE_PREFIX[kind] ?? `${kind.toLowerCase()}-`;
  const elsewhere = metadata.namespace !== undefined && metadata.namespace !== homeNamespace;
  return `${prefix}${metadata.name}${elsewhere ? `.${metadata.namespace}` : ""}.yml`;
}
