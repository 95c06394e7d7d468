import { existsSync } from "node:fs";
import { join } from "node:path";
import { REPOSITORY } from "../../lib/images/entry";
import { START } from "../../lib/world/course";
import { Modules } from "../work/modules";
import type { FaultTables } from "./applying-faults";
import type { Installation, installation } from "./installation";

const INSTALLATION = join(REPOSITORY, "bin/preview/installation.ts");
/** Told for the tests: a copy of belfry without these has nothing to switch on. */
const FAULTS = join(REPOSITORY, "test/engines/faults/all.ts");

/** The installation of a site as its sources are now; after an edit that is wrong the one before it stays. */
export class Shown {
  readonly #modules = new Modules();
  readonly #siteFile: string;
  #now: Installation | undefined;
  #problem: string | undefined;

  constructor(siteFile: string) {
    this.#siteFile = siteFile;
  }

  get now(): Installation | undefined {
    return this.#now;
  }

  /** What is wrong with the sources; nothing where they are right. */
  get problem(): string | undefined {
    return this.#problem;
  }

  async load(): Promise<void> {
    try {
      const own = (await this.#modules.load(INSTALLATION)) as { readonly installation: typeof installation };
      const tables = existsSync(FAULTS) ? ((await this.#modules.load(FAULTS)) as { readonly TABLES: FaultTables }).TABLES : [];
      const made = own.installation(this.#siteFile, tables, START);
      if ("refusal" in made) this.#problem = made.refusal.text;
      else [this.#now, this.#problem] = [made, undefined];
    } catch (error) {
      this.#problem = this.#modules.shown(error);
    }
  }
}
