import type { ExitCode } from "../command";
export function watched(_file: string, _outdir: string): Promise<ExitCode> {
  return Promise.resolve(0);
}
