import { type Container, scriptOf } from "../../../../lib/command-line/script-name";
import { JOB_NAMES, scriptPath } from "../names";

export interface ImageContainer extends Container {
  readonly image?: string | null;
}

/**
 * The name by which a CronJob's pushes are known: for one of ours the job's, which is its script's; else the file name of the first path in
 * command and arguments that is no interpreter; else the CronJob's own.
 */
export function scriptName(cronJob: string, containers: readonly ImageContainer[]): string {
  return containers.map(ownJob).find((job) => job !== undefined) ?? scriptOf(containers) ?? cronJob;
}

/** `<registry>/batch:<tag>`, from whatever registry, with a digest or not. */
const OWN_IMAGE = /(?:^|\/)batch(?:[:@][^/]*)?$/;
const SCRIPTS = new Map(JOB_NAMES.map((job) => [scriptPath(job), job]));

/** The job of ours that a container runs: our image with a script of ours as what its node runs, behind node's own options. */
function ownJob({ image, command, args }: ImageContainer): string | undefined {
  const words = [...(command ?? []), ...(args ?? [])];
  const script = words.find((word, n) => !word.startsWith("-") && !(n === 0 && /(?:^|\/)node$/.test(word)));
  return OWN_IMAGE.test(image ?? "") ? SCRIPTS.get(script ?? "") : undefined;
}
