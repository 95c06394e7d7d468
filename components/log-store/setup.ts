import { blocks, code, list, shell } from "../../lib/install/markdown";
import { organisationOf } from "../../lib/log-store/organisation";
import type { Declarations } from "../../lib/platform/declarations";
import type { OutsideSetup } from "../../lib/platform/installation";
import { inClusterService } from "../../lib/site/in-cluster";
import type { Site } from "../../lib/site/schema";
import { readerAccount, rootAccount } from "./credentials";
import { isEnterprise, readersOf, type StoreWorkloads } from "./workloads";

/** The store makes its root account alone; whoever else has one is made by people, once. */
export function storeSetups(site: Site, { front, gateway }: StoreWorkloads): OutsideSetup[] {
  return [
    {
      title: "Accounts of the log store",
      text: (declared) =>
        blocks(
          `This comes after the first apply (step 5), when the store runs. At its first start it makes its root account of ${code(rootAccount(site).name)}. **Root is for breaking glass**: for this page, and for when nobody else gets in. No person and no program works with it day by day; whoever used it changes its password in the secret store and in the store.`,
          "A way in, and the root account in the shell alone. Values in the secret store end without a line's end.",
          shell(
            `kubectl -n ${front.namespace} port-forward service/${front.name} ${front.ports.http}:${front.ports.http} &`,
            `STORE=http://localhost:${front.ports.http}${inClusterService(site.urls.logs_url).path}`,
            `ROOT=$(kubectl -n ${front.namespace} get secret ${rootAccount(site).name} -o go-template='{{.data.user | base64decode}}:{{.data.password | base64decode}}')`,
          ),
          organisation(site),
          accounts(site, declared, gateway !== undefined),
          firstRun(declared),
          readers(site, gateway !== undefined),
          `What people ask again and again is in ${code("dist/queries.sql")}: put a query into the store's page of logs, run it, and save it there as a view by its name.`,
        ),
    },
  ];
}

/** The store makes an organisation when root writes to it; one that is made over its interface gets a name of the store's choice. */
function organisation(site: Site): string {
  const name = organisationOf(site);
  if (name === "default") return "";
  return blocks(
    `The organisation ${code(name)} comes to be when root writes to it, be it nothing:`,
    shell(`curl -fsS -u "$ROOT" -H 'Content-Type: application/json' -X POST "$STORE/api/${name}/default/_json" -d '[]'`),
  );
}

const RECONCILER = "log-store-reconciler";

function accounts(site: Site, { credentials }: Declarations, hasGateway: boolean): string {
  const reader = readerAccount(site);
  const made = [...credentials.filter(({ name }) => name === RECONCILER), ...(hasGateway ? [reader] : [])];
  if (made.length === 0) return "";
  const role = isEnterprise(site)
    ? "The first is an administrator, because it makes tokens."
    : "In this edition every account is an administrator.";
  return blocks(
    `Then the accounts that the platform works with, from what the secret store holds. ${role}`,
    shell(
      "make_account() {",
      `  printf '{"email":"%s","password":"%s","first_name":"belfry","last_name":"%s","role":"admin"}' "$(printf %s "$2" | base64 -d)" "$(printf %s "$3" | base64 -d)" "$1" |`,
      `    curl -fsS -u "$ROOT" -H 'Content-Type: application/json' -X POST "$STORE/api/${organisationOf(site)}/users" -d @-`,
      "}",
      ...made.map(({ name, namespace }) => {
        const value = (key: string) => `"$(kubectl -n ${namespace} get secret ${name} -o jsonpath='{.data.${key}}')"`;
        return `make_account ${name} ${value("user")} ${value("password")}`;
      }),
    ),
  );
}

/** Senders wait for a token, and the job's own time is by the hour. */
function firstRun({ batchJobs, ingestTokens, credentials }: Declarations): string {
  const account = credentials.find(({ name }) => name === RECONCILER);
  const job = batchJobs.find(({ name, runs }) => runs.by === "belfry" && name.includes("log-store"));
  if (job === undefined || account === undefined) return "";
  const waiting = ingestTokens.map(({ name, namespace }) => `${code(name)} in ${code(namespace)}`);
  return blocks(
    `Last the job that sets up streams, tokens and alerts, which else runs by the hour. Until it has run, what brings records waits for its Secret (${waiting.join(", ")}), and its pod with it:`,
    shell(
      `kubectl -n ${account.namespace} create job --from=cronjob/${job.name} ${job.name}-first`,
      `kubectl -n ${account.namespace} wait --for=condition=Complete --timeout=180s job/${job.name}-first`,
      `kubectl -n ${account.namespace} logs job/${job.name}-first`,
    ),
  );
}

function readers(site: Site, hasGateway: boolean): string {
  const namespaces = readersOf(site);
  if (namespaces.length === 0) return "";
  const from = list(namespaces.map(code));
  if (!hasGateway) {
    return blocks(
      "What reads logs by itself, from the namespaces below, gets an account with a role of its own: in the store's pages, under Identity and access, a role that may get and list `logs` streams and nothing else, then an account with that role alone.",
      from,
    );
  }
  return blocks(
    `What reads logs by itself, from the namespaces below, asks \`http://log-store-gateway.${site.namespaces.logging}.svc:8080\` with a name and a password of the entry's \`readers\`. It may POST \`/api/${organisationOf(site)}/_search\`, and GET \`/api/${organisationOf(site)}/streams\`, \`/api/${organisationOf(site)}/streams/<stream>/schema\`, \`/config\` and \`/healthz\`. The gateway's own account never leaves it. After a change of the entry it is started again: \`kubectl -n ${site.namespaces.logging} rollout restart deployment/log-store-gateway\`.`,
    from,
  );
}

/** What may not be meant. */
export function storeCautions({ scale, log_store }: Site): string[] {
  if (scale !== "cluster" || log_store?.object_storage !== undefined) return [];
  return [
    "scale is cluster and log_store.object_storage is left out: the distributed log store keeps its files in an object store alone, so this one stays a single pod with a volume; name a bucket to distribute it",
  ];
}
