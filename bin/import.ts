import { join } from "node:path";
import { importCommand } from "./import/command";

// The exit code is set, not forced, so that everything printed arrives when the output is a pipe.
void importCommand(process.argv.slice(2), { root: join(__dirname, "..") }).then((exitCode) => {
  process.exitCode = exitCode;
});
