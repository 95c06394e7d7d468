import { type ChildProcess, spawn } from "node:child_process";
import { accessSync, constants, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";

/** As distributions and the makers name it. */
const NAMES = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome"];

/** The program that the variable CHROMIUM names, or the first that is on the path. @throws where there is none, with what to do */
export function chromiumPath(env: NodeJS.ProcessEnv = process.env): string {
  if (env.CHROMIUM) return env.CHROMIUM;
  const found = (env.PATH ?? "").split(delimiter).flatMap((folder) => NAMES.map((name) => join(folder, name)));
  const path = found.find((file) => isProgram(file));
  if (path !== undefined) return path;
  throw new Error(
    `pictures need Chromium, and none of ${NAMES.join(", ")} is on the path; install it (apt-get install chromium), or name it in the variable CHROMIUM`,
  );
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

interface Reply {
  readonly id?: number;
  readonly sessionId?: string;
  readonly method?: string;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A headless Chromium, spoken to through two pipes (Chrome DevTools Protocol): no port is open. */
export class Browser {
  readonly #child: ChildProcess;
  readonly #folder: string;
  readonly #waiting = new Map<number, { readonly done: (result: unknown) => void; readonly fail: (error: Error) => void }>();
  #count = 0;
  #said = "";

  constructor(program: string = chromiumPath()) {
    this.#folder = mkdtempSync(join(tmpdir(), "belfry-chromium-"));
    const flags = [
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      "--hide-scrollbars",
      "--no-first-run",
      "--force-color-profile=srgb",
      "--remote-debugging-pipe",
    ];
    this.#child = spawn(program, [...flags, `--user-data-dir=${this.#folder}`, "about:blank"], {
      stdio: ["ignore", "ignore", "pipe", "pipe", "pipe"],
      // pictures are the same wherever they are made
      env: { ...process.env, TZ: "UTC", LANG: "en_US.UTF-8" },
    });
    const ended = (why: string) => {
      for (const { fail } of this.#waiting.values())
        fail(new Error(`${program} ${why}${this.#said === "" ? "" : `: ${this.#said.trim().slice(-500)}`}`));
      this.#waiting.clear();
    };
    this.#child.on("error", ({ message }) => ended(`can't be started (${message})`));
    this.#child.on("exit", (code) => ended(`ended with ${code}`));
    this.#child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      this.#said = (this.#said + text).slice(-2000);
    });
    this.#listen();
  }

  /** A page of its own, of that size. */
  async page(size: Size): Promise<Page> {
    const { targetId } = (await this.ask("Target.createTarget", { url: "about:blank" })) as { readonly targetId: string };
    const { sessionId } = (await this.ask("Target.attachToTarget", { targetId, flatten: true })) as { readonly sessionId: string };
    const page = new Page(this, sessionId, targetId);
    await this.ask("Performance.enable", { timeDomain: "threadTicks" }, sessionId);
    await page.resize(size);
    return page;
  }

  async ask(method: string, params: object = {}, sessionId?: string): Promise<unknown> {
    const id = ++this.#count;
    const reply = new Promise<unknown>((done, fail) => this.#waiting.set(id, { done, fail }));
    if (this.#child.exitCode !== null || this.#child.pid === undefined)
      throw new Error(`Chromium is not there any more: ${this.#said.trim().slice(-500)}`);
    this.#stream<Writable>(3).write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    return reply;
  }

  async close(): Promise<void> {
    const ended = new Promise<void>((done) => {
      if (this.#child.exitCode !== null || this.#child.pid === undefined) done();
      else this.#child.once("exit", () => done());
    });
    this.#child.kill();
    await ended;
    await removed(this.#folder);
  }

  #stream<Kind extends Readable | Writable>(number: 3 | 4): Kind {
    // asked for as pipes above
    return this.#child.stdio[number] as Kind;
  }

  #listen(): void {
    let rest = "";
    this.#stream<Writable>(3).on("error", () => {});
    this.#stream<Readable>(4)
      .setEncoding("utf8")
      .on("data", (text: string) => {
        const messages = (rest + text).split("\0");
        rest = messages.pop() ?? "";
        for (const message of messages) this.#heard(JSON.parse(message) as Reply);
      });
  }

  #heard({ id, result, error }: Reply): void {
    const waiting = id === undefined ? undefined : this.#waiting.get(id);
    if (id === undefined || waiting === undefined) return;
    this.#waiting.delete(id);
    if (error === undefined) waiting.done(result);
    else waiting.fail(new Error(error.message));
  }
}

const LOAD_MILLISECONDS = 30_000;

/** What a page may look at beside a key's name. */
const KEY_CODES: Readonly<Record<string, { readonly windowsVirtualKeyCode: number }>> = {
  Enter: { windowsVirtualKeyCode: 13 },
  Escape: { windowsVirtualKeyCode: 27 },
  Tab: { windowsVirtualKeyCode: 9 },
};

export class Page {
  constructor(
    readonly browser: Browser,
    readonly session: string,
    readonly target: string,
  ) {}

  async resize({ width, height }: Size): Promise<void> {
    await this.#ask("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: false });
  }

  /** Until the expression holds on the page. @throws where it does not within half a minute */
  async open(url: string, isReady: string): Promise<void> {
    // one behind another paints no frames
    await this.#ask("Page.bringToFront", {});
    await this.#ask("Page.navigate", { url });
    await this.until(`location.href !== "about:blank" && ${isReady}`, url);
  }

  /** @throws where the expression does not hold within half a minute */
  async until(isReady: string, what: string): Promise<void> {
    const end = Date.now() + LOAD_MILLISECONDS;
    // between two pages there is none to ask
    while ((await this.evaluate(`Boolean(${isReady})`).catch(() => false)) !== true) {
      if (Date.now() > end) throw new Error(`${what} is not drawn after ${LOAD_MILLISECONDS / 1000} s`);
      await pause(20);
    }
  }

  /** What the page has taken of a processor since it was loaded, be the machine busy or not. */
  async processorMilliseconds(): Promise<number> {
    const { metrics } = (await this.#ask("Performance.getMetrics", {})) as {
      readonly metrics: readonly { readonly name: string; readonly value: number }[];
    };
    return 1000 * (metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0);
  }

  /** A key as a keyboard gives it, by its name in the page. */
  async press(key: string): Promise<void> {
    const text = key === "Enter" ? "\r" : key.length === 1 ? key : undefined;
    await this.#ask("Input.dispatchKeyEvent", { type: text === undefined ? "rawKeyDown" : "keyDown", key, text, ...KEY_CODES[key] });
    await this.#ask("Input.dispatchKeyEvent", { type: "keyUp", key, ...KEY_CODES[key] });
  }

  /** What an expression gives on the page, a promise's value too. */
  async evaluate(expression: string): Promise<unknown> {
    const answer = await this.#ask("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true });
    const { result, exceptionDetails } = answer as {
      readonly result: { readonly value?: unknown };
      readonly exceptionDetails?: { readonly text: string; readonly exception?: { readonly description?: string } };
    };
    if (exceptionDetails !== undefined) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }

  /** The whole page, however long, which is looked at as a whole from then on: a picture of more than that would lay it out anew while it is taken. */
  async picture(): Promise<Buffer> {
    await this.resize(await this.#whole());
    await this.evaluate("new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))");
    const { data } = (await this.#ask("Page.captureScreenshot", { format: "png" })) as { readonly data: string };
    return Buffer.from(data, "base64");
  }

  async close(): Promise<void> {
    await this.browser.ask("Target.closeTarget", { targetId: this.target });
  }

  async #whole(): Promise<Size> {
    const [width, height] = (await this.evaluate("[document.documentElement.clientWidth, document.documentElement.scrollHeight]")) as [
      number,
      number,
    ];
    return { width, height };
  }

  #ask = (method: string, params: object) => this.browser.ask(method, params, this.session);
}

/** Its helpers write a little longer than it is there, and Node's own retries don't look for what has come since. */
async function removed(folder: string): Promise<void> {
  for (let left = 50; ; left--) {
    try {
      rmSync(folder, { recursive: true, force: true });
      return;
    } catch (error) {
      if (left === 0) throw error;
      await pause(100);
    }
  }
}
