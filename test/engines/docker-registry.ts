import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../free-port";
import { type RunningEngine, startProcess, temporaryFolder } from "./engine";

export const REGISTRY_ACCOUNT = { username: "ada", password: "s3cret:with colon" };

/** The account as `htpasswd -B` writes it down: the registry reads no other form. */
const HTPASSWD = "ada:$2b$04$N9qo8uLOickgx2ZMRZoMyeDjO160Z5gYywhya8ca0dEklaBeBOVne\n";

export interface RunningRegistry {
  readonly host: string;
  readonly engine: RunningEngine;
  /** Again, with what it has, after it was stopped. */
  restart(): Promise<RunningEngine>;
}

/** Debian's registry on loopback, for everybody or for one account. */
export async function startRegistry({ withPassword = false } = {}): Promise<RunningRegistry> {
  const folder = temporaryFolder();
  const host = `127.0.0.1:${await freePort()}`;
  const config = join(folder, "config.json");
  const htpasswd = join(folder, "htpasswd");
  writeFileSync(htpasswd, HTPASSWD);
  const settings = {
    version: 0.1,
    log: { level: "info", accesslog: { disabled: false } },
    storage: { filesystem: { rootdirectory: join(folder, "images") } },
    http: { addr: host },
    ...(withPassword && { auth: { htpasswd: { realm: "belfry", path: htpasswd } } }),
  };
  // JSON is YAML too
  writeFileSync(config, JSON.stringify(settings));
  const ready = () => fetch(`http://${host}/v2/`).then(({ status }) => status === (withPassword ? 401 : 200));
  const restart = () => startProcess("docker-registry", ["serve", config], { ready });
  return { host, engine: await restart(), restart };
}
