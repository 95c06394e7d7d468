import { COMPONENTS, isComponent } from "../component";
import { didYouMean } from "../did-you-mean";
import type { Contradiction, DraftOf } from "../draft";
import { choice, listOf, section, text } from "../field";
import { dnsLabel, lineFlaw } from "../name";
import { quote } from "../quote";
import { pageId } from "./status-page";

const keys = {
  components: listOf(
    section({
      name: choice(COMPONENTS),
      covers: text("SMTP, IMAP, webmail", lineFlaw),
      namespaces: listOf(dnsLabel("mail"), { example: "[mail]", minimum: 0 }),
      page_id: pageId("abc123"),
    }),
    { example: "- { name: Mail, covers: SMTP and IMAP, namespaces: [mail], page_id: abc123 }", minimum: 1 },
  ),
};

/** The components of the status page, and whose workloads count towards each. */
export const components = { keys, contradictions };

type SiteDraft = DraftOf<typeof keys>;

type Components = NonNullable<SiteDraft["components"]>;

function contradictions({ components = [] }: SiteDraft): Contradiction[] {
  return [
    ...pageIdsGivenTwice(components),
    ...namesGivenTwice(components),
    ...namespacesGivenTwice(components),
    ...missingComponents(components),
  ];
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
