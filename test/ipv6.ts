import { networkInterfaces } from "node:os";

const hasIPv6 = Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ address }) => address === "::1"));

/** A test that calls ::1; where there is none, it is skipped and says so. */
export function testIPv6(title: string, test: () => Promise<void>): void {
  if (hasIPv6) it(title, test);
  else it.skip(`${title} (skipped: this machine has no ::1)`, test);
}
