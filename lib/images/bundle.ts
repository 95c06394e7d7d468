import { basename, join } from "node:path";
import { buildSync } from "esbuild";
import { entryOf, REPOSITORY, serviceNames } from "./entry";

/** What no service uses: a quarter of a megabyte of every bundle, and what `debug` takes up where it happens to be installed. */
const LEFT_OUT = ["@fastify/ajv-compiler", "@fastify/fast-json-stringify-compiler", "socks", "supports-color"];

/**
 * Each service as one file for plain `node`: components/<name>/service/main.ts with everything it
 * imports. CommonJS, because fastify and its like `require` at run time, which an ESM bundle can't.
 * The same sources and the same esbuild give the same bytes. All at once: most of the time goes into
 * starting esbuild.
 */
export function bundleServices(): ReadonlyMap<string, Uint8Array> {
  return contentsOf(buildServices());
}

/** The same with what went into each. */
export function buildServices() {
  return buildEntries(Object.fromEntries(serviceNames().map((name) => [name, entryOf(name)])));
}

/** Each entry, by the name that its bundle gets, as one file for plain `node`. */
export function bundleEntries(entries: Readonly<Record<string, string>>): ReadonlyMap<string, Uint8Array> {
  return contentsOf(buildEntries(entries));
}

function contentsOf({ outputFiles }: ReturnType<typeof buildEntries>): ReadonlyMap<string, Uint8Array> {
  return new Map(outputFiles.map(({ path, contents }) => [basename(path, ".js"), contents]));
}

/** Bundles them all at once, with what went into each. */
export function buildEntries(entries: Readonly<Record<string, string>>) {
  return buildSync({
    absWorkingDir: REPOSITORY,
    entryPoints: { ...entries },
    outdir: "bundles",
    write: false,
    bundle: true,
    platform: "node",
    // Development and tests run on Node 20, the base image on 22.
    target: "node20",
    format: "cjs",
    minify: true,
    // Licences are in the repository; comments would make every start read them.
    legalComments: "none",
    alias: {
      ...Object.fromEntries(LEFT_OUT.map((name) => [name, join(REPOSITORY, "lib/images/left-out.ts")])),
      // mqtt brings a copy of what Node has.
      "readable-stream": "node:stream",
    },
    charset: "utf8",
    // A tsconfig found above the repository must not change the bytes.
    tsconfigRaw: { compilerOptions: { target: "ES2023", strict: true } },
    logLevel: "silent",
    metafile: true,
  });
}
