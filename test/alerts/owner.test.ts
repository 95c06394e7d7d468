import { byTarget, componentLabel, componentsOf, type Owner } from "../../lib/alerts/owner";
import { OWN_FUNCTIONS, templateProblems } from "../../lib/alerts/template";
import type { NamespaceMap } from "../../lib/site/component";

const by = (byNamespace: NamespaceMap): Owner => ({ byNamespace });
const TWO = by({ webmail: "Mail", dns: "DNS", mail: "Mail" });

test("an alert of one component is that component's, whatever it tells of", () => {
  expect(componentLabel("Mail")).toBe("Mail");
  expect(componentsOf("Mail")).toEqual(["Mail"]);
});

test("one of any namespace may be of each that owns some, and of Platform", () => {
  expect(componentsOf(TWO)).toEqual(["Mail", "DNS", "Platform"]);
});

test("the evaluator is told in the functions that our rules may use", () => {
  const label = componentLabel(TWO);
  expect(label).toBe(
    '{{ if eq $labels.namespace "mail" "webmail" }}Mail{{ else if eq $labels.namespace "dns" }}DNS{{ else }}Platform{{ end }}',
  );
  expect(templateProblems(label, OWN_FUNCTIONS)).toEqual([]);
});

test("where nobody owns a namespace but Platform there is nothing to choose", () => {
  expect(componentLabel(by({}))).toBe("Platform");
  expect(componentLabel(by({ git: "Platform" }))).toBe("Platform");
});

test("the order of a component's namespaces changes nothing", () => {
  expect(componentLabel(by({ a: "DNS", b: "DNS" }))).toBe(componentLabel(by({ b: "DNS", a: "DNS" })));
});

test("one that a target's label decides may be of each that targets say, and is never nobody's", () => {
  const owner = byTarget("Mail", "DNS");
  expect(componentsOf(owner)).toEqual(["Mail", "DNS"]);
  expect(componentLabel(owner)).toBe('{{ or $labels.component "Platform" }}');
  expect(templateProblems(componentLabel(owner), OWN_FUNCTIONS)).toEqual([]);
});
