import { createHash } from "node:crypto";

/** A label value: Argo CD may be told to track objects by a label that holds the Application's name (docs/user-guide/resource_tracking.md). */
const LONGEST = 63;
const DIGEST = 8;

/**
 * The name of an object in the CD tool's namespace, which other clusters' share: `<cluster>-<name>`. A cluster's name that is too
 * long for that is cut, and told apart from others with the same beginning by a digest of the whole.
 */
export function clusterName(cluster: string, name: string): string {
  const whole = `${cluster}-${name}`;
  if (whole.length <= LONGEST) return whole;
  const left = LONGEST - name.length - DIGEST - 2;
  if (left < 1) throw new Error(`"${name}" leaves no room for the cluster's name in ${LONGEST} characters; give the bundle a shorter one`);
  const digest = createHash("sha256").update(cluster).digest("hex").slice(0, DIGEST);
  return `${cluster.slice(0, left)}-${digest}-${name}`;
}
