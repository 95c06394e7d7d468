import type { InClusterService } from "../site/in-cluster";

/** What a gateway lets through to a store, and what it makes of it. */
export interface ReadAccess {
  /** `<method> <path>`, a regular expression of the request's line as it is sent. Whatever is not wholly like one of them is refused. */
  readonly passes: readonly string[];
  /** What is answered to anything else: a JSON object. */
  readonly refusal: Readonly<Record<string, unknown>>;
  /** nginx's directives for whoever asks. @default - none */
  readonly directives?: readonly string[];
  /** nginx's directives that say what else the store is sent. @default - nothing */
  readonly sent?: readonly string[];
}

export interface ReadGatewayConfiguration {
  readonly port: number;
  /** Listens by IPv6 as well. */
  readonly hasIPv6: boolean;
  /** The store. */
  readonly store: Pick<InClusterService, "name" | "namespace" | "port" | "path">;
  readonly access: ReadAccess;
  /** A folder that may be written to. */
  readonly scratch: string;
}

/** Whether it runs itself, whatever became of the store. */
export const OWN_HEALTH = "/-/healthy";

/** A question is some kilobytes of a query language. */
const MOST_BYTES = "256k";

const indented = (lines: readonly string[] = []): string => lines.map((line) => `      ${line}\n`).join("");

/**
 * What reads may ask of a store through it, as nginx reads it. The request's line is judged as it was sent, and what was judged is what is
 * passed on: nginx would decode a path before it compares it, and pass on another one.
 */
export function readGatewayConfiguration({ port, hasIPv6, store, access, scratch }: ReadGatewayConfiguration): string {
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
${access.passes.map((line) => `    "~^${line.replace(" ", " (?<path>").replace(/$/, ")$")}" $path;`).join("\n")}
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
${indented(access.directives)}      default_type application/json;
      if ($asked = "") {
        return 403 "${JSON.stringify(access.refusal).replaceAll('"', String.raw`\"`)}";
      }
      proxy_pass http://store${store.path}$asked;
      proxy_http_version 1.1;
      # whatever else the client sent stays here: its own credential, cookies, and headers that name another method, path or organisation
      proxy_pass_request_headers off;
      proxy_set_header Host $proxy_host;
      proxy_set_header Connection "";
      proxy_set_header Content-Type $content_type;
${indented(access.sent)}      proxy_hide_header Set-Cookie;
      proxy_hide_header Location;
      proxy_hide_header WWW-Authenticate;
      proxy_intercept_errors off;
      # an answer is as large as the question makes it: what the client has not taken stays with the store, and fills no volume
      proxy_max_temp_file_size 0;
      # the store closes a connection that rests, perhaps just when a question goes over it; whatever passes here only reads
      proxy_next_upstream error non_idempotent;
      proxy_connect_timeout 5s;
      proxy_read_timeout 120s;
    }
  }
}
`;
}
