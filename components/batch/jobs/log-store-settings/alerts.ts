import type { StoreAlert } from "../../../../lib/log-store/declaration";
import { Refusal } from "../../service/refusal";
import type { Asker } from "./asker";
import { type Aim, bringAbout } from "./bring-about";
import { differsAt, merged, type Wanted } from "./covers";
import type { Ledger } from "./ledger";
import { answers, part, readAs, readIfThere, type Stored, write } from "./store";

/** Alerts of these names in this folder are ours. All others, there and elsewhere, are people's, also those of the same name elsewhere. */
const FOLDER = "belfry";

/** What the store takes an alert for that says nothing of these. */
const UNSAID = { description: "", stream_type: "logs", is_real_time: false, creates_incident: false, context_attributes: {} };

/** What of an alert is there: of several the oldest, and the others. */
interface Found {
  readonly kept?: { readonly id: string; readonly alert: Stored };
  readonly doubles: readonly string[];
}

/** Where our alerts are. */
interface Place {
  readonly store: Asker;
  /** The path of the organisation's alerts. */
  readonly base: string;
  /** Its identifier. */
  readonly folder: string;
}

/** Each alert is there once, enabled, as it is declared. The store takes as many of one name as it is given. */
export async function applyAlerts(store: Asker, organisation: string, alerts: readonly StoreAlert[], ledger: Ledger): Promise<void> {
  if (alerts.length === 0) return;
  const folder = await applyFolder(store, organisation, ledger);
  if (folder === undefined) return;
  const place = { store, base: `/api/v2/${part(organisation)}/alerts`, folder };
  await Promise.all(alerts.map((alert) => ledger.attempt(`alert ${alert.name}`, () => bringAbout(store, aimOf(place, alert)))));
}

function aimOf(place: Place, declared: StoreAlert): Aim<Found> {
  const { store, base, folder } = place;
  const what = `alert ${declared.name}`;
  const wanted = bodyOf(declared);
  let isTaken = false;
  const make = async () => {
    // a list that shows it and then does not is asked no more: each would be one of the name more
    if (isTaken) throw new Refusal(`${what}: the log store took it, and lists it no more; look at its log, and at who else deletes it`);
    const json = { folder_id: folder, enabled: true, ...merged(wanted, {}) };
    await write(store, { method: "POST", path: `${base}?folder=${part(folder)}`, what, json });
    isTaken = true;
  };
  return {
    what,
    read: () => find(place, declared.name),
    lacks: ({ kept, doubles }) => {
      if (kept === undefined) return "it is not there";
      if (doubles.length > 0) return `it is there ${doubles.length + 1} times`;
      const differs = differsAt(wanted, { ...UNSAID, ...kept.alert });
      if (differs !== undefined) return `its ${differs} is another`;
      return kept.alert.enabled === true ? undefined : "it is disabled";
    },
    write: async ({ kept, doubles }) => {
      if (kept === undefined) return make();
      for (const id of doubles) await remove(place, what, id);
      const path = `${base}/${part(kept.id)}`;
      if (differsAt(wanted, { ...UNSAID, ...kept.alert }) !== undefined) {
        return write(store, { method: "PUT", path, what, json: { ...merged(wanted, kept.alert), enabled: true } });
      }
      if (kept.alert.enabled !== true) return write(store, { method: "PATCH", path: `${path}/enable?value=true`, what });
    },
  };
}

/** An alert is gone when the list has it no more: what is listed and not found would be there twice. */
async function find({ store, base, folder }: Place, name: string): Promise<Found> {
  const what = `alert ${name}`;
  for (const ms of [...store.patience.readBackMs, undefined]) {
    const { list } = await readAs(store, `${base}?folder=${part(folder)}`, "the list of alerts", answers.alerts);
    // identifiers begin with the time: the oldest has the history, and who deletes doubles at the same time keeps the same
    const [id, ...doubles] = list.flatMap((one) => (one.name === name && one.folder_id === folder ? [one.alert_id] : [])).sort();
    if (id === undefined) return { doubles: [] };
    const alert = await readIfThere(store, `${base}/${part(id)}`, what, answers.alert);
    if (alert !== undefined) return { kept: { id, alert }, doubles };
    // somebody took it away just now, and the list will tell
    if (ms !== undefined) await store.pause(ms);
  }
  throw new Refusal(`${what}: the log store lists it, and answers 404 when it is asked for it; look at the log of the log store`);
}

async function remove({ store, base }: Place, what: string, id: string): Promise<void> {
  const answer = await store.ask({ method: "DELETE", path: `${base}/${part(id)}`, what });
  if (answer.status < 300 || answer.status === 404) return;
  throw new Refusal(
    `${what}: it is there more than once, and the log store answered ${answer.status} when one was to be deleted; delete it by hand`,
  );
}

/** The identifier of our folder. */
async function applyFolder(store: Asker, organisation: string, ledger: Ledger): Promise<string | undefined> {
  const path = `/api/v2/${part(organisation)}/folders/alerts`;
  const what = `folder ${FOLDER}`;
  let folder: string | undefined;
  await ledger.attempt(what, () =>
    bringAbout<string | undefined>(store, {
      what,
      read: async () => {
        const { list } = await readAs(store, path, "the list of folders", answers.folders);
        [folder] = list.flatMap(({ name, folderId }) => (name === FOLDER ? [folderId] : [])).sort();
        return folder;
      },
      lacks: (found) => (found === undefined ? "it is not there" : undefined),
      write: () =>
        write(store, { method: "POST", path, what, json: { name: FOLDER, description: "Declared by belfry, which puts changes back." } }),
    }),
  );
  return folder;
}

/** As the store's interface has it (src/api/management/src/models/alerts/mod.rs). What would change what it asks or says has not to be there. */
function bodyOf(alert: StoreAlert): { readonly [key: string]: Wanted } {
  return {
    name: alert.name,
    description: alert.description,
    stream_type: alert.stream_type,
    stream_name: alert.stream,
    is_real_time: false,
    query_condition: { type: "sql", sql: alert.sql, vrl_function: null, multi_time_range: null, aggregation: null },
    trigger_condition: {
      period: alert.period_minutes,
      operator: ">=",
      threshold: alert.threshold,
      frequency: alert.frequency_minutes,
      frequency_type: "minutes",
      silence: alert.silence_minutes,
      warning_threshold: null,
    },
    destinations: [alert.destination],
    // of its own it would go before the destination's
    template: null,
    // what a template says of each row
    row_template: null,
    // an incident is told instead of the alert, and not to the alert manager
    creates_incident: false,
    context_attributes: { ...alert.context_attributes },
  };
}
