/** An in-cluster URL in a text. */
export interface InClusterUrl {
  /** Without its path. */
  readonly url: string;
  /** Of the Service. */
  readonly name: string;
  readonly namespace: string;
  readonly port: number;
  /** From its slash on; empty when the URL has none. */
  readonly path: string;
}

/** In http and mqtt: a URL of a Service in https is a name like any other. A replica's own name may stand in front of its Service's. */
const FORM = /\b((?:http|mqtts?):\/\/(?:[a-z0-9-]+\.)?([a-z0-9-]+)\.([a-z0-9-]+)\.svc(?:\.[a-z0-9.-]*[a-z0-9])?:(\d+))(\/[\w./-]*)?/g;

/** Every URL of a Service in a text, such as a manifest. */
export function inClusterUrlsIn(text: string): InClusterUrl[] {
  return Array.from(text.matchAll(FORM), ([, url = "", name = "", namespace = "", port, path = ""]) => ({
    url,
    name,
    namespace,
    port: Number(port),
    path,
  }));
}
