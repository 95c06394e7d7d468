import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseDocument } from "yaml";
import { Registries } from "../../bin/images/registries";
import { resolveLock } from "../../bin/images/resolve-lock";
import { ownImages } from "../../components/images";
import { lockText, NO_LOCK } from "../../lib/images/lock";
import { lockedImages } from "../../lib/images/locked-images";
import { loadSite } from "../../lib/site/load";
import { type RunningRegistry, startRegistry } from "./docker-registry";
import { runEngine, temporaryFolder } from "./engine";
import { writeNodeBase } from "./node-base";

/** A registry with a base, and a checkout whose site and lock are of it. */
export async function registryOfCheckout(root: string): Promise<RunningRegistry> {
  const registry = await startRegistry();
  const layout = join(temporaryFolder(), "base");
  const policy = join(temporaryFolder(), "policy.json");
  writeNodeBase(layout);
  writeFileSync(policy, JSON.stringify({ default: [{ type: "insecureAcceptAnything" }] }));
  const copy = async (to: string) => {
    const args = ["--policy", policy, "copy", "--all", "--dest-tls-verify=false", `oci:${layout}:22`, `docker://${to}`];
    const copied = await runEngine("skopeo", args);
    if (copied.code !== 0) throw new Error(copied.output);
  };
  const base = `${registry.host}/base/node:22`;
  await copy(base);
  const siteFile = join(root, "site.yaml");
  const document = parseDocument(readFileSync(siteFile, "utf8"));
  document.set("image_registry", `${registry.host}/belfry`);
  document.set("base_image", base);
  writeFileSync(siteFile, String(document));
  // of others' registries nothing is asked here
  const site = loadSite(siteFile);
  const { lock } = await resolveLock([], ownImages(), site, NO_LOCK, new Registries({ credentials: async () => undefined }), async () => {
    throw new Error("no network in tests");
  });
  writeFileSync(join(root, "images.lock.json"), lockText(lock));
  // what the lock has no digest of, somebody has built and pushed with Docker
  for (const { reference, digest } of lockedImages(ownImages(), site, lock)) if (digest === undefined) await copy(reference);
  return registry;
}
