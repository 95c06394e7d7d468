import { after } from "../lib/alerts/proof";
import { type AlertRule, alert, type RuleBundle } from "../lib/alerts/rule";
import { days, minutes } from "../lib/duration";
import { quote } from "../lib/series";
import { COMPONENTS, type Component } from "../lib/site/component";
import type { Site } from "../lib/site/schema";

/** Certificates are renewed 30 days ahead: 14 days left means that two weeks of renewals failed (specification, part 8). */
const CERTIFICATE_WARNING = days(14);

/** What the probes see from outside: one alert of each kind per component, because a target carries its component as a label. */
export function probes(site: Site): RuleBundle {
  const rules = site.components.flatMap(({ name }) => [probeFailed(name), certificateExpiring(name)]);
  return { area: "probes", groups: [{ name: "probes", rules }] };
}

function anotherThan(component: Component): Component {
  return COMPONENTS.find((other) => other !== component) ?? component;
}

function probeFailed(component: Component): AlertRule {
  const success = (of: Component) => `probe_success{component="${of}",instance="https://a.example.org"}`;
  return alert("ProbeFailed", {
    expr: `probe_success{component=${quote(component)}} == 0`,
    for: minutes(5),
    severity: "critical",
    component,
    summary: "{{ $labels.instance }} does not answer its probe",
    description: "The probe fails for 5 minutes. Run it by hand against the blackbox exporter with debug=true.",
    fires: { [success(component)]: "0x10" },
    silent: [
      { [success(component)]: "1x10" },
      after(minutes(4), { [success(component)]: "0x10" }),
      after(minutes(9), { [success(component)]: "0 0 0 0 1 0x10" }),
      { [success(anotherThan(component))]: "0x10" },
    ],
  });
}

function certificateExpiring(component: Component): AlertRule {
  const expiry = (of: Component, left: number) => ({
    [`probe_ssl_earliest_cert_expiry{component="${of}",instance="https://a.example.org"}`]: `${minutes(5).seconds + left}x10`,
  });
  const { seconds } = CERTIFICATE_WARNING;
  return alert("CertificateExpiring", {
    expr: `probe_ssl_earliest_cert_expiry{component=${quote(component)}} - time() < ${seconds}`,
    severity: "warning",
    component,
    summary: "The certificate of {{ $labels.instance }} expires within 14 days",
    description: "{{ $value | humanizeDuration }} are left. Look at the certificate's renewal.",
    fires: expiry(component, seconds - 1),
    silent: [expiry(component, seconds), expiry(anotherThan(component), seconds - 1)],
  });
}
