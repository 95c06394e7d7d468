import type { SnmpModule } from "../../../lib/snmp/module";
import { apExt } from "./ap-ext";
import { bmc } from "./bmc";
import { ifmib } from "./ifmib";
import { switchExt } from "./switch-ext";

/** Every module, asked by the scrapes or not. */
export const MODULES: readonly SnmpModule[] = [ifmib, switchExt, apExt, bmc];
