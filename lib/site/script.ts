import { isInterpreter } from "../command-line/script-name";
import type { Flaw } from "./field";

/** The base name of somebody's script: it stands in a path of the gateway and in a line of a shell as it is. */
export function scriptFlaw(text: string): Flaw | undefined {
  if (/^\d/.test(text)) return { wrong: "begins with a digit, as no name of a series may" };
  // the cadence map looks behind it for the script: no schedule would ever have its name
  if (isInterpreter(text)) return { wrong: "only runs other programs, and a job is named by the script that it is given" };
  const isScript = /^[A-Za-z][A-Za-z0-9._-]{0,62}$/.test(text);
  return isScript ? undefined : { wrong: "is not the base name of a script (letters, digits, ., - and _, 63 at most, no folder)" };
}
