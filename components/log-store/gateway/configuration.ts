import type { InClusterService } from "../../../lib/site/in-cluster";

export interface GatewayProps {
  readonly port: number;
  /** Listens by IPv6 as well. */
  readonly hasIPv6: boolean;
  /** The store. */
  readonly store: Pick<InClusterService, "name" | "namespace" | "port" | "path">;
  readonly organisation: string;
  /** The file with the line that sends the store's account, and the one that says who may read. */
  readonly files: { readonly authorization: string; readonly readers: string };
  /** A folder that may be written to. */
  readonly scratch: string;
}

/** A column or a stream: what the store calls one has no sign that would have to be escaped. */
const NAME = "[A-Za-z0-9_]+";
/** Of questions: the store's own parameters, none of which is escaped either. */
const QUERY = String.raw`(?:\?[A-Za-z0-9_.=&,-]*)?`;

/** What passes, by method and path as they come. Nothing that is escaped, doubled or dotted is like any of it. */
function passing({ organisation }: Pick<GatewayProps, "organisation">): string[] {
  const api = `/api/${organisation}`;
  return [
    `POST ${api}/_search${QUERY}`,
    `GET ${api}/streams${QUERY}`,
    `GET ${api}/streams/${NAME}/schema${QUERY}`,
    "GET /config",
    "GET /healthz",
  ];
}

/** Whether it runs itself, whatever became of the store. */
export const OWN_HEALTH = "/-/healthy";

/** A question is some kilobytes of SQL. */
const MOST_BYTES = "256k";

/**
 * What reads may ask of the store through it, as nginx reads it. The request's line is judged as it was sent, and what was judged is what is
 * passed on: nginx would decode a path before it compares it, and pass on another one.
 */
export function gatewayConfiguration(props: GatewayProps): string {
  const { port, hasIPv6, store, files, scratch } = props;
  return `worker_processes 1;
pid ${scratch}/nginx.pid;
error_log stderr warn;
events {
  worker_connections 512;
}
http {
  # no Authorization, no query and no body of anybody is in it
  log_format read '$remote_addr $remote_user [$time_iso8601] "$request_method $uri" $status $body_bytes_sent $request_time';
  access_log /dev/stdout read;
  server_tokens off;
  client_body_temp_path ${scratch}/body;
  proxy_temp_path ${scratch}/proxy;
  fastcgi_temp_path ${scratch}/fastcgi;
  uwsgi_temp_path ${scratch}/uwsgi;
  scgi_temp_path ${scratch}/scgi;

  upstream store {
    server ${store.name}.${store.namespace}.svc:${store.port};
    keepalive 8;
  }

  map "$request_method $request_uri" $asked {
    default "";
${passing(props)
  .map((line) => `    "~^${line.replace(" ", " (?<path>").replace(/$/, ")$")}" $path;`)
  .join("\n")}
  }

  server {
    listen ${port};
${hasIPv6 ? `    listen [::]:${port};\n` : ""}    client_max_body_size ${MOST_BYTES};
    client_body_buffer_size ${MOST_BYTES};

    location = ${OWN_HEALTH} {
      access_log off;
      return 200;
    }
    location / {
      auth_basic "logs, to read";
      auth_basic_user_file ${files.readers};
      default_type application/json;
      if ($asked = "") {
        return 403 "{\\"code\\":403,\\"message\\":\\"this way reads: search, streams, their schema and config\\"}";
      }
      proxy_pass http://store${store.path}$asked;
      proxy_http_version 1.1;
      # whatever else the client sent stays here: its own credential, cookies, and headers that name another method, path or organisation
      proxy_pass_request_headers off;
      proxy_set_header Host $proxy_host;
      proxy_set_header Connection "";
      proxy_set_header Content-Type $content_type;
      include ${files.authorization};
      proxy_hide_header Set-Cookie;
      proxy_hide_header Location;
      proxy_hide_header WWW-Authenticate;
      proxy_intercept_errors off;
      proxy_connect_timeout 5s;
      proxy_read_timeout 120s;
    }
  }
}
`;
}
