import { LockError } from "../images/lock";
import { SiteError, yamlPath } from "../site/site-error";

/** What is wrong, for people and for programs. */
export interface Refusal {
  readonly text: string;
  readonly findings: readonly { readonly check: string; readonly where: string; readonly what: string; readonly fix?: string }[];
}

/** Of an error whose message ends with the line "  fix: ...". */
export function findingOf(check: string, where: string, { message }: Error): Refusal["findings"][number] {
  const [what = "", fix] = message.split("\n  fix: ");
  return { check, where, what, fix };
}

/** What is wrong with the files that everything is made from; nothing for an error of another kind. */
export function inputRefusal(error: unknown, siteFile: string): Refusal | undefined {
  if (error instanceof LockError) {
    const findings = error.mistakes.map(({ path, message }) => ({
      check: "lock",
      where: `${error.file} ${path}`.trimEnd(),
      what: message,
    }));
    return { text: error.message, findings };
  }
  if (error instanceof SiteError) {
    const findings = error.mistakes.map(({ position, path, message }) => {
      const place = position === undefined ? siteFile : `${siteFile}:${position.line}:${position.column}`;
      return { check: "site", where: `${place} ${yamlPath(path)}`.trimEnd(), what: message };
    });
    return { text: error.message, findings };
  }
  return undefined;
}
