/** What the bridge remembers over a restart, in one file of STATE_DIR. */
import { join } from "node:path";
import * as z from "zod/mini";
import type { Logger } from "../../../lib/service/log";
import { COMMAND_STATES, type LastCommand } from "../entities";
import type { EnergyState } from "../model/energy";
import { isDate } from "../model/local-date";
import { CH_BOUNDS, type Temperatures } from "../model/setpoints";
import type { RepairState } from "./repair";
import { StateFile } from "./state-file";

export interface BridgeState {
  readonly energy?: EnergyState | undefined;
  readonly lastCommand?: LastCommand | undefined;
  /** The heating pair that was read or sent last, never the sentinel: the repair writes it. */
  readonly goodPair?: Temperatures | undefined;
  /** A restart must not make a second repair of the first. */
  readonly repair?: RepairState | undefined;
}

/** The last moment that a Date can hold, in milliseconds since the epoch. */
const LATEST_TIME = 8.64e15;
const QUANTITY = z.number().check(z.gte(0));
const DAY = z.string().check(z.refine(isDate));
const CH_TEMPERATURE = z.number().check(z.gte(CH_BOUNDS.comfort.min), z.lte(CH_BOUNDS.comfort.max));

const ENERGY: z.ZodMiniType<EnergyState> = z.object({
  energyTotal: QUANTITY,
  costTotal: QUANTITY,
  energyPeriod: QUANTITY,
  costPeriod: QUANTITY,
  periodStart: DAY,
  runtimeSeconds: QUANTITY,
  runtimeDay: DAY,
  lastAt: z.number(),
  lastFlame: z.boolean(),
});

const LAST_COMMAND: z.ZodMiniType<LastCommand> = z.object({
  state: z.enum(COMMAND_STATES),
  field: z.string(),
  wanted: z.unknown(),
  reason: z.optional(z.string()),
  at: z.number().check(z.gte(0), z.lte(LATEST_TIME)),
});

const REPAIR: z.ZodMiniType<RepairState> = z.object({ hasTried: z.boolean(), goodReads: z.number().check(z.gte(0)) });

const GOOD_PAIR: z.ZodMiniType<Temperatures> = z
  .object({ comfort: CH_TEMPERATURE, reduced: CH_TEMPERATURE })
  .check(z.refine(({ comfort, reduced }) => reduced <= comfort));

/** The totals can't be had again: what is unusable beside them is forgotten instead of the whole file. */
const BRIDGE_STATE: z.ZodMiniType<BridgeState> = z.object({
  energy: z.optional(ENERGY),
  lastCommand: z.catch(z.optional(LAST_COMMAND), undefined),
  goodPair: z.catch(z.optional(GOOD_PAIR), undefined),
  repair: z.catch(z.optional(REPAIR), undefined),
} satisfies Record<keyof BridgeState, unknown>);

export function bridgeStateFile(folder: string, log: Pick<Logger, "error">): StateFile<BridgeState> {
  return new StateFile(join(folder, "bridge-state.json"), BRIDGE_STATE, log);
}
