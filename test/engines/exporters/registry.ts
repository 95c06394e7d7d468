/** The registry itself, with a layer that was pushed and pulled. */
import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../../free-port";
import { startProcess, temporaryFolder } from "../engine";
import type { RealExporter } from "./real-exporter";

export const registry: RealExporter = {
  scrape: "registry",
  start: async () => {
    const folder = temporaryFolder();
    const [port, metrics] = [await freePort(), await freePort()];
    const url = `http://127.0.0.1:${port}`;
    const file = join(folder, "registry.yml");
    // YAML reads JSON
    writeFileSync(
      file,
      JSON.stringify({
        version: "0.1",
        log: { level: "warn" },
        storage: { filesystem: { rootdirectory: folder }, cache: { blobdescriptor: "inmemory" } },
        http: { addr: new URL(url).host, debug: { addr: `127.0.0.1:${metrics}`, prometheus: { enabled: true, path: "/metrics" } } },
      }),
    );
    const { stop } = await startProcess("registry-collectors", ["serve", file], { ready: `${url}/v2/` });
    await pushAndPull(url);
    return { port: metrics, stop };
  },
};

async function pushAndPull(url: string): Promise<void> {
  const layer = "{}";
  const digest = `sha256:${createHash("sha256").update(layer).digest("hex")}`;
  const upload = (await fetch(`${url}/v2/a/blobs/uploads/`, { method: "POST" })).headers.get("location");
  if (upload === null) throw new Error("the registry gave no place to upload to");
  const place = new URL(upload, url);
  place.searchParams.set("digest", digest);
  await fetch(place, { method: "PUT", body: layer });
  await fetch(`${url}/v2/a/blobs/${digest}`);
}
