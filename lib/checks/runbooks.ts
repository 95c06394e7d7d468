// Prevents a page at night whose runbook link leads nowhere, or whose commands name what this installation does not have.
import { NAMESPACE_VALUES, type RunbookValues, runbookValues } from "../alerts/runbook-values";
import { linkedPages, placeholdersIn } from "../alerts/runbooks";
import type { Platform } from "../platform/platform";
import { alertNames, renderedRunbooks } from "../platform/runbook-pages";
import type { Check, Finding } from "./check";
import { type KubectlCommand, kubectlCommands, missingFrom } from "./kubectl";

export const RUNBOOK_SECTIONS = ["Meaning", "Impact", "Diagnosis", "Mitigation"] as const;

export const runbooks: Check = {
  name: "runbooks",
  run: (platform) => {
    const { runbooks: pages, dormantAlerts, site, workloads } = platform;
    const alerts = new Set(alertNames(platform));
    const values = runbookValues(site, workloads);
    return [
      ...[...alerts].flatMap((alert) => formFindings(alert, pages.get(alert))),
      ...[...pages.keys()].filter((page) => !alerts.has(page) && !dormantAlerts.includes(page)).map(stray),
      ...Array.from(pages, ([alert, page]) => templateFindings(platform, alert, page, alerts.has(alert), values)).flat(),
      ...Array.from(renderedRunbooks(platform), ([alert, page]) => commandFindings(platform, alert, page)).flat(),
    ];
  },
};

const fileOf = (alert: string): string => `docs/runbooks/${alert}.md`;

function formFindings(alert: string, page: string | undefined): Finding[] {
  const where = fileOf(alert);
  if (page === undefined)
    return [{ where, what: `alert "${alert}" has no runbook`, fix: `write it, with the sections ${RUNBOOK_SECTIONS.join(", ")}` }];
  const findings: Finding[] = [];
  const [first] = RUNBOOK_SECTIONS;
  if (!page.startsWith(`# ${alert}\n\n## ${first}\n`)) {
    findings.push({
      where,
      what: `it does not begin with its name and go straight to section ${first}`,
      fix: `begin with \`# ${alert}\`, then \`## ${first}\`: severity and \`for\` stand in dist/alerts.md, and a copy would drift`,
    });
  }
  const missing = RUNBOOK_SECTIONS.filter((section) => !new RegExp(`^## ${section}\\n+[^#\\s]`, "m").test(page));
  if (missing.length > 0)
    findings.push({ where, what: `section ${missing.join(", ")} is missing or empty`, fix: "write it under a heading `## <section>`" });
  return findings;
}

function stray(page: string): Finding {
  return { where: fileOf(page), what: `no alert is called "${page}"`, fix: "rename the page or delete it" };
}

/** What is wrong with a page before it is rendered, be it dormant here. */
function templateFindings({ runbooks: pages }: Platform, alert: string, page: string, isLive: boolean, values: RunbookValues): Finding[] {
  const where = fileOf(alert);
  const used = [...new Set(placeholdersIn(page))];
  const there = () => [...values].flatMap(([key, value]) => (value === undefined ? [] : [`%${key}%`])).join(", ");
  return [
    ...used
      .filter((name) => !values.has(name) || (isLive && values.get(name) === undefined))
      .map((name) => ({ where, what: `placeholder %${name}% stands for nothing here`, fix: `use one of: ${there()}` })),
    ...[...new Set(linkedPages(page))]
      .filter((name) => !pages.has(name))
      .map((name) => ({ where, what: `it links to ${name}.md, and there is no such page`, fix: "correct the link or take it out" })),
    ...kubectlCommands(page).flatMap((command) => literalNamespace(where, command, values)),
    ...[...new Set(namesIn(page))].flatMap((name) => literalName(where, name, values)),
  ];
}

/** A namespace is the site's to choose, whatever this one calls it. */
function literalNamespace(where: string, { text, namespace }: KubectlCommand, values: RunbookValues): Finding[] {
  if (namespace === undefined || /[<%]/.test(namespace)) return [];
  const placeholder = placeholderOf(namespace, values, isNamespaceValue);
  return [
    {
      where,
      what: `\`${text}\` spells the namespace "${namespace}", which each installation names for itself`,
      fix:
        placeholder === undefined
          ? "use a placeholder, such as %monitoring%, or <namespace> for what the alert tells"
          : `write ${placeholder}`,
    },
  ];
}

/** The secret store's entries and what is made of them have names of their own, which may be those of a Service. */
const OWN_NAME = /^(?:external)?secrets?$/;

/** Names of objects in a page: in its commands, of network policies, and of what the metrics operator makes. The boiler's are not the site's to choose. */
function namesIn(page: string): string[] {
  const commands = kubectlCommands(page).filter(({ namespace = "" }) => !namespace.includes("<") && namespace !== "%boiler%");
  return [
    ...commands.flatMap(({ asked }) => asked.filter(({ kind }) => !OWN_NAME.test(kind)).map(({ name }) => name)),
    ...commands.flatMap(({ selected }) => Object.values(selected?.labels ?? {})),
    ...(page.includes("%boiler%") ? [] : Array.from(page.matchAll(/network polic(?:y|ies) `([^`]+)`/g), ([, name = ""]) => name)),
    ...(page.match(/\bvm[a-z]+-[a-z0-9-]+/g) ?? []),
  ];
}

function literalName(where: string, name: string, values: RunbookValues): Finding[] {
  // a pod's name has a number behind
  const own = name.replace(/-\d+$/, "");
  const placeholder = placeholderOf(own, values, (key) => !isNamespaceValue(key) && !key.includes("."));
  if (placeholder === undefined) return [];
  return [{ where, what: `it spells "${name}", which each installation names for itself`, fix: `write ${name.replace(own, placeholder)}` }];
}

const isNamespaceValue = (key: string): boolean => NAMESPACE_VALUES.some((one) => one === key);

function placeholderOf(value: string, values: RunbookValues, isMeant: (key: string) => boolean): string | undefined {
  const [name] = [...values].find(([key, own]) => own === value && isMeant(key)) ?? [];
  return name && `%${name}%`;
}

function commandFindings(platform: Platform, alert: string, page: string): Finding[] {
  // a placeholder that is left is told by its name
  const commands = kubectlCommands(page).filter(({ text }) => placeholdersIn(text).length === 0);
  return commands.flatMap((command) =>
    missingFrom(command, platform).map((what) => ({
      where: fileOf(alert),
      what: `\`${command.text}\`: there is ${what} at this installation`,
      fix: "name what is there, by its placeholder where it has one, or say in <angle brackets> what depends on the installation",
    })),
  );
}
