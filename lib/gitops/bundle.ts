import { type App, Chart } from "cdk8s";
import type { Construct } from "constructs";

export interface BundleProps {
  /** Where the CD tool applies it. */
  readonly namespace: string;
  /** Order among the bundles: lower waves are applied first (Argo CD sync waves). */
  readonly wave: number;
  /** A folder of the bundle whose files are for people, not for the cluster. @default - everything is applied */
  readonly notApplied?: string;
}

/** A unit the CD tool applies: one directory of `dist/`, one Application. */
export class Bundle extends Chart {
  readonly homeNamespace: string;
  readonly wave: number;
  readonly notApplied: string | undefined;

  constructor(scope: Construct, name: string, props: BundleProps) {
    // no namespace for cdk8s: it would put one on cluster-scoped objects too
    super(scope, name);
    this.homeNamespace = props.namespace;
    this.wave = props.wave;
    this.notApplied = props.notApplied;
  }
}

/** The bundles of an app. By constructor: cdk8s makes `instanceof` say yes to every chart. */
export function bundlesOf(app: App): Bundle[] {
  return app.node.children.filter((child): child is Bundle => child.constructor === Bundle);
}
