import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { transformSync } from 'esbuild';
import { standIns } from '../lib/infra/bundle/bundle.ts';
import { writeConsole } from './bundle-console.ts';
import { bundleCompiled } from './bundle-programs.ts';
import { prune } from './prune.ts';
import { vendor } from './vendor.ts';

const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');

/** Writes `dist/`, which the package ships: Node strips no types from files under `node_modules`. `npm pack` runs it first. */
function build(): void {
  rmSync(dist, { recursive: true, force: true });
  const compiler = join(
    dirname(createRequire(import.meta.url).resolve('typescript/package.json')),
    'bin',
    'tsc',
  );
  execFileSync(process.execPath, [compiler, '-p', join(import.meta.dirname, 'tsconfig.json')], {
    stdio: 'inherit',
  });
  for (const path of globSync('**/*.d.ts', { cwd: dist })) nameCompiledModules(join(dist, path));
  prune(dist, '.d.ts', exported('types'));
  vendor(dist, root);
  prune(dist, '.js', [
    ...exported('default'),
    ...globSync('functions/*.js', { cwd: dist }),
    ...Object.values(standIns).map((path) => `${path}.js`),
    ...bundleCompiled(dist),
  ]);
  // What comes before looks for imports as the compiler writes them.
  for (const path of globSync('{bin,functions,lib}/**/*.js', { cwd: dist })) shrink(join(dist, path));
  writeConsole(dist);
  // What `winnow crawl` serves and crawls when it is given no job, and the texts of the taxonomy to start from.
  for (const path of ['job.yaml', 'topic.txt', 'web', 'master-taxonomy'])
    cpSync(join(root, 'examples', path), join(dist, 'examples', path), {
      recursive: true,
      // The package has the README beside it, where its links lead somewhere.
      filter: (file) => !file.endsWith('README.md'),
    });
}

/** The files of the package's exports, relative to `dist`. */
function exported(kind: 'types' | 'default'): readonly string[] {
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    readonly exports: Readonly<Record<string, string | { readonly [_ in typeof kind]: string }>>;
  };
  return Object.values(exports).flatMap((one) =>
    typeof one === 'string' ? [] : [one[kind].replace('./dist/', '')],
  );
}

/** The compiler renames imports in code but not in declarations, and the package has no `.ts` files to find. Indentation goes. */
function nameCompiledModules(path: string): void {
  const text = readFileSync(path, 'utf8');
  const named = text.replaceAll(
    /(from |import\(|declare module )(['"])(\.{1,2}\/[^'"]+)\.ts\2/g,
    '$1$2$3.js$2',
  );
  writeFileSync(path, named.replaceAll(/^ +/gm, ''));
}

/** Without comments, which declarations have as well (a seventh of the code), and indentation (a sixth of the rest). Names and short lines stay, so that errors can be read. */
function shrink(path: string): void {
  const options = {
    format: 'esm',
    target: 'esnext',
    legalComments: 'none',
    minifyWhitespace: true,
    minifySyntax: true,
  } as const;
  writeFileSync(path, transformSync(readFileSync(path, 'utf8'), { ...options, lineLimit: 100 }).code);
}

/** npm fails where the folder that it packs into is not there, after all the work. */
function makeDestination(): void {
  const { npm_config_pack_destination: destination = '' } = process.env;
  if (destination !== '') mkdirSync(destination, { recursive: true });
}

makeDestination();
build();
