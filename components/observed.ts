import type { ObservedExporter } from "../lib/metrics/observed";
import { argocd } from "./cd-tool/exporter";
import { certManager } from "./certificates/exporter";
import { controllerManagerExporter, etcdExporter, schedulerExporter } from "./control-plane/exporters";
import { cloudnativePg, mysql, redis } from "./databases/exporters";
import { authoritativeExporter, recursiveExporter } from "./dns/exporters";
import { homeAssistantExporter, mqttExporter } from "./home-automation/exporters";
import { directoryExporter, identityExporter } from "./identity/exporters";
import { ingressNginx } from "./ingress/exporter";
import { routerExporter } from "./internet/exporter";
import { imapExporter, smtpExporter } from "./mail/exporters";
import { chronyExporter } from "./ntp/exporter";
import { externalSecrets } from "./secret-sync/exporter";
import { ciExporter, gitExporter } from "./source-hosting/exporters";
import { registry } from "./source-hosting/registry";
import { volumeStorage } from "./volume-storage/exporter";

/** The exporters that others install, each declared in the folder of what it tells of. */
export const observedExporters: readonly ObservedExporter[] = [
  schedulerExporter,
  controllerManagerExporter,
  etcdExporter,
  ingressNginx,
  certManager,
  argocd,
  externalSecrets,
  volumeStorage,
  cloudnativePg,
  redis,
  mysql,
  registry,
  identityExporter,
  directoryExporter,
  gitExporter,
  ciExporter,
  smtpExporter,
  imapExporter,
  authoritativeExporter,
  recursiveExporter,
  chronyExporter,
  homeAssistantExporter,
  mqttExporter,
  routerExporter,
];
