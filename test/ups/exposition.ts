import { readFileSync } from "node:fs";
import { join } from "node:path";

export interface Exposed {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: string;
}

/** What the real exporter answered: `on-mains`, `on-battery`. */
export function captured(name: "on-mains" | "on-battery"): {
  readonly kinds: ReadonlyMap<string, string>;
  readonly samples: readonly Exposed[];
} {
  const lines = readFileSync(join(__dirname, `${name}.prom`), "utf8").split("\n");
  const kinds = new Map(
    lines.flatMap((line) => [...line.matchAll(/^# TYPE (\S+) (\S+)$/g)].map(([, metric = "", kind = ""]) => [metric, kind])),
  );
  const samples = lines.flatMap((line) => {
    const [, metric, inside = "", value = ""] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    if (metric === undefined) return [];
    return [
      { name: metric, labels: Object.fromEntries([...inside.matchAll(/(\w+)="([^"]*)"/g)].map(([, label, text]) => [label, text])), value },
    ];
  });
  return { kinds, samples };
}

/** Names that every handler of the Go client library brings. */
export function isOfLibrary(name: string): boolean {
  return name.startsWith("promhttp_");
}
