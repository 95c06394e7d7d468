/** What the bridge asks of Home Assistant. */
import type { EntityState } from "../../entities";
import type { SeenNumber } from "../../model/energy";
import type { Field, HelperValue } from "../../watched-helpers";

export type { EntityState };

/** What happens on Home Assistant's side. */
export interface HomeEvents {
  /** Connected, or again: helper values as they are now (undefined: missing or no value). Everything published before may be gone. */
  readonly onReady: (helpers: ReadonlyMap<Field, HelperValue | undefined>) => void;
  readonly onLost: () => void;
  /** A change of a helper that is a command of a person or an automation. */
  readonly onCommand: (field: Field, value: HelperValue) => void;
  /** A helper changed and it is no command (restored, clamped, set by the bridge): it may have to follow the boiler again. */
  readonly onHelper: (field: Field, value: HelperValue | undefined) => void;
  /** `boiler_set_schedule`: the event's data, unchecked. */
  readonly onSchedule: (data: unknown) => void;
}

export interface Home {
  readonly start: (events: HomeEvents) => void;
  /** From now on changes may be commands: the first good read of the boiler is there. */
  readonly accept: () => void;
  /** Sets a helper; its echo is no command. Rejects when Home Assistant refuses the value or is away. */
  readonly setHelper: (field: Field, value: HelperValue) => Promise<void>;
  readonly notify: (id: string, title: string, message: string) => Promise<void>;
  readonly dismiss: (id: string) => Promise<void>;
  /** The last numbers that Home Assistant and its recorder know of a sensor; none when it never had one. Rejects when that can't be told yet. */
  readonly lastNumbers: (entityId: string) => Promise<readonly SeenNumber[]>;
  /** Whether the access token is refused. */
  readonly isRefused: () => boolean;
  readonly isConnected: () => boolean;
  readonly close: () => Promise<void>;
}

/** Where entities are published. The latest state of each entity wins; a failed publication is tried again. */
export interface Publisher {
  readonly publish: (entityId: string, state: EntityState) => void;
  /** Publishes everything again: Home Assistant was restarted. */
  readonly republish: () => void;
  /** Waits for what is under way, up to the limit. */
  readonly flush: (limitMs: number) => Promise<void>;
  readonly close: () => Promise<void>;
}
