import { once } from "node:events";
import type { AddressInfo } from "node:net";
import type { Browser, Page } from "./browser";
import { previewServer, type Shows } from "./server";

export interface Defect {
  readonly panel: string;
  readonly what: string;
}

export interface Picture {
  readonly png: Buffer;
  readonly defects: readonly Defect[];
  /** How long it took to draw. */
  readonly milliseconds: number;
  /** What that took of a processor, of the page and of who answers it: the same on a machine that is busy. */
  readonly busyMilliseconds: number;
}

export interface Look {
  readonly theme: "dark" | "light";
  readonly width: number;
}

export interface Pictures {
  /** It shows the last one of which a picture was taken. */
  readonly page: Page;
  /** @param marked numbers of panels that are framed */
  readonly of: (uid: string, marked?: readonly number[]) => Promise<Picture>;
  /** Lets the page's server go; the page goes with the browser. */
  readonly close: () => void;
}

/** A fault that is on has begun half an hour ago. */
const FAULT_AGE = 1800;

/** Draws dashboards in a browser, one after the other. */
export async function pictures(shows: Shows, browser: Browser, { theme, width }: Look): Promise<Pictures> {
  const { server } = await previewServer(shows);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const size = { width, height: 1000 };
  const page: Page = await browser.page(size);
  const isDrawn = "document.documentElement.dataset.drawn";
  // what it takes to load the page itself is no dashboard's
  await page.open(`http://127.0.0.1:${port}/d/-?kiosk=1`, isDrawn);
  const fault: Record<string, string> = shows.fault === undefined ? {} : { fault: shows.fault, since: String(shows.now() - FAULT_AGE) };
  return {
    page,
    of: async (uid, marked = []) => {
      const asked = new URLSearchParams({ kiosk: "1", theme, ...fault });
      const address = `/d/${uid}?${asked}`;
      await page.resize(size);
      const [before, own] = [await page.processorMilliseconds(), process.cpuUsage()];
      await page.evaluate(`window.show(${JSON.stringify(address)})`);
      await page.until(isDrawn, address);
      const { user, system } = process.cpuUsage(own);
      const busyMilliseconds = Math.round((await page.processorMilliseconds()) - before + (user + system) / 1000);
      const milliseconds = Number(await page.evaluate(isDrawn));
      const found = (await page.evaluate("window.defects()")) as readonly Defect[];
      for (const id of marked) await page.evaluate(`document.querySelector('[data-panel="${id}"]')?.classList.add("marked")`);
      return { png: await page.picture(), defects: found, milliseconds, busyMilliseconds };
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
