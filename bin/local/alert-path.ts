/** The end of the alert path, which the trial and every drill have: the alert manager as deployed, our services behind and before it, and the receivers. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { statusPageService } from "../../components/status-page/declaration";
import type { Platform } from "../../lib/platform/platform";
import { statusPageOf } from "../../lib/site/status-page";
import { SECRET, translatedAlertManager } from "./alert-manager-configuration";
import { bundledServices, deploymentOf, type ServiceName, serviceLaunch } from "./deployed-service";
import { LOOPBACK } from "./loopback-server";
import type { Ports } from "./ports";
import { Program } from "./program";
import { requireProgram } from "./programs";
import { PING_PATH, type Receivers, startReceivers } from "./receivers";
import { StatusPage } from "./status-page";

export interface AlertPathOptions {
  readonly platform: Platform;
  readonly ports: Ports;
  readonly speed: number;
  /** Told of what is other than deployed, a sentence each. */
  readonly note: (text: string) => void;
}

export interface AlertPath {
  readonly receivers: Receivers;
  readonly alertmanager: Program;
  /** Those that the site has. */
  readonly services: ReadonlyMap<ServiceName, Program>;
  readonly urls: { readonly receivers: string; readonly alertmanager: string; readonly relay: string };
  /** A folder for whatever is written, gone with the path. */
  readonly folder: string;
  readonly close: () => Promise<void>;
}

export const localUrl = (port: number): string => `http://${LOOPBACK}:${port}`;

/** Nothing of it runs yet but the receivers. @throws where a program is missing or the receivers' port is taken */
export async function alertPath({ platform, ports, speed, note }: AlertPathOptions): Promise<AlertPath> {
  const program = requireProgram("alertmanager");
  const folder = mkdtempSync(join(tmpdir(), "belfry-local-"));
  const receivers = await startReceivers({ port: ports.receivers, page: pageOf(platform) });
  const urls = { receivers: receivers.url, alertmanager: localUrl(ports.alertmanager), relay: localUrl(ports.relay) };
  const services = servicesOf({ platform, ports, speed, folder, urls });
  const alertmanager = new Program(
    "alertmanager",
    (refused) => {
      const [config, secretFile, data] = [join(folder, "alertmanager.yml"), join(folder, "secret"), join(folder, "alertmanager")];
      writeFileSync(secretFile, SECRET);
      mkdirSync(data, { recursive: true });
      const translation = { speed, services: deployedServices(platform, ports), receivers: urls.receivers, secretFile, refused };
      writeFileSync(config, translatedAlertManager(deployedConfiguration(platform), translation));
      return {
        name: "alertmanager",
        program,
        args: [
          `--config.file=${config}`,
          `--storage.path=${data}`,
          `--web.listen-address=${LOOPBACK}:${ports.alertmanager}`,
          // it stands alone, and gossip would be for every address
          "--cluster.listen-address=",
          "--log.level=error",
        ],
        ready: `${urls.alertmanager}/-/ready`,
      };
    },
    (keys) => note(`this alert manager does not know ${keys.join(", ")}: left out, with plain values in place of secret files`),
  );
  return {
    receivers,
    alertmanager,
    services,
    urls,
    folder,
    close: async () => {
      await Promise.all([alertmanager, ...services.values()].map((one) => one.stop()));
      await receivers.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The page with the components that the site has there. */
function pageOf({ site }: Platform): StatusPage {
  return new StatusPage(site.components.flatMap(({ name, page_id }) => (page_id === undefined ? [] : [{ id: page_id, name }])));
}

function deployedConfiguration({ manifests }: Platform): string {
  const found = manifests.find(({ object }) => object.kind === "VMAlertmanager")?.object.spec as
    | { readonly configRawYaml: string }
    | undefined;
  if (found === undefined) throw new Error("the output has no alert manager; a part of charts/ declares it");
  return found.configRawYaml;
}

function deployedServices({ site }: Platform, ports: Ports): ReadonlyMap<string, string> {
  const page = statusPageOf(site);
  return new Map([
    ...(page === undefined ? [] : [[page.adapter_url, localUrl(ports["status-page"])] as const]),
    [site.urls.dead_man_url, localUrl(ports["dead-man"])],
  ]);
}

interface ServicesProps extends Omit<AlertPathOptions, "note"> {
  readonly folder: string;
  readonly urls: AlertPath["urls"];
}

function servicesOf({ platform, ports, speed, folder, urls }: ServicesProps): ReadonlyMap<ServiceName, Program> {
  const { manifests } = platform;
  const page = statusPageOf(platform.site);
  const quicker = (name: "HOLD_SECONDS" | "RESYNC_SECONDS" | "ALERTMANAGER_SETTLE_SECONDS") => ({
    [name]: String(Math.max(1, Math.round(Number(statusPageService.variables[name].default) / speed))),
  });
  const quiet = { LOG_LEVEL: "warn" };
  const places: Readonly<Record<ServiceName, { readonly variables: Readonly<Record<string, string>>; readonly secret: string }>> = {
    relay: { variables: { ...quiet, ALERTMANAGER_URL: urls.alertmanager }, secret: SECRET },
    "dead-man": { variables: quiet, secret: `${urls.receivers}${PING_PATH}` },
    "status-page": {
      variables: {
        ...quiet,
        ALERTMANAGER_URL: urls.alertmanager,
        ...(page && { STATUSPAGE_URL: urls.receivers }),
        ...quicker("HOLD_SECONDS"),
        ...quicker("RESYNC_SECONDS"),
        ...quicker("ALERTMANAGER_SETTLE_SECONDS"),
      },
      secret: SECRET,
    },
  };
  const present = (Object.keys(places) as ServiceName[]).flatMap((name) => {
    const deployment = deploymentOf(name, manifests);
    return deployment === undefined ? [] : [{ name, deployment }];
  });
  const bundles = bundledServices(
    present.map(({ name }) => name),
    folder,
  );
  return new Map(
    present.map(({ name, deployment }) => {
      const place = { folder: join(folder, name), port: ports[name], ...places[name] };
      return [name, new Program(name, () => serviceLaunch(name, bundles.get(name) ?? "", deployment, manifests, place))];
    }),
  );
}
