import type { ObservedExporter } from "../lib/metrics/observed";
import type { ExporterName } from "../lib/site/sections/scrapes";
import { n8nExporter } from "./automation/exporter";
import { frigateExporter } from "./cameras/exporter";
import { argocd } from "./cd-tool/exporter";
import { certManager } from "./certificates/exporter";
import { controllerManagerExporter, etcdExporter, schedulerExporter } from "./control-plane/exporters";
import { cloudnativePg, mysql, redis } from "./databases/exporters";
import { smartctlExporter } from "./disks/exporter";
import { authoritativeExporter, recursiveExporter } from "./dns/exporters";
import { nextcloudExporter } from "./file-sync/exporter";
import { homeAssistantExporter, mqttExporter } from "./home-automation/exporters";
import { directoryExporter, identityExporter } from "./identity/exporters";
import { trivyExporter } from "./image-scanner/exporter";
import { ingressNginx } from "./ingress/exporter";
import { routerExporter } from "./internet/exporter";
import { imapExporter, smtpExporter } from "./mail/exporters";
import { metricsOperatorExporter } from "./metrics/exporter";
import { chronyExporter } from "./ntp/exporter";
import { wireguardExporter } from "./remote-access/exporter";
import { externalSecrets } from "./secret-sync/exporter";
import { ciExporter, gitExporter } from "./source-hosting/exporters";
import { registry } from "./source-hosting/registry";
import { volumeStorage } from "./volume-storage/exporter";

/** The exporters that others install, each declared in the folder of what it tells of: one for each name that the site may say something of. */
const BY_NAME: Readonly<Record<ExporterName, ObservedExporter>> = {
  "kube-scheduler": schedulerExporter,
  "kube-controller-manager": controllerManagerExporter,
  etcd: etcdExporter,
  "ingress-nginx": ingressNginx,
  "cert-manager": certManager,
  argocd,
  "external-secrets": externalSecrets,
  "metrics-operator": metricsOperatorExporter,
  "volume-storage": volumeStorage,
  "cloudnative-pg": cloudnativePg,
  redis,
  mysql,
  registry,
  n8n: n8nExporter,
  trivy: trivyExporter,
  nextcloud: nextcloudExporter,
  identity: identityExporter,
  directory: directoryExporter,
  git: gitExporter,
  ci: ciExporter,
  "mail-smtp": smtpExporter,
  "mail-imap": imapExporter,
  "dns-authoritative": authoritativeExporter,
  "dns-recursive": recursiveExporter,
  chrony: chronyExporter,
  "home-assistant": homeAssistantExporter,
  mqtt: mqttExporter,
  frigate: frigateExporter,
  wireguard: wireguardExporter,
  router: routerExporter,
  smartctl: smartctlExporter,
};

export const observedExporters: readonly ObservedExporter[] = Object.values(BY_NAME);
