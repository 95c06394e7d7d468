// Prevents a page at night whose runbook link leads nowhere.
import { ownAlerts } from "../alerts/rule";
import type { Check, Finding } from "./check";

export const RUNBOOK_SECTIONS = ["Meaning", "Impact", "Diagnosis", "Mitigation"] as const;

export const runbooks: Check = {
  name: "runbooks",
  run: ({ rules, detectors, runbooks: pages, dormantAlerts }) => {
    const alerts = new Set([...ownAlerts(rules).map(({ rule }) => rule.name), ...detectors.map(({ alert }) => alert)]);
    const findings: Finding[] = [];
    for (const alert of [...alerts].sort()) {
      const where = `docs/runbooks/${alert}.md`;
      const page = pages.get(alert);
      if (page === undefined) {
        findings.push({
          where,
          what: `alert "${alert}" has no runbook`,
          fix: `write it, with the sections ${RUNBOOK_SECTIONS.join(", ")}`,
        });
        continue;
      }
      const [first] = RUNBOOK_SECTIONS;
      if (!page.startsWith(`# ${alert}\n\n## ${first}\n`)) {
        findings.push({
          where,
          what: `it does not begin with its name and go straight to section ${first}`,
          fix: `begin with \`# ${alert}\`, then \`## ${first}\`: severity and \`for\` stand in dist/alerts.md, and a copy would drift`,
        });
      }
      const missing = RUNBOOK_SECTIONS.filter((section) => !new RegExp(`^## ${section}\\n+[^#\\s]`, "m").test(page));
      if (missing.length === 0) continue;
      findings.push({ where, what: `section ${missing.join(", ")} is missing or empty`, fix: "write it under a heading `## <section>`" });
    }
    for (const page of pages.keys()) {
      if (alerts.has(page) || dormantAlerts.includes(page)) continue;
      findings.push({ where: `docs/runbooks/${page}.md`, what: `no alert is called "${page}"`, fix: "rename the page or delete it" });
    }
    return findings;
  },
};
