import { join } from "node:path";
import { buildSync } from "esbuild";

/** Names in messages and in the bundle are relative to here, so that a bundle is the same in every checkout. */
export const REPOSITORY = join(__dirname, "..", "..");

/**
 * A service as one file for plain `node`: components/<name>/service/main.ts with everything it
 * imports. CommonJS, because fastify and its like `require` at run time, which an ESM bundle can't.
 * The same sources and the same esbuild give the same bytes.
 */
export function bundleService(name: string): Uint8Array {
  const { outputFiles } = buildSync({
    absWorkingDir: REPOSITORY,
    entryPoints: [join("components", name, "service", "main.ts")],
    outfile: "server.cjs",
    write: false,
    bundle: true,
    platform: "node",
    // Development and tests run on Node 20, the base image on 22.
    target: "node20",
    format: "cjs",
    minify: true,
    // Licences are in the repository; comments would make every start read them.
    legalComments: "none",
    charset: "utf8",
    // A tsconfig found above the repository must not change the bytes.
    tsconfigRaw: { compilerOptions: { target: "ES2023", strict: true } },
    logLevel: "silent",
  });
  const [file] = outputFiles;
  if (!file) throw new Error(`esbuild gave no bundle for service "${name}"`);
  return file.contents;
}
