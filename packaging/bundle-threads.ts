import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { buildSync } from 'esbuild';
import { leanUndici, requireBanner } from '../lib/infra/bundle/bundle.ts';

/** What threads of one machine run, by path without extension. */
const threads = [
  'lib/runtime/workers/harvest-worker',
  'lib/adapters/reading/reader-worker',
  'lib/adapters/plugins/plugin-worker',
];
/** What some load from beside themselves, a megabyte that is not bundled again. */
const detector = 'lib/domain/analysis/eld-detector';

/**
 * Bundles each thread of one machine, with the packages that it uses: one starts with a fifth of the CPU that its 870 modules
 * take.
 * @param root of a checkout, or of compiled code
 * @param outDir below the same package.json as `root`; made when missing
 */
export function bundleThreads(root: string, extension: '.ts' | '.js', outDir: string): void {
  mkdirSync(outDir, { recursive: true });
  buildSync({
    entryPoints: threads.map((path) => join(root, `${path}${extension}`)),
    outdir: outDir,
    // Flat: threads find each other beside themselves.
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
    banner: { js: requireBanner },
    ...leanUndici,
    logLevel: 'error',
  });
  importing(join(outDir, `${basename(detector)}.js`), join(root, `${detector}${extension}`));
}

/** Bundles the threads of the compiled package; the files that they had before only import the bundles. */
export function bundleCompiled(dist: string): void {
  const outDir = join(dist, 'threads');
  bundleThreads(dist, '.js', outDir);
  for (const path of threads) {
    importing(join(dist, `${path}.js`), join(outDir, `${basename(path)}.js`));
  }
}

/** Writes a module that has what another one has. */
function importing(file: string, target: string): void {
  writeFileSync(file, `export * from '${relative(dirname(file), target).replaceAll('\\', '/')}';\n`);
}
