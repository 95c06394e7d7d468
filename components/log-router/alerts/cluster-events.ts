import { minutes } from "../../../lib/duration";
import { all, not } from "../../../lib/log-store/condition";
import { KNOWN_REASONS } from "../../../lib/log-store/signals";
import { k8sEvents } from "../streams/k8s-events/stream";
import { alertOn, alertsLibrary, times } from "./on";
import { event } from "./raw";

export const imagePullSecretMissing = alertOn(k8sEvents, "ImagePullSecretMissing", {
  component: "Platform",
  severity: "warning",
  follows: alertsLibrary("packs/k8s/alerts/k8s-events/image_pull_secret_missing_events.json"),
  where: ({ reason }) => reason.is("FailedToRetrieveImagePullSecret"),
  each: ["namespace", "service_name"],
  // one at each start of a pod: the first may be a secret that comes a moment later
  from: 2,
  within: minutes(30),
  summary: "A pod names a pull secret that is not there",
  description:
    "It runs on what its node has, or on what the registry gives to anybody: the next node, or the next limit of the registry, stops it. Create the Secret, or take its name out.",
  fires: times(2, () =>
    event({ reason: "FailedToRetrieveImagePullSecret", message: "Unable to retrieve some image pull secrets (registry-login)" }),
  ),
  silent: [
    times(2, () => event({ reason: "Pulled", type: "Normal", message: "Container image is already present on machine" })),
    [
      event({ reason: "FailedToRetrieveImagePullSecret", message: "Unable to retrieve some image pull secrets (registry-login)" }),
      event({
        reason: "FailedToRetrieveImagePullSecret",
        message: "Unable to retrieve some image pull secrets (registry-login)",
        object: { kind: "Pod", namespace: "git", name: "forge-0" },
      }),
    ],
    [
      event({ reason: "FailedToRetrieveImagePullSecret", message: "Unable to retrieve some image pull secrets (registry-login)" }),
      event({
        reason: "FailedToRetrieveImagePullSecret",
        message: "Unable to retrieve some image pull secrets (registry-login)",
        object: { kind: "Pod", namespace: "notes", name: "reader-6d8b9f7c45-k2xwq" },
      }),
    ],
  ],
});

const TIMES = 20;

const conflict = (name: string, reason = "FailedToUpdateEndpointSlices", type: "Normal" | "Warning" = "Warning") =>
  event({
    reason,
    type,
    message: "Error updating Endpoint Slices for Service",
    object: { kind: "Service", namespace: "notes", name },
  });

export const warningEventsRepeating = alertOn(k8sEvents, "WarningEventsRepeating", {
  component: "Platform",
  severity: "warning",
  follows: alertsLibrary("packs/k8s/alerts/k8s-events/high_warning_event_rate.json"),
  where: ({ type, reason }) => all(type.is("Warning"), reason.isThere(), not(reason.is(...KNOWN_REASONS))),
  each: ["namespace", "reason"],
  // the recorder of a client lets 25 of one object pass at once, and then one in five minutes
  from: TIMES,
  within: minutes(30),
  summary: "The cluster warns of the same again and again, and no rule knows of it",
  description: "A controller tries something and fails each time. Read the message of the event, which says what.",
  fires: times(TIMES, (index) => conflict(`web-${index}`)),
  silent: [
    times(TIMES, (index) => conflict(`web-${index}`, "FailedToUpdateEndpointSlices", "Normal")),
    times(TIMES, (index) => conflict(`web-${index}`, "FailedScheduling")),
    times(TIMES, (index) => conflict(`web-${index}`, index === 0 ? "SyncLoadBalancerFailed" : "FailedToUpdateEndpointSlices")),
    times(TIMES, (index) =>
      event({
        reason: "FailedToUpdateEndpointSlices",
        message: "x",
        object: { kind: "Service", namespace: index === 0 ? "git" : "notes", name: "web" },
      }),
    ),
    times(TIMES, () => event({ message: "a message without a reason" })),
  ],
});
