import { describeEnd } from "../../lib/network/connection";
import type { OutsideSetup } from "../../lib/platform/installation";
import type { PushProduct } from "./push/product";

/** The services that bring messages to people; nothing where a site has none. */
export function pushSetups(products: readonly PushProduct[]): OutsideSetup[] {
  if (products.length === 0) return [];
  return [
    {
      title: "Push messages",
      text: () =>
        [
          "Alerts reach people by these. Let critical messages pass a phone's quiet hours, and see that each receives something now, without us:",
          products.map(oneOf).join("\n"),
        ].join("\n\n"),
    },
  ];
}

function oneOf({ call, credential }: PushProduct): string {
  const entries = Object.values(credential?.keys ?? {}).map(({ key, property, holds }) => `\`${key}\`, property \`${property}\`: ${holds}`);
  const where = `${describeEnd(call.to)}, on port ${call.ports.join(", ")}`;
  return [`- ${where}${entries.length === 0 ? "" : "; into the secret store go"}`, ...entries.map((entry) => `  - ${entry}`)].join("\n");
}
