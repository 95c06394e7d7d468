import { Registry, type RegistryOptions } from "./registry/client";
import { type ImageReference, parseReference } from "./registry/reference";

/** The registries that a command asks, each by its host: one is logged in to once, and one that is not there is asked once. */
export class Registries {
  readonly #known = new Map<string, Registry>();

  constructor(readonly options: RegistryOptions = {}) {}

  at(host: string): Registry {
    const known = this.#known.get(host) ?? new Registry(host, this.options);
    this.#known.set(host, known);
    return known;
  }

  /** Where an image lies, and the digest or else the tag that it is asked for by. */
  of(reference: string): {
    readonly registry: Registry;
    readonly repository: string;
    readonly asked: string;
    readonly parts: ImageReference;
  } {
    const parts = parseReference(reference);
    return { registry: this.at(parts.registry), repository: parts.repository, asked: parts.digest ?? parts.tag ?? "latest", parts };
  }
}
