import type { DashboardModel } from "../../../lib/dashboards/model";
import type { StoreResult } from "../../../lib/preview/answers";
import type { ListedFolder } from "../../../lib/preview/search";

/** One of a folder, as the server has it. */
export interface PlacedDashboard {
  readonly folder: string;
  readonly model: DashboardModel;
}

/** What the server tells beside the dashboards. */
export interface State {
  readonly now: number;
  readonly of: string;
  readonly problem?: string;
  readonly fault?: string;
  readonly faults: readonly string[];
  readonly folders: readonly ListedFolder[];
}

/** What is wrong in the world that is asked. */
export interface Since {
  readonly fault: string | undefined;
  readonly since: number | undefined;
}

async function answer(response: Response): Promise<unknown> {
  const body = (await response.json()) as { readonly error?: string };
  if (!response.ok) throw new Error(body.error ?? `the server answered ${response.status}`);
  return body;
}

export const askState = async (): Promise<State> => (await answer(await fetch("/api/state"))) as State;

export const askDashboard = async (uid: string): Promise<PlacedDashboard> =>
  (await answer(await fetch(`/api/dashboards/${uid}`))) as PlacedDashboard;

export async function askStore<Data = StoreResult>(
  path: string,
  parameters: Readonly<Record<string, string | number>>,
  { fault, since }: Since,
): Promise<Data> {
  const form = new URLSearchParams(Object.entries(parameters).map(([name, value]): [string, string] => [name, String(value)]));
  if (fault !== undefined) {
    form.set("fault", fault);
    if (since !== undefined) form.set("since", String(since));
  }
  return ((await answer(await fetch(`/api/v1/${path}`, { method: "POST", body: form }))) as { readonly data: Data }).data;
}
