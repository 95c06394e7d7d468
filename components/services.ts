import type { ServiceDeclaration } from "../lib/service/declaration";
import { boilerBridgeService } from "./boiler-bridge/declaration";
import { deadManService } from "./dead-man/declaration";
import { relayService } from "./relay/declaration";
import { staleMountsService } from "./stale-mounts/declaration";
import { statusPageService } from "./status-page/declaration";

/** Every service of ours: what a build makes an image of. */
export const services: readonly ServiceDeclaration[] = [
  boilerBridgeService,
  deadManService,
  relayService,
  staleMountsService,
  statusPageService,
];
