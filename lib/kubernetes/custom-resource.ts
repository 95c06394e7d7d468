import type { Construct } from "constructs";
import { KINDS, type KindName, type Scope } from "./kinds";
import { PlainObject } from "./plain-object";

type ScopeOf<Kind extends KindName> = (typeof KINDS)[Kind]["scope"];

/** The metadata of a custom resource. The name is always ours: cdk8s's own carry a path hash, which a moved construct would change. */
export type CustomResourceMetadata<Kind extends KindName> = {
  readonly name: string;
  /** @default - no labels */
  readonly labels?: Readonly<Record<string, string>>;
  /** @default - no annotations */
  readonly annotations?: Readonly<Record<string, string>>;
  /** @default - no finalizers */
  readonly finalizers?: readonly string[];
} & (ScopeOf<Kind> extends "Cluster" ? { readonly namespace?: never } : { readonly namespace: string });

export interface CustomResourceProps<Kind extends KindName, Spec> {
  readonly metadata: CustomResourceMetadata<Kind>;
  readonly spec: Spec;
}

/**
 * The base class of one kind, to be extended with the type of its spec:
 * `class VMRule extends customResource("VMRule")<VMRuleSpec> {}`.
 */
export function customResource<Kind extends KindName>(kind: Kind) {
  const { group, version }: (typeof KINDS)[KindName] = KINDS[kind];
  const kindScope: Scope = KINDS[kind].scope;

  return class<Spec> extends PlainObject {
    constructor(scope: Construct, id: string, props: CustomResourceProps<Kind, Spec>) {
      const { finalizers, ...metadata } = props.metadata;
      super(scope, id, {
        apiVersion: `${group}/${version}`,
        kind,
        metadata: finalizers === undefined ? metadata : { ...metadata, finalizers: [...finalizers] },
        spec: props.spec,
      });
      // cdk8s gives the chart's namespace to every object without one. A namespaced kind always names its own (the type asks
      // for it), so only a cluster-scoped one can catch it, and Argo CD would then report it out of sync for ever.
      if (kindScope === "Cluster" && this.chart.namespace !== undefined) {
        throw new Error(
          `${kind} "${props.metadata.name}" at "${this.node.path}": a cluster-scoped kind would get the namespace ` +
            `"${this.chart.namespace}" of its chart; put it in a chart without a namespace`,
        );
      }
    }
  };
}
