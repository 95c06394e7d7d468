import type { Credential } from "../../lib/kubernetes/credential";
import type { OutsideSetup } from "../../lib/platform/installation";

/** The product that brings messages to a phone. */
export function pushSetup({ keys }: Credential): OutsideSetup {
  return {
    title: "Push messages",
    text: ({ routing }) => {
      // what a receiver has beside its name is what it tells by; a webhook tells a program of ours
      const products = routing.receivers.flatMap(({ name: _, webhook: __, ...product }) => Object.keys(product));
      const entries = Object.values(keys).map(({ key, property, holds }) => `- \`${key}\`, property \`${property}\`: ${holds}.`);
      return [
        `Alerts go to phones by ${[...new Set(products)].map((product) => `\`${product}\``).join(", ")}. Install its app, and let critical messages pass the phone's quiet hours. The secret store gets:`,
        entries.join("\n"),
      ].join("\n\n");
    },
  };
}
