import { RECEIVERS } from "../../../components/alert-manager/receivers";
import { SEVERITIES, WATCHDOG } from "../../../lib/alerts/labels";
import type { Platform } from "../../../lib/platform/platform";
import { RECEIVER_WORDS, type ReceiverWord, type TrialEvent } from "../event-log";
import type { StatusPage } from "../status-page";
import type { Labels } from "./drilled";

/** As the alert manager has it. */
export interface TakenAlert {
  readonly labels: Labels;
  readonly annotations: Labels;
}

const WORDS: Readonly<Record<string, ReceiverWord>> = {
  [RECEIVERS.deadMan]: "dead-man",
  [RECEIVERS.statusPage]: "page",
  [RECEIVERS.pushCritical]: "push",
  [RECEIVERS.pushWarning]: "push",
};

/** Who is told of these, by what their labels promise; a page that does not show a component is told nothing of it. */
export function expectedOf(alerts: readonly TakenAlert[], { promises }: Pick<Platform, "promises">, page: StatusPage): ReceiverWord[] {
  const told = new Set(
    alerts.flatMap(({ labels }) => {
      const severity = SEVERITIES.find((one) => one === labels.severity);
      const names = labels.alertname === WATCHDOG ? promises.watchdog : severity === undefined ? promises.imported : promises[severity];
      const isShown = page.components.some(({ name }) => name === labels.component);
      return names.flatMap((name) => WORDS[name] ?? []).filter((word) => word !== "page" || isShown);
    }),
  );
  return RECEIVER_WORDS.filter((word) => told.has(word));
}

/** The receivers that were told of these: by their name or summary in a message, by their component on the page. */
export function arrivedOf(events: readonly TrialEvent[], alerts: readonly TakenAlert[], page: StatusPage): ReceiverWord[] {
  const ids = new Set(page.components.flatMap(({ id, name }) => (alerts.some(({ labels }) => labels.component === name) ? [id] : [])));
  const isOfAlerts = ({ receiver, body, path }: TrialEvent): boolean => {
    switch (receiver) {
      case "dead-man":
        return true;
      case "page":
        return ids.has(decodeURIComponent(path.split("/").at(-1) ?? ""));
      case "push": {
        const text = JSON.stringify(body);
        return alerts.some(({ labels, annotations }) =>
          [labels.alertname, annotations.summary].some((one) => one !== undefined && text.includes(JSON.stringify(one).slice(1, -1))),
        );
      }
    }
  };
  return RECEIVER_WORDS.filter((word) => events.some((event) => event.receiver === word && isOfAlerts(event)));
}
