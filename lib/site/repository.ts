import type { Flaw } from "./field";
import { urlFlaw } from "./url";

const NO_REPOSITORY: Flaw = { wrong: "is not a repository's address (https://host/path, ssh://git@host:port/path or git@host:path)" };
const USER = "[A-Za-z0-9_][A-Za-z0-9_.-]*";

/** What keeps a text from being the address of a Git repository, in one of the forms that the CD tool reads (Argo CD, util/git). */
export function repositoryFlaw(text: string): Flaw | undefined {
  if (/^https?:/i.test(text)) return urlFlaw(text);
  const ssh = text.startsWith("ssh://");
  const [user = "", ...rest] = text.replace(/^ssh:\/\//, "").split("@");
  if (rest.length > 1 || (rest.length === 1 && user.includes(":")))
    return { wrong: "holds credentials", remedy: "give the CD tool the key and the address without it" };
  const [, host = "", path = ""] = (ssh ? /^([^/]+)\/(.*)$/ : /^([^/:[\]]+):(.*)$/).exec(rest.join()) ?? [];
  if (!new RegExp(`^${USER}$`).test(user) || host === "" || path === "") return NO_REPOSITORY;
  if (!ssh && /^\d+\//.test(path))
    return { wrong: "holds a port, which this form has no place for", remedy: `use ssh://${user}@${host}:${path}` };
  const asHttp = `http://${host}/${path}`;
  return urlFlaw(asHttp) === undefined ? undefined : NO_REPOSITORY;
}
