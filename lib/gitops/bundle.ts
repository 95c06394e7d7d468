import { type App, Chart } from "cdk8s";
import type { Construct } from "constructs";
import type { Stage } from "./stage";

/** A unit the CD tool applies, and what is in it. */
export interface BundleDeclaration {
  /** The directory of `dist/`. */
  readonly name: string;
  /** Where the CD tool applies it. */
  readonly namespace: string;
  /** @default "platform", with all others */
  readonly stage?: Stage;
  /** Objects of the CD tool's own, in its own cluster. @default - where the site's bundles go */
  readonly isCdTools?: boolean;
  /** What it applied stays when its Application goes. @default - it goes too, but what is kept by itself */
  readonly outlived?: boolean;
  /** A folder of the bundle whose files are for people, not for the cluster. @default - everything is applied */
  readonly notApplied?: string;
  readonly build: (bundle: Bundle) => void;
}

/** The objects of a {@link BundleDeclaration}: one directory of `dist/`, one Application. */
export class Bundle extends Chart {
  readonly homeNamespace: string;

  constructor(scope: Construct, name: string, { namespace }: { readonly namespace: string }) {
    // no namespace for cdk8s: it would put one on cluster-scoped objects too
    super(scope, name);
    this.homeNamespace = namespace;
  }
}

/** The bundles of an app. By constructor: cdk8s makes `instanceof` say yes to every chart. */
export function bundlesOf(app: App): Bundle[] {
  return app.node.children.filter((child): child is Bundle => child.constructor === Bundle);
}
