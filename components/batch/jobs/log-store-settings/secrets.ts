import * as z from "zod/mini";
import type { HttpAnswer } from "../../../../lib/service/http-call";
import { parsed } from "../../service/parsed";
import { Refusal } from "../../service/refusal";
import type { Asker } from "./asker";
import { bringAbout } from "./bring-about";

/** Secrets of the cluster, one by one by their names: of others nothing is read. */
export interface SecretKeeper {
  /** Texts under these keys stand in the Secret, whatever else does. What it had lacked; undefined when it was so. */
  apply(
    secret: { readonly namespace: string; readonly name: string },
    texts: Readonly<Record<string, string>>,
  ): Promise<string | undefined>;
}

const secret = z.object({ kind: z.literal("Secret"), data: z.nullish(z.record(z.string(), z.string())) });
const status = z.object({ kind: z.literal("Status"), message: z.string() });

/** Who a key is whose: the API server takes away what a manager applied before and does no more, and leaves what others did. */
const MANAGER = "belfry-log-store-settings";

export function secretKeeper(server: Asker): SecretKeeper {
  return {
    apply: ({ namespace, name }, texts) => {
      const what = `Secret ${namespace}/${name}`;
      const path = `/api/v1/namespaces/${namespace}/secrets/${name}`;
      const data = Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, Buffer.from(text).toString("base64")]));
      return bringAbout(server, {
        what,
        read: async () => {
          const answer = await server.ask({ method: "GET", path, what });
          const body = parsed(answer.text);
          if (answer.status === 404 && z.safeParse(status, body).success) return undefined;
          if (answer.status !== 200) throw refused(server, what, answer);
          const read = z.safeParse(secret, body);
          if (!read.success) throw new Refusal(`${what}: the API server answered no Secret; is that the API server?`);
          return read.data.data ?? {};
        },
        lacks: (found) => {
          if (found === undefined) return "it is not there";
          const keys = Object.keys(data).filter((key) => found[key] !== data[key]);
          return keys.length === 0 ? undefined : `what it has under ${keys.join(" and ")} is not what the store knows`;
        },
        // by server-side apply alone the API server asks whether the account may make an object of this very name
        write: async () => {
          const object = { apiVersion: "v1", kind: "Secret", metadata: { name, namespace }, data };
          const answer = await server.ask({
            method: "PATCH",
            path: `${path}?fieldManager=${MANAGER}&force=true`,
            what,
            text: { type: "application/apply-patch+yaml", content: JSON.stringify(object) },
          });
          if (answer.status !== 200 && answer.status !== 201) throw refused(server, what, answer);
        },
      });
    },
  };
}

const MENDS: Readonly<Record<number, string>> = {
  403: "allow the job's service account to get, patch and create it (the Role in its namespace)",
  404: "is its namespace there?",
  409: "somebody else changed it at the same time; the next run tries again",
  422: "look at its name and keys in the declaration, and at whether it is immutable",
};

function refused(server: Asker, what: string, answer: HttpAnswer): Refusal {
  const why = z.safeParse(status, parsed(answer.text)).data?.message;
  const mend = MENDS[answer.status] ?? "look at the API server's log";
  return new Refusal(`${what}: the API server answered ${answer.status}${why === undefined ? "" : `: ${server.quote(why)}`}; ${mend}`);
}
