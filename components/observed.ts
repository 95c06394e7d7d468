import type { ObservedExporter } from "../lib/metrics/observed";
import { authoritativeExporter, recursiveExporter } from "./dns/exporters";
import { homeAssistantExporter, mqttExporter } from "./home-automation/exporters";
import { directoryExporter, identityExporter } from "./identity/exporters";
import { routerExporter } from "./internet/exporter";
import { imapExporter, smtpExporter } from "./mail/exporters";
import { chronyExporter } from "./ntp/exporter";
import { ciExporter, gitExporter } from "./source-hosting/exporters";

/** The exporters that others install, each declared in the folder of what it tells of. */
export const observedExporters: readonly ObservedExporter[] = [
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
