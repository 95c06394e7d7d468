// Prevents a log router that refuses every line: the aggregator's arrays have to be read as one body, and to stand in one line.
import { inClusterService } from "../site/in-cluster";
import { type Check, type Finding, objectPlace } from "./check";
import { isOutput } from "./flow-spec";
import { routersOf } from "./router-spec";

/**
 * With the JSON codec alone a source frames by newline, and fluentd writes its arrays with one after each record: 400 `EOF while parsing a
 * list`, which fluentd takes for final. Of 200 records none was stored (fluentd 1.19, Vector 0.57, run together).
 */
export const routerFraming: Check = {
  name: "router-framing",
  run: (platform) => {
    const routers = routersOf(platform);
    if (routers.length === 0) return [];
    const { name, namespace } = inClusterService(platform.site.urls.router_url);
    const outputs = platform.manifests.filter(isOutput).flatMap((manifest): Finding[] => {
      const { http } = (manifest.object.spec ?? {}) as { http?: { endpoint?: string; format?: { type?: string; add_newline?: boolean } } };
      if (!new RegExp(`^http://${name}\\.${namespace}\\.svc[.:]`).test(http?.endpoint ?? "") || http?.format?.add_newline === false)
        return [];
      return [
        {
          where: `${objectPlace(manifest)} http.format`,
          what: "it writes a newline after each record of an array: a source that frames by newline answers 400, and every record is lost",
          fix: "set `add_newline: false` beside `type: json`",
        },
      ];
    });
    const sources = routers.flatMap(({ files }) =>
      files.flatMap(({ manifest, key, sources: all }) =>
        Object.entries(all).flatMap(([source, { type, framing }]): Finding[] => {
          if (type !== "http_server" || (framing as { method?: string } | undefined)?.method === "bytes") return [];
          return [
            {
              where: `${objectPlace(manifest)} ${key} sources.${source}`,
              what: "it frames by newline, so an array on several lines is answered with 400: its sender gives up the whole chunk, and every record is lost",
              fix: "set `framing: { method: bytes }`: a request's body is one array (lib/logs/router-configuration.ts)",
            },
          ];
        }),
      ),
    );
    return [...sources, ...outputs];
  },
};
