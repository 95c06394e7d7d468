import type { AlertDestination, AlertTemplate } from "../../../../lib/log-store/declaration";
import type { Asker } from "./asker";
import { bringAbout } from "./bring-about";
import { differsAt, merged, type Wanted } from "./covers";
import type { Ledger } from "./ledger";
import { answers, part, readAs, type Stored, write } from "./store";

type Kind = "template" | "destination";

/** What the store takes a destination or a template for that says nothing of these. */
const UNSAID = { type: "http", method: "post", skip_tls_verify: false };

const differsOf = (wanted: { readonly [key: string]: Wanted }, found: Stored) => differsAt(wanted, { ...UNSAID, ...found });

/** What an alert says, and whom it tells. */
export async function applyTemplates(
  store: Asker,
  organisation: string,
  { templates, destinations }: { readonly templates: readonly AlertTemplate[]; readonly destinations: readonly AlertDestination[] },
  ledger: Ledger,
): Promise<void> {
  const base = `/api/${part(organisation)}/alerts`;
  // each organisation is told the default one's templates too, which it can't change
  const isOfDefault = (one: Stored) => organisation !== "default" && one.isDefault === true;
  const apply = async (kind: Kind, wanted: { readonly name: string; readonly [key: string]: Wanted }) => {
    const { name } = wanted;
    const what = `${kind} ${name}`;
    const path = `${base}/${kind}s`;
    await ledger.attempt(what, () =>
      bringAbout<Stored | undefined>(store, {
        what,
        read: async () => {
          const all = await readAs(store, path, `the list of ${kind}s`, answers[`${kind}s`]);
          const ours = all.filter((one) => one.name === name && !isOfDefault(one));
          return ours.find((one) => differsOf(wanted, one) === undefined) ?? ours[0];
        },
        lacks: (found) => {
          const differs = found && differsOf(wanted, found);
          return found === undefined ? "it is not there" : differs && `its ${differs} is another`;
        },
        write: (found) =>
          found === undefined
            ? write(store, { method: "POST", path, what, json: merged(wanted, {}) })
            : write(store, { method: "PUT", path: `${path}/${part(name)}`, what, json: merged(wanted, found) }),
      }),
    );
  };
  await Promise.all(templates.map(({ name, body }) => apply("template", { name, type: "http", body })));
  // a destination is refused before its template is there
  await Promise.all(
    destinations.map(({ name, url, template }) =>
      apply("destination", { name, type: "http", url, method: "post", skip_tls_verify: false, template }),
    ),
  );
}
