import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import asc from 'assemblyscript/asc';

const root = join(import.meta.dirname, '..');
const sources = join(root, 'wasm');
const target = join(root, 'lib', 'base', 'wasm');

/** The modules of `wasm/`: a folder each, that begins with `index.ts`. */
export function wasmModules(): readonly string[] {
  return readdirSync(sources, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [entry.name] : [],
  );
}

/**
 * Compiles a module. Modules have no runtime and no garbage collector: what they work on stands at fixed places of their memory.
 * @throws Error with what the compiler says
 */
export async function compileWasm(name: string): Promise<Uint8Array> {
  let bytes: Uint8Array | undefined;
  const { error, stderr } = await asc.main(
    [
      ...[`${name}/index.ts`, '--baseDir', sources, '--outFile', `${name}.wasm`],
      ...['-O3', '--converge', '--noAssert', '--runtime', 'stub', '--use', 'abort=', '--enable', 'simd'],
    ],
    {
      writeFile(_file: string, contents: Uint8Array | string) {
        if (typeof contents !== 'string') bytes = contents;
      },
    },
  );
  if (error !== null || bytes === undefined) throw new Error(`wasm/${name}: ${stderr.toString()}`);
  return bytes;
}

/** The file of a module that is committed: a bundler and a worker thread need no path to find it. */
export function writtenModule(bytes: Uint8Array): string {
  return [
    '// Written by `npm run wasm` from wasm/: edit the source there.',
    `export const base64 =\n  '${Buffer.from(bytes).toString('base64')}';`,
    '',
  ].join('\n');
}

export function pathOfModule(name: string): string {
  return join(target, `${name}.ts`);
}

if (import.meta.main) {
  mkdirSync(target, { recursive: true });
  for (const name of wasmModules()) {
    const bytes = await compileWasm(name);
    writeFileSync(pathOfModule(name), writtenModule(bytes));
    console.log(`${name}: ${bytes.length} bytes`);
  }
}
