import { existsSync, readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { dirname, join } from "node:path";
import { compileFunction } from "node:vm";
import { type TransformFailure, transform } from "esbuild";

interface Source {
  readonly text: string;
  readonly code: string;
  readonly map: string;
  /** Of our own files, by what the code asks for. */
  readonly imports: ReadonlyMap<string, string>;
}

/**
 * Our sources as modules that stay loaded: of an edit only the file and what imports it, by whatever way, are evaluated again. The
 * rest keeps what V8 has compiled and optimized of it, without which a synth takes twice as long.
 */
export class Modules {
  readonly #sources = new Map<string, Source>();
  readonly #loaded = new Map<string, { exports: unknown }>();
  /** Read anew and not evaluated since. */
  readonly #changed = new Set<string>();

  /** What a file exports, with every source as it is now. */
  async load(entry: string): Promise<unknown> {
    await this.#readFrom(entry);
    for (const file of this.#changed) {
      this.#loaded.delete(file);
      for (const [importer, { imports }] of this.#sources) if ([...imports.values()].includes(file)) this.#changed.add(importer);
    }
    this.#changed.clear();
    return this.#evaluated(entry);
  }

  /** What went wrong, with its places in the sources. */
  shown(error: unknown): string {
    if (isTransformFailure(error))
      return error.errors.map(({ location, text }) => `${location?.file}:${location?.line}:${location?.column}: ${text}`).join("\n");
    if (!(error instanceof Error)) return String(error);
    return (error.stack ?? error.message).replaceAll(/([^\s(]+\.ts):(\d+):(\d+)/g, (place, file: string, line, column) => {
      const source = this.#sources.get(file);
      const found = source && new SourceMap(JSON.parse(source.map)).findEntry(Number(line) - 1, Number(column) - 1);
      return found && "originalLine" in found ? `${file}:${found.originalLine + 1}:${found.originalColumn + 1}` : place;
    });
  }

  async #readFrom(entry: string): Promise<void> {
    const files = new Set([entry]);
    for (const file of files) {
      const text = readFileSync(file, "utf8");
      const known = this.#sources.get(file);
      const source = known?.text === text ? known : await transformed(file, text);
      if (source !== known) {
        this.#sources.set(file, source);
        this.#changed.add(file);
      }
      for (const target of source.imports.values()) files.add(target);
    }
  }

  #evaluated(file: string): unknown {
    const loaded = this.#loaded.get(file);
    if (loaded !== undefined) return loaded.exports;
    const { code = "", imports } = this.#sources.get(file) ?? {};
    const module = { exports: {} };
    this.#loaded.set(file, module);
    const load = (name: string) => {
      const target = imports?.get(name);
      return target === undefined ? require(name) : this.#evaluated(target);
    };
    try {
      compileFunction(code, ["require", "module", "exports", "__dirname"], { filename: file })(load, module, module.exports, dirname(file));
    } catch (error) {
      this.#loaded.delete(file);
      throw error;
    }
    return module.exports;
  }
}

async function transformed(file: string, text: string): Promise<Source> {
  const { code, map } = await transform(text, {
    loader: "ts",
    format: "cjs",
    platform: "node",
    target: "node20",
    sourcemap: "external",
    sourcefile: file,
  });
  const names = Array.from(code.matchAll(/\brequire\("(\.[^"]*)"\)/g), ([, name = ""]) => name);
  return { text, code, map, imports: new Map(names.map((name) => [name, sourceAt(join(dirname(file), name), file)])) };
}

function sourceAt(path: string, importer: string): string {
  const found = [`${path}.ts`, join(path, "index.ts")].find((file) => existsSync(file));
  if (found === undefined) throw new Error(`${importer} imports ${path}, and there is no such file; correct the import`);
  return found;
}

const isTransformFailure = (error: unknown): error is TransformFailure =>
  error instanceof Error && "errors" in error && "warnings" in error;
