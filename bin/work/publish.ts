import { resolve } from "node:path";
import { findingOf } from "../../lib/platform/refusal";
import { synthesized } from "../../main";
import { type Published, publish } from "../gitops/publish";
import { Remote, RemoteRefused } from "../gitops/remote";
import { type Source, SourceRefused, sourceOf } from "../gitops/source";
import { say } from "../images/opened";
import { Registries } from "../images/registries";
import { unfoundImages } from "../images/unlocked-own";
import type { AskedLock } from "../lock-option";
import { inputOf, outputFolder } from "./synth";

export interface AskedPublish extends AskedLock {
  readonly json?: boolean;
}

/** Synthesizes what a commit holds, and publishes it. A run that a newer commit has overtaken is no mistake. */
export async function publishSite(siteFile: string, asked: AskedPublish): Promise<0 | 1> {
  const { json = false } = asked;
  const refuse = (text: string, findings: readonly unknown[]): 1 => {
    console.error(text);
    if (json) console.log(JSON.stringify({ ok: false, findings }, undefined, 2));
    return 1;
  };
  const outdir = resolve(outputFolder());
  const outcome = synthesized(inputOf(siteFile, asked), outdir);
  if (!("built" in outcome)) return refuse(outcome.refusal.text, outcome.refusal.findings);
  // what is right of the output is not kept back for one image that is not there
  for (const { reference, words } of await unfoundImages(outcome.built, new Registries({ onRetry: say })))
    say(`${reference}: ${words === undefined ? missing(asked.lock) : `not known whether it is there: ${words}`}`);
  let remote: Remote | undefined;
  try {
    const source = sourceOf(siteFile);
    remote = new Remote(outcome.built.site);
    const published = await publish(outdir, remote, source);
    console.log(
      json
        ? JSON.stringify({ ok: true, source: source.commit, ...published, findings: [] }, undefined, 2)
        : told(published, remote, source),
    );
    return 0;
  } catch (error) {
    if (!(error instanceof RemoteRefused || error instanceof SourceRefused)) throw error;
    return refuse(error.message, [findingOf("publish", remote?.address ?? siteFile, error)]);
  } finally {
    remote?.remove();
  }
}

const missing = (lock: string): string =>
  `${lock} has no digest of it, and its registry no such tag: a pod that names it can't start; lock and push it ` +
  "(npx belfry images lock, npx belfry images push), or build it with Docker, as INSTALL.md says under Images";

function told(published: Published, { address, branch, path }: Remote, { commit, branch: own }: Source): string {
  const where = `${path}/ at ${branch} of ${address}`;
  switch (published.is) {
    case "published":
      return `published ${commit.slice(0, 12)} as ${published.commit.slice(0, 12)}: ${where}`;
    case "unchanged":
      return `nothing to publish: ${where} is what ${commit.slice(0, 12)} makes`;
    case "overtaken":
      return `not published: "${own}" has a newer commit than ${commit.slice(0, 12)}, whose own run publishes`;
  }
}
