import type { ReadAccess } from "../../../lib/workloads/read-gateway-configuration";

export interface LogAccess {
  readonly organisation: string;
  /** The file with the line that sends the store's account, and the one that says who may read. */
  readonly files: { readonly authorization: string; readonly readers: string };
}

/** A column or a stream: what the store calls one has no sign that would have to be escaped. */
const NAME = "[A-Za-z0-9_]+";
/** Of questions: the store's own parameters, none of which is escaped either. */
const QUERY = String.raw`(?:\?[A-Za-z0-9_.=&,-]*)?`;

/** What those who read may ask of the log store. Nothing that is escaped, doubled or dotted is like any of it. */
export function logAccess({ organisation, files }: LogAccess): ReadAccess {
  const api = `/api/${organisation}`;
  return {
    passes: [
      `POST ${api}/_search${QUERY}`,
      `GET ${api}/streams${QUERY}`,
      `GET ${api}/streams/${NAME}/schema${QUERY}`,
      "GET /config",
      "GET /healthz",
    ],
    refusal: { code: 403, message: "this way reads: search, streams, their schema and config" },
    directives: ['auth_basic "logs, to read";', `auth_basic_user_file ${files.readers};`],
    sent: [`include ${files.authorization};`],
  };
}
