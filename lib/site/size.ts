import type { Site } from "./schema";
import type { Profile } from "./sections/sizes";

/** What is sized together: the store, the agent and the evaluator; the alert manager; our services and the exporters. */
export type Plane = "metrics" | "alerting" | "services";

/** The one of a plane's two sizes that the site asks for. */
export function bySize<const T>({ sizes }: Pick<Site, "sizes">, plane: Plane, of: Readonly<Record<Profile, T>>): T {
  return of[sizes?.[plane]?.profile ?? sizes?.profile ?? "default"];
}
