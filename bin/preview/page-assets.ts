import { readFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { REPOSITORY } from "../../lib/images/entry";

export interface Asset {
  readonly type: string;
  readonly body: string | Buffer;
}

/** As the application ships it: another font is wider, and would cut other titles. */
const FONT = join(REPOSITORY, "node_modules/@fontsource/inter/files");
const WEIGHTS = [400, 500];

const PAGE = join(REPOSITORY, "bin/preview/page");

/** The page, by path: its script is bundled from the sources, the chart library with it. */
export async function pageAssets(): Promise<ReadonlyMap<string, Asset>> {
  const { outputFiles } = await build({
    entryPoints: [join(PAGE, "main.ts")],
    bundle: true,
    write: false,
    format: "iife",
    target: "es2022",
    minify: true,
    legalComments: "none",
    logLevel: "silent",
  });
  const fonts = WEIGHTS.map((weight): [string, Asset] => [
    `/inter-${weight}.woff2`,
    { type: "font/woff2", body: readFileSync(join(FONT, `inter-latin-${weight}-normal.woff2`)) },
  ]);
  return new Map<string, Asset>([
    ...fonts,
    ["/index.html", { type: "text/html; charset=utf-8", body: readFileSync(join(PAGE, "index.html"), "utf8") }],
    ["/page.css", { type: "text/css; charset=utf-8", body: readFileSync(join(PAGE, "page.css"), "utf8") }],
    ["/page.js", { type: "text/javascript; charset=utf-8", body: outputFiles[0]?.text ?? "" }],
  ]);
}
