import fc from "fast-check";
import { isChosen, type NamespaceChoice, nameOfChoice, namespacesOfComponent } from "../../lib/logs/namespace-choice";
import { COMPONENTS, componentOfNamespace, type NamespaceMap } from "../../lib/site/component";

const MAP: NamespaceMap = { webmail: "Mail", mail: "Mail", git: "Platform", dns: "DNS" };

test.each<[string, NamespaceChoice | undefined, NamespaceChoice | undefined]>([
  ["a component", namespacesOfComponent(MAP, "Mail"), { only: ["mail", "webmail"] }],
  ["a component without one", namespacesOfComponent(MAP, "NTP"), undefined],
  ["Platform, which has what nobody else has", namespacesOfComponent(MAP, "Platform"), { except: ["dns", "mail", "webmail"] }],
  ["Platform where nobody else has one", namespacesOfComponent({ git: "Platform" }, "Platform"), { except: [] }],
])("the namespaces of %s, in order", (_, found, expected) => expect(found).toEqual(expected));

test("a namespace is chosen for its component and for no other, and none at all for nobody", () => {
  const name = fc.constantFrom("mail", "post", "git", "a", "7", "constructor");
  fc.assert(
    fc.property(fc.array(fc.tuple(name, fc.constantFrom(...COMPONENTS))), name, (pairs, namespace) => {
      const map: NamespaceMap = Object.fromEntries(pairs);
      for (const component of COMPONENTS) {
        const choice = namespacesOfComponent(map, component);
        expect([component, choice !== undefined && isChosen(choice, namespace)]).toEqual([
          component,
          componentOfNamespace(map, namespace) === component,
        ]);
        expect(choice !== undefined && isChosen(choice, undefined)).toBe(false);
      }
    }),
  );
});

test("any record is chosen without a component, whatever its namespace", () => {
  expect([isChosen("any", "mail"), isChosen("any", undefined)]).toEqual([true, true]);
});

test.each<[NamespaceChoice, string]>([
  ["any", "all"],
  [{ only: ["mail", "webmail"] }, "mail, webmail"],
  [{ except: ["mail", "dns"] }, "all but mail, dns"],
  [{ except: [] }, "all"],
])("%j is called %s", (choice, words) => expect(nameOfChoice(choice)).toBe(words));
