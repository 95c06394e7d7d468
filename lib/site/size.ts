import type { Site } from "./schema";

/** What is sized together: the store, the agent and the evaluator; the alert manager; our services and the exporters. */
export type Plane = "metrics" | "alerting" | "services";

interface Of<Default, Small> {
  readonly default: Default;
  readonly small: Small;
}

/** The one of a plane's two sizes that the site asks for. */
export function bySize<Default, Small>({ sizes }: Pick<Site, "sizes">, plane: Plane, of: Of<Default, Small>): Default | Small {
  return of[sizes?.[plane]?.profile ?? sizes?.profile ?? "default"];
}
