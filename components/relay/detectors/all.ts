import type { Detector } from "../../../lib/logs/detector";
import { modSecBlockLikelyFalsePositive } from "./mod-sec-block-likely-false-positive";
import { podIoError } from "./pod-io-error";
import { postfixDeliveryFailure } from "./postfix-delivery-failure";
import { redisBgsaveFailure } from "./redis-bgsave-failure";

/** Every detector of the relay; a new one is appended here: the service's bundle holds what is imported, and a folder can't be. */
export const detectors: readonly Detector[] = [modSecBlockLikelyFalsePositive, podIoError, postfixDeliveryFailure, redisBgsaveFailure];
