import { detectors as everyDetector } from "../../components/relay/detectors/all";
import type { RelaySite } from "../../components/relay/site-file";
import { detectorsAt } from "../../lib/logs/detector";
import { trustedClients } from "../../lib/logs/trusted-clients";

/** The site of the specification: its trusted ranges, and the namespace map of shared/samples. */
export const site: RelaySite = {
  namespaces: {
    mail: "Mail",
    sso: "Sign-in (SSO)",
    directory: "Sign-in (SSO)",
    git: "Platform",
    ci: "Platform",
    registry: "Platform",
    automation: "Platform",
    files: "Files & Documents",
    notes: "Files & Documents",
    documents: "Files & Documents",
    "smart-home": "Smart Home",
    cameras: "Smart Home",
    mqtt: "Smart Home",
    websites: "Websites",
    "customer-sites": "Websites",
  },
  trusted_ranges: ["192.168.0.0/16", "10.0.0.0/8", "100.64.0.0/10"],
  nat64_egress: "192.168.164.2",
};

export const context = { isTrusted: trustedClients(site.trusted_ranges, ["192.168.164.2"]) };

/** Every detector is at home there. */
export const detectors = detectorsAt(site.namespaces, everyDetector);
