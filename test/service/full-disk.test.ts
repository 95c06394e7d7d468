import { once } from "node:events";
import { closeSync, mkdtempSync, openSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { services } from "../../components/services";
import { freePort } from "../free-port";
import { telling } from "../wide";
import { type Deployed, startDeployed, unheardPlatform } from "./deployed";

// real processes, beside whatever else the machine does
jest.setTimeout(20_000);

const root = mkdtempSync(join(tmpdir(), "full-disk-"));
/** Every write to it fails for want of space. */
const full = openSync("/dev/full", "w");
const built = unheardPlatform();
const running: Deployed[] = [];
afterAll(() => {
  for (const { child } of running) child.kill("SIGKILL");
  closeSync(full);
  rmSync(root, { recursive: true });
});

test.each(
  telling(
    services.map(({ name }) => name),
    2,
  ),
)("%s goes on and ends in order where its log can't be written", async (name) => {
  const manifest = built.manifests.find(({ service }) => service?.name === name);
  if (!manifest) throw new Error(`${name} is not deployed`);
  const deployed = startDeployed(built, manifest, join(root, name), await freePort(), full);
  running.push(deployed);
  const { url, child, output } = deployed;
  const ended = once(child, "close");
  const status = () =>
    fetch(`${url}/healthz`, { signal: AbortSignal.timeout(2000) }).then(
      ({ status }) => status,
      () => undefined,
    );
  while (child.exitCode === null && (await status()) !== 200) await new Promise((resolve) => setTimeout(resolve, 50));
  expect(output()).toBe("");
  child.kill("SIGTERM");
  expect([(await ended)[0], output()]).toEqual([0, ""]);
});
