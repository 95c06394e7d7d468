import { isAbsolute, relative, resolve } from "node:path";
import { REPOSITORY } from "../images/entry";

/** What the commands read without being told. */
const DEFAULT = "site.yaml";
export const DEFAULT_LOCK = "images.lock.json";

/** A file as a command in belfry's folder names it: one that lies elsewhere keeps an absolute path. */
export function fileName(file: string): string {
  const fromHere = relative(REPOSITORY, resolve(file));
  return isAbsolute(file) && fromHere.startsWith("..") ? file : fromHere;
}

/** The command that makes the image contexts of a site's services. */
export function buildCommand(siteFile: string): string {
  return `${siteVariable(siteFile)}npm run build`;
}

/** A command that works on the images of a site. */
export function imagesCommand(command: "lock" | "push", siteFile: string, lockFile: string): string {
  return `${siteVariable(siteFile)}npx belfry images ${[command, ...lockOption(lockFile)].join(" ")}`;
}

/** The command that renders a site where belfry stands. */
export function plainSynthCommand(siteFile: string, lockFile: string): string {
  const told = [...lockOption(lockFile), ...(siteFile === DEFAULT ? [] : [quoted(siteFile)])];
  return ["npm run synth", ...(told.length === 0 ? [] : ["--", ...told])].join(" ");
}

const lockOption = (lockFile: string): string[] => (lockFile === DEFAULT_LOCK ? [] : [`--lock ${quoted(lockFile)}`]);

const siteVariable = (siteFile: string): string => (siteFile === DEFAULT ? "" : `SITE=${quoted(siteFile)} `);

/** The command that renders a site into a folder. */
export function synthCommand(siteFile: string, outdir: string, lockFile: string): string {
  return `CDK8S_OUTDIR=${quoted(outdir)} ${plainSynthCommand(siteFile, lockFile)}`;
}

/** One word for a shell. */
function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
