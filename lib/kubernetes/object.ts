import { rememberedOf } from "../remembered";

/** A Kubernetes object as it is applied. */
export interface KubernetesObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
  };
  readonly [field: string]: unknown;
}

/** Its JSON: several checks look for something in all of its texts. */
export const jsonOf = rememberedOf((object: KubernetesObject): string => JSON.stringify(object));

/** The API group in an `apiVersion`; of the core group, which has none, its version. */
export function groupOf(apiVersion: string): string {
  return apiVersion.split("/")[0] ?? "";
}
