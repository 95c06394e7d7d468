import { heartbeatGrace, heartbeatPeriod } from "../../lib/alerts/heartbeat";
import { inWords } from "../../lib/duration";
import type { OutsideSetup } from "../../lib/platform/installation";
import type { Site } from "../../lib/site/schema";
import { deadManCredential } from "./construct";

/** The check that notices when nothing comes from here any more. */
export function deadManSetup(site: Site): OutsideSetup {
  return {
    title: "The dead-man check",
    text: ({ routing }) => {
      const period = heartbeatPeriod(routing);
      const grace = heartbeatGrace(period);
      const [entry] = Object.values(deadManCredential(site).keys);
      return [
        `At a service that does not run here, make a check that expects a ping every **${inWords(period)}**, with a grace of **${inWords(grace)}**: so long between two pings is how the alert manager sends the heartbeat, and the grace passes over one that is lost. Its ping URL goes into the secret store (\`${entry?.key}\`, property \`${entry?.property}\`).`,
        "It tells you by an e-mail or a push **of its own**: not through our alert manager, whose end it is there to notice, nor through a mail server of this cluster.",
      ].join("\n\n");
    },
  };
}
