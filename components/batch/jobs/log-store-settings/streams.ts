import type { StreamSetting } from "../../../../lib/log-store/declaration";
import { RETENTION_VARIABLE } from "../../../../lib/log-store/retention-variable";
import { Refusal } from "../../service/refusal";
import type { Asker } from "./asker";
import { bringAbout } from "./bring-about";
import type { Ledger } from "./ledger";
import { answers, part, readAs, readIfThere, write } from "./store";

/** Streams are there with their retention. Whatever else is set of one stays, and none is ever deleted. */
export async function applyStreams(store: Asker, organisation: string, streams: readonly StreamSetting[], ledger: Ledger): Promise<void> {
  await Promise.all(
    streams.map((stream) => ledger.attempt(`stream ${stream.name}`, () => bringAbout(store, aimOf(store, organisation, stream)))),
  );
}

function aimOf(store: Asker, organisation: string, { name, type, retention_days, fields = [] }: StreamSetting) {
  const path = `/api/${part(organisation)}/streams/${part(name)}`;
  const what = `stream ${name} (${type})`;
  const settings = { data_retention: retention_days };
  return {
    what,
    // there is no reading of settings: the schema tells them
    read: () => readIfThere(store, `${path}/schema?type=${type}`, what, answers.schema),
    lacks: (found: { readonly settings: { readonly data_retention: number } } | undefined) => {
      if (found === undefined) return "it is not there";
      const { data_retention: days } = found.settings;
      return days === retention_days ? undefined : `its retention is ${days} days and not ${retention_days}`;
    },
    write: (found: object | undefined) =>
      found === undefined
        ? write(store, { method: "POST", path: `${path}?type=${type}`, what, json: { fields, settings } })
        : write(store, { method: "PUT", path: `${path}/settings?type=${type}`, what, json: settings }),
  };
}

/** The retention of what has none of its own is the store's, by a variable of its process: that can be looked at alone. */
export async function checkGlobalRetention(store: Asker, days: number): Promise<string | undefined> {
  const what = "the global retention";
  const { data_retention_days: told } = await readAs(store, "/config", what, answers.config);
  if (told === days) return undefined;
  throw new Refusal(`${what} of the log store is ${told} days and not ${days}; set ${RETENTION_VARIABLE} and start it again`);
}
