import { batchJob } from "../../../../lib/batch/job";
import type { Credential } from "../../../../lib/kubernetes/credential";
import { GLOBAL_RETENTION_DAYS } from "../../../../lib/log-store/global-retention";
import { organisationOf } from "../../../../lib/log-store/organisation";
import { storeDeclaration } from "../../../../lib/log-store/store-declaration";
import { configPath, secretFile } from "../../../../lib/workloads/restricted-workload";
import { logStoreSettingsSeries as series } from "./series";
import { logStoreSettingsSettings as settings } from "./settings";

const NAME = "log-store-settings";
const FILE = "declaration.json";

/** A run and its pushes end within two minutes, whatever the store does. */
const RUN_SECONDS = 60;

/** At every site: the settings of the store are kept in its database, and no manifest can hold them. */
export const logStoreSettings = batchJob({
  script: NAME,
  reads: { settings, series },
  purpose: "brings streams, ingestion tokens and alerts of the log store to what is declared",
  // each hour: three runs in a row are counted on by the rule LogStoreDriftReturning
  schedule: "33 * * * *",
  component: "Platform",
  severity: "warning",
  at: (site) => {
    const login = storeLogin(site.namespaces.monitoring);
    return {
      values: {
        STORE_URL: site.urls.logs_url,
        STORE_ORGANISATION: organisationOf(site),
        STORE_USER: secretFile(login, "user"),
        STORE_PASSWORD: secretFile(login, "password"),
        GLOBAL_RETENTION_DAYS,
        DECLARATION: `${configPath(NAME)}/${FILE}`,
      },
      calls: [{ to: { url: site.urls.logs_url } }],
      files: (declared) => ({ [FILE]: `${JSON.stringify(storeDeclaration(site, declared), undefined, 2)}\n` }),
      secrets: ({ ingestTokens }) => ingestTokens,
      runSeconds: RUN_SECONDS,
    };
  },
});

function storeLogin(namespace: string): Credential {
  const name = "log-store-reconciler";
  const entry = (property: string, holds: string) => ({ key: name, property, holds });
  return {
    name,
    namespace,
    keys: {
      user: entry(
        "user",
        "the e-mail address of an administrator of the log store's organisation, whom the job log-store-settings signs in as",
      ),
      password: entry("password", "that administrator's password"),
    },
  };
}
