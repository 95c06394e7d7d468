import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import { REPOSITORY } from "../../lib/images/entry";
import { messageOf } from "../../lib/message-of";
import { START } from "../../lib/world/course";
import { sinceIn } from "../preview/asked-times";
import { RemoteStore } from "../preview/remote-store";
import { previewServer, type Shows } from "../preview/server";
import { Shown } from "../preview/shown";
import { answered } from "../preview/store";
import { SOURCES } from "./watch";
import { Watching } from "./watching";

export interface AskedPreview {
  readonly port: number;
  readonly url?: string;
  readonly fault?: string;
}

/** What a dashboard may look back on has passed when the page opens. */
const OPENS_AT = START + 6 * 3600;
/** An answer takes: the store's own limit (VictoriaMetrics, -search.maxQueryDuration). Meanwhile nobody else gets one. */
const MOST_SECONDS = 30;
/** An editor writes a file in several steps. */
const SETTLED_MS = 50;

/** What is shown of a site, without a server. @param isStill its clock stands, so that two pictures of the same are the same */
export function shows(shown: Shown, { url, fault }: Pick<AskedPreview, "url" | "fault">, isStill = false): Shows {
  const begun = Date.now();
  const remote = url === undefined ? undefined : new RemoteStore(url, process.env.PROMETHEUS_TOKEN);
  const now = () =>
    remote !== undefined ? Math.floor(Date.now() / 1000) : OPENS_AT + (isStill ? 0 : Math.floor((Date.now() - begun) / 1000));
  return {
    dashboards: () => shown.now?.dashboards ?? [],
    problem: () => shown.problem,
    faults: () => (remote === undefined ? (shown.now?.faults ?? []) : []),
    fault,
    now,
    of: remote?.address ?? "a healthy installation, made up",
    ask: async (path, parameters, asked) => {
      if (remote !== undefined) return remote.ask(path, parameters);
      if (shown.now === undefined) return { status: 503, body: JSON.stringify({ status: "error", error: "the sources are wrong" }) };
      try {
        const source = shown.now.source(asked && { title: asked.title, since: sinceIn(asked.since, now()) });
        const data = source.within(MOST_SECONDS, () => answered(path, parameters, source, now()));
        return { status: 200, body: JSON.stringify({ status: "success", data }) };
      } catch (error) {
        return { status: 422, body: JSON.stringify({ status: "error", error: messageOf(error) }) };
      }
    },
  };
}

/** Serves the page until the process ends; 1 where it can't begin. */
export async function preview(siteFile: string, asked: AskedPreview): Promise<1> {
  const shown = new Shown(siteFile);
  await shown.load();
  if (shown.now === undefined) {
    console.error(shown.problem);
    return 1;
  }
  if (asked.fault !== undefined && !shown.now.faults.includes(asked.fault)) {
    console.error(`there is no fault "${asked.fault}" at this site; without --fault the page lists all ${shown.now.faults.length}`);
    return 1;
  }
  const { server, changed } = await previewServer(shows(shown, asked));
  server.listen(asked.port, "127.0.0.1");
  try {
    await once(server, "listening");
  } catch (error) {
    console.error(`port ${asked.port} can't be listened on: ${messageOf(error)}; name another with --port`);
    return 1;
  }
  const { port } = server.address() as AddressInfo;
  console.log(
    `http://127.0.0.1:${port} shows ${shown.now.dashboards.length} dashboards with the data of ${shows(shown, asked).of}; Ctrl-C ends it`,
  );
  // before anybody opens the page
  if (asked.url === undefined) shown.now.source();
  watchSources(siteFile, async () => {
    await shown.load();
    if (shown.problem !== undefined) console.error(shown.problem);
    changed();
  });
  return new Promise(() => {});
}

function watchSources(siteFile: string, again: () => Promise<void>): void {
  let waiting: NodeJS.Timeout | undefined;
  let turn = Promise.resolve();
  const watching = new Watching([...SOURCES.map((name) => join(REPOSITORY, name)), resolve(siteFile)], () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      watching.look();
      turn = turn.then(again);
    }, SETTLED_MS);
  });
  watching.look();
}
