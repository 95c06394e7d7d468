import type { OutsideSetup } from "../../lib/platform/installation";
import type { UpsSite } from "../../lib/site/schema";
import { NUT_PORT } from "./exporter";

/** What the servers of Network UPS Tools have to let us do. */
export function upsSetup({ servers, port = NUT_PORT, username }: UpsSite): OutsideSetup {
  return {
    title: "UPS servers",
    text: () =>
      [
        `On each server \`upsd\` listens on an address that the nodes reach (\`LISTEN\` in its \`upsd.conf\`), and its \`ups.conf\` names the UPSes like this:`,
        servers
          .map(
            ({ address, ups }) =>
              `- \`LISTEN ${address} ${port}\`: ${ups === undefined ? "one UPS, of any name" : ups.map((name) => `\`[${name}]\``).join(", ")}`,
          )
          .join("\n"),
        username === undefined
          ? "Reading needs no account there."
          : `Reading is done as \`${username}\`, an account of its \`upsd.users\` without \`actions\` and \`instcmds\`: its password is in the secret store.`,
      ].join("\n\n"),
  };
}
