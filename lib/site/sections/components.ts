import { COMPONENTS, isComponent } from "../component";
import { didYouMean } from "../did-you-mean";
import type { Contradiction, DraftOf } from "../draft";
import { choice, listOf, section, text } from "../field";
import { dnsLabel, lineFlaw } from "../name";
import { namedNamespaces } from "../named-namespaces";
import { quote } from "../quote";
import { pageId, type statusPage } from "./status-page";

const keys = {
  components: listOf(
    section({
      name: choice(COMPONENTS),
      covers: text("SMTP, IMAP, webmail", lineFlaw),
      namespaces: listOf(dnsLabel("mail"), { example: "[mail]", minimum: 0 }),
      // needed where there is a page
      page_id: pageId("abc123").optional(),
    }),
    { example: "- { name: Mail, covers: SMTP and IMAP, namespaces: [mail], page_id: abc123 }", minimum: 1 },
  ),
};

/** The components of the status page, and whose workloads count towards each. */
export const components = { keys, contradictions };

type SiteDraft = DraftOf<typeof keys & (typeof statusPage)["keys"]>;

type Components = NonNullable<SiteDraft["components"]>;

function contradictions(site: SiteDraft): Contradiction[] {
  const { components = [] } = site;
  return [
    ...(site.status_page === undefined ? [] : [...missingPageIds(components), ...pageIdsGivenTwice(components)]),
    ...namesGivenTwice(components),
    ...namespacesGivenTwice(components),
    ...missingComponents(components),
    ...misspeltNamespaces(components, namedElsewhere(site)),
  ];
}

function missingPageIds(components: Components): Contradiction[] {
  return components.flatMap(({ name, page_id }, index) => {
    if (page_id !== undefined) return [];
    const message = `is missing, but status_page is given: name the component that shows ${quote(name)} there, for example abc123`;
    return [{ path: ["components", index, "page_id"], message, isMissing: true }];
  });
}

function pageIdsGivenTwice(components: Components): Contradiction[] {
  const isFirst = firstOfEach();
  return components.flatMap(({ page_id }, index) => {
    if (page_id === undefined || isFirst(page_id)) return [];
    const message = `${quote(page_id)} is another component's too; each has an id of its own on the page`;
    return [{ path: ["components", index, "page_id"], message }];
  });
}

function namesGivenTwice(components: Components): Contradiction[] {
  const isFirst = firstOfEach();
  return components.flatMap(({ name }, index) => {
    const meant = meantComponent(name);
    if (meant === undefined || isFirst(meant) || meant !== name) return [];
    return [{ path: ["components", index, "name"], message: `${quote(name)} is listed twice; keep one` }];
  });
}

function namespacesGivenTwice(components: Components): Contradiction[] {
  const ownerOf = new Map<string, { readonly index: number; readonly name: string }>();
  return components.flatMap(({ name = "another component", namespaces = [] }, index) =>
    namespaces.flatMap((namespace, position) => {
      if (namespace === undefined) return [];
      const owner = ownerOf.get(namespace);
      if (owner === undefined) ownerOf.set(namespace, { index, name });
      // twice in one list has a message of its own
      if (owner === undefined || owner.index === index) return [];
      const message = `${quote(namespace)} already belongs to ${quote(owner.name)}; a namespace belongs to one component`;
      return [{ path: ["components", index, "namespaces", position], message }];
    }),
  );
}

/** The sections with the namespaces that the platform runs in, and talks to; those of others' workloads are as many and as alike as people like. */
const OWN: readonly unknown[] = ["namespaces", "boiler", "status_page", "push"];

/** The namespaces that these name, with the key that names each. */
function namedElsewhere(site: object): ReadonlyMap<string, string> {
  const own = namedNamespaces(site).filter(({ path: [section] }) => OWN.includes(section));
  return new Map(own.map(({ namespace, path }) => [namespace, path.join(".")]));
}

/** Nobody knows the workloads of a site, but a name that is nearly one of its own, which no component lists, is a slip. */
function misspeltNamespaces(components: Components, known: ReadonlyMap<string, string>): Contradiction[] {
  const listed = new Set(components.flatMap(({ namespaces = [] }) => namespaces));
  const free = [...known.keys()].filter((namespace) => !listed.has(namespace));
  return components.flatMap(({ namespaces = [] }, index) =>
    namespaces.flatMap((namespace = "", position) => {
      const meant = known.has(namespace) ? undefined : didYouMean(namespace, free);
      if (meant === undefined || isNameOfItsOwn(namespace, meant)) return [];
      const message = `${quote(namespace)} is named nowhere else, and ${quote(meant)} (${known.get(meant)}) is listed nowhere; write ${quote(meant)}, or list it as well`;
      return [{ path: ["components", index, "namespaces", position], message }];
    }),
  );
}

/** Short names, numbered ones and those that another one begins with are near each other on purpose. */
function isNameOfItsOwn(namespace: string, near: string): boolean {
  const unnumbered = (name: string) => name.replace(/\d/g, "");
  const isBeginning = namespace.startsWith(near) || near.startsWith(namespace);
  return (
    namespace.length < 5 || unnumbered(namespace) === unnumbered(near) || (isBeginning && Math.abs(namespace.length - near.length) > 1)
  );
}

function missingComponents(components: Components): Contradiction[] {
  // Without the name of any component the list itself is what is wrong, and says so.
  if (components.every(({ name }) => name === undefined)) return [];
  const listed = new Set(components.map(({ name }) => meantComponent(name)));
  return COMPONENTS.filter((name) => !listed.has(name)).map((name) => ({
    path: ["components"],
    message: `"${name}" is missing; list each of the ${COMPONENTS.length} components once`,
  }));
}

/** A misspelt component has its own message; that it is missing too would be the same mistake again. */
function meantComponent(name = ""): string | undefined {
  return isComponent(name) ? name : didYouMean(name, COMPONENTS);
}

function firstOfEach(): (value: string) => boolean {
  const seen = new Set<string>();
  return (value) => {
    const isFirst = !seen.has(value);
    seen.add(value);
    return isFirst;
  };
}
