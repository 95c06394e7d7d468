/** An amount of a resource as Kubernetes writes it: `250m` and `2` of processors, `192Mi` of memory. */
const AMOUNT = /^(\d+(?:\.\d+)?)(m|[kMGTPE]i?|Ki)?$/;

const FACTORS: Readonly<Record<string, number>> = {
  "": 1,
  ...Object.fromEntries(["k", "M", "G", "T", "P", "E"].map((unit, index) => [unit, 1000 ** (index + 1)])),
  ...Object.fromEntries(["Ki", "Mi", "Gi", "Ti", "Pi", "Ei"].map((unit, index) => [unit, 1024 ** (index + 1)])),
};

/** In processors or bytes; undefined for a text that is no amount. */
export function amountOf(text: string | number): number | undefined {
  const [, number, unit = ""] = AMOUNT.exec(String(text)) ?? [];
  if (number === undefined) return undefined;
  // 1e-3 is no binary fraction: a product would not be what exporters tell
  return unit === "m" ? Number(number) / 1000 : Number(number) * (FACTORS[unit] ?? 1);
}

/** As many times an amount, in its own unit. */
export function times(amount: string, factor: number): string {
  const [, number, unit = ""] = AMOUNT.exec(amount) ?? [];
  if (number === undefined) throw new Error(`"${amount}" is no amount of a resource; write it as Kubernetes does: 250m, 192Mi`);
  return `${Number(number) * factor}${unit}`;
}
