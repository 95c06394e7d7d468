import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Where programs are looked for. */
export const pathFolders = (path = process.env.PATH): string[] => (path ?? "").split(delimiter).filter((folder) => folder !== "");

export const findOnPath = (file: string): string | undefined =>
  pathFolders()
    .map((folder) => join(folder, file))
    .find(isProgram);
