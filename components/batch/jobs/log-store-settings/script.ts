import { type ApiServer, apiServer } from "../../service/api-server";
import { gaugeOf } from "../../service/gauge";
import { runScript } from "../../service/run";
import type { Found, Run, Script } from "../../service/script";
import { applyAlerts } from "./alerts";
import { Asker, PATIENCE, type Patience, type Service } from "./asker";
import { readDeclaration } from "./declaration-file";
import { hiding } from "./hiding";
import { Ledger } from "./ledger";
import { secretKeeper } from "./secrets";
import { logStoreSettingsSeries } from "./series";
import { logStoreSettingsSettings } from "./settings";
import { applyStreams, checkGlobalRetention } from "./streams";
import { applyTemplates } from "./templates";
import { applyTokens } from "./tokens";

type SettingsRun = Run<typeof logStoreSettingsSettings>;

const drift = (mended: number) => gaugeOf(logStoreSettingsSeries.log_store_drift, {}, mended);

/** Brings the log store, and the Secrets with its tokens, to what is declared. What one part fails of keeps no other from being done. */
export async function applySettings(
  { configuration, log, signal }: SettingsRun,
  server: () => Promise<ApiServer> = apiServer,
  patience: Patience = PATIENCE,
): Promise<Found> {
  const { STORE_URL: url, STORE_USER: user, STORE_PASSWORD: password, STORE_ORGANISATION: organisation } = configuration;
  const login = Buffer.from(`${user}:${password}`).toString("base64");
  const { hide, isSecret } = hiding([password, login]);
  const ledger = new Ledger(log, signal, hide);
  const service: Service = {
    name: "the log store",
    url,
    credentials: async () => ({ headers: { accept: "application/json", authorization: `Basic ${login}` } }),
    letIn: "it does not know the user and password; put those of an administrator into the secret store",
    hide,
  };
  // each part has an asker of its own: what one waited for in vain the other may still get
  const store = () => new Asker(service, signal, patience);
  let keeper: Promise<ReturnType<typeof secretKeeper>> | undefined;
  const connect = async () => {
    const { url, credentials } = await server();
    const letIn = "it does not know the job's service account; look at the token that the pod has";
    return secretKeeper(new Asker({ name: "the API server", url, credentials, letIn, hide }, signal, patience));
  };

  const retention = () => checkGlobalRetention(store(), configuration.GLOBAL_RETENTION_DAYS);
  const all = async () => {
    const declared = await readDeclaration(configuration.DECLARATION);
    const ofStreams = async () => {
      await applyStreams(store(), organisation, declared.streams, ledger);
      const alerting = store();
      await applyTemplates(alerting, organisation, declared, ledger);
      // last, because the store refuses one whose stream or destination is not there
      await applyAlerts(alerting, organisation, declared.alerts, ledger);
    };
    const ofTokens = () => applyTokens(store(), organisation, declared.tokens, { ledger, isSecret, keeper: () => (keeper ??= connect()) });
    await Promise.all([ofStreams(), ofTokens()]);
    return undefined;
  };
  await Promise.all([ledger.attempt("the global retention", retention), ledger.attempt("the declaration", all)]);
  return { gauges: [drift(ledger.mended)], failures: ledger.failures };
}

export const logStoreSettings: Script<typeof logStoreSettingsSettings> = {
  name: "log-store-settings",
  purpose: "brings streams, ingestion tokens and alerts of the log store to what is declared, and tells how much it had to mend.",
  protocol:
    "the log store's interface (OpenObserve, JSON over HTTP), and the API server for the Secrets with the tokens (v1, JSON over HTTPS).",
  settings: logStoreSettingsSettings,
  series: logStoreSettingsSeries,
  always: [drift(0)],
  run: (run) => applySettings(run),
};

if (require.main === module) void runScript(logStoreSettings);
