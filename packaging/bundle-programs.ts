import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { buildSync } from 'esbuild';
import { leanUndici, requireBanner } from '../lib/infra/bundle/bundle.ts';

/** The command line, and the threads and processes that it starts: by path without extension. */
const programs = [
  'bin/winnow',
  'lib/runtime/workers/harvest-worker',
  'lib/adapters/reading/reader-worker',
  'lib/adapters/converting/convert-worker',
  'lib/adapters/plugins/plugin-worker',
  'lib/adapters/system/worker-process-main',
  'lib/runtime/embedded/latent-worker',
  'lib/runtime/embedded/sinks-worker',
  'lib/runtime/workers/copy-child',
  'lib/adapters/sql/query-child',
  'lib/adapters/sql/query-watch',
  'lib/adapters/sinks/sqlite/search-child',
];
/** What some load from beside themselves: a megabyte that is not bundled again, and what few crawls are watched with. */
const beside = ['lib/base/language/eld-detector', 'lib/capabilities/telemetry/open-telemetry'];
/** Packages that few commands load, megabytes that are not bundled either. */
const apart = ['@aws-sdk/*', '@smithy/*', 'unpdf'];

/**
 * Bundles each program of one machine, with the packages that it uses: a command starts in half the time, and a worker with a
 * fifth of the CPU, that their 400 and 870 modules take.
 * @param root of a checkout, or of compiled code
 * @param outDir below the same package.json as `root`; made when missing
 */
export function bundlePrograms(root: string, extension: '.ts' | '.js', outDir: string): void {
  mkdirSync(outDir, { recursive: true });
  const { outputFiles } = buildSync({
    entryPoints: programs.map((path) => join(root, `${path}${extension}`)),
    outdir: outDir,
    // Flat: programs find each other beside themselves.
    entryNames: '[name]',
    bundle: true,
    splitting: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    // As in the functions: packages that offer an ES module shrink to the parts in use.
    mainFields: ['module', 'main'],
    // Names stay, so that errors can be read.
    minifyWhitespace: true,
    minifySyntax: true,
    legalComments: 'none',
    ...leanUndici,
    external: [...leanUndici.external, ...apart, join(root, 'vendor', '*')],
    logLevel: 'error',
    write: false,
  });
  // Node asks for the nearest package.json of each file that it loads: 5 % of the CPU of a start went into the package's own.
  writeFileSync(join(outDir, 'package.json'), '{"type":"module"}\n');
  // One file in a hundred uses `require`, and Node resolves what each file imports.
  for (const { path, text } of outputFiles)
    writeFileSync(path, /\brequire\b/.test(text) ? `${requireBanner}\n${text}` : text);
  for (const path of beside)
    importing(join(outDir, `${basename(path)}.js`), join(root, `${path}${extension}`));
}

/**
 * Bundles the programs of the compiled package: the files that they had before only import the bundles.
 * @returns the files that are begun with, relative to `dist`
 */
export function bundleCompiled(dist: string): readonly string[] {
  const outDir = join(dist, 'bundled');
  bundlePrograms(dist, '.js', outDir);
  for (const path of programs) importing(join(dist, `${path}.js`), join(outDir, `${basename(path)}.js`));
  return [...programs, ...beside.map((path) => `bundled/${basename(path)}`)].map((path) => `${path}.js`);
}

/** Writes a module that has what another one has. */
function importing(file: string, target: string): void {
  writeFileSync(file, `export * from '${relative(dirname(file), target).replaceAll('\\', '/')}';\n`);
}
