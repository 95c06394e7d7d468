import { Command } from "commander";
import { tap } from "../../bin/commands/tap";

const belfry = new Command();
tap(belfry);
void belfry.parseAsync();
