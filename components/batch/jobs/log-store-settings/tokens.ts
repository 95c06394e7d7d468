import type { TokenTarget } from "../../../../lib/log-store/declaration";
import type { Asker } from "./asker";
import { bringAbout } from "./bring-about";
import type { Ledger } from "./ledger";
import type { SecretKeeper } from "./secrets";
import { answers, part, readAs, write } from "./store";

/** The senders' tokens are there, each can be used, and stands in its Secret. `isSecret` is told each value before anything is said of it. */
export async function applyTokens(
  store: Asker,
  organisation: string,
  targets: readonly TokenTarget[],
  {
    ledger,
    keeper,
    isSecret,
  }: { readonly ledger: Ledger; readonly keeper: () => Promise<SecretKeeper>; readonly isSecret: (value: string) => void },
): Promise<void> {
  const path = `/api/${part(organisation)}/ingestion-tokens`;
  const list = async () => {
    const { data } = await readAs(store, path, "the list of ingestion tokens", answers.tokens);
    for (const { token } of data) isSecret(token);
    return data;
  };
  const names = [...new Set(targets.map(({ name }) => name))];
  const values = new Map<string, string>();
  const apply = (name: string) => {
    const what = `ingestion token ${name}`;
    return bringAbout(store, {
      what,
      read: async () => {
        const found = (await list()).find((one) => one.name === name);
        if (found?.enabled) values.set(name, found.token);
        return found;
      },
      lacks: (found) => (found === undefined ? "it is not there" : found.enabled ? undefined : "it is disabled"),
      write: (found) =>
        found === undefined
          ? write(store, { method: "POST", path, what, json: { name, description: "made by belfry for one sender" } })
          : write(store, { method: "PATCH", path: `${path}/${part(name)}`, what, json: { enabled: true } }),
    });
  };
  await Promise.all(names.map((name) => ledger.attempt(`ingestion token ${name}`, () => apply(name))));
  await applySecrets(targets, values, { ledger, keeper });
}

/** Of a Secret all keys of ours are applied at once: what was applied before and is no more would be taken away. */
async function applySecrets(
  targets: readonly TokenTarget[],
  values: ReadonlyMap<string, string>,
  { ledger, keeper }: { readonly ledger: Ledger; readonly keeper: () => Promise<SecretKeeper> },
): Promise<void> {
  const placeOf = ({ namespace, secret }: TokenTarget) => `${namespace}/${secret}`;
  const apply = async (place: string) => {
    const keys = targets.filter((one) => placeOf(one) === place);
    const [{ namespace, secret: name } = { namespace: "", secret: "" }] = keys;
    // why there is no value has been told
    if (keys.some(({ name }) => !values.has(name))) return;
    const texts = Object.fromEntries(
      keys.flatMap(({ texts = {}, key, name }) => [...Object.entries(texts), [key, values.get(name) ?? ""]]),
    );
    await ledger.attempt(`Secret ${place}`, async () => (await keeper()).apply({ namespace, name }, texts));
  };
  await Promise.all([...new Set(targets.map(placeOf))].map(apply));
}
