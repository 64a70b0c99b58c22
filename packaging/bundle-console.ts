import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { buildSync } from 'esbuild';
import { knownSettings } from './known-settings.ts';

const root = join(import.meta.dirname, '..');
const sources = join(root, 'lib/faces/console/browser');

/** Packages that are part of what the browser gets. */
export const inConsole: readonly string[] = ['htm', 'preact'];

/** What the browser gets of the console, by name. */
export function bundleConsole(): Readonly<Record<string, string>> {
  const { outputFiles } = buildSync({
    entryPoints: [join(sources, 'main.ts'), join(sources, 'style.css')],
    outdir: sources,
    bundle: true,
    splitting: true,
    platform: 'browser',
    target: 'es2022',
    format: 'esm',
    minify: true,
    logLevel: 'error',
    write: false,
  });
  const made = outputFiles.map(({ path, text }) => [basename(path), text] as const);
  const asTheyAre = ['index.html', 'icon.svg'].map(
    (name) => [name, readFileSync(join(sources, name), 'utf8')] as const,
  );
  const settings = ['settings.json', JSON.stringify(knownSettings(root))] as const;
  return Object.fromEntries([...asTheyAre, settings, ...made]);
}

/** Writes the console into compiled code, from where the package serves it, and the licences of what is in it. */
export function writeConsole(dist: string): void {
  const folder = join(dist, 'console');
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(bundleConsole())) writeFileSync(join(folder, name), text);
  for (const name of inConsole)
    cpSync(join(root, 'node_modules', name, 'LICENSE'), join(dist, 'vendor', name, 'LICENSE'));
}

// A server in a checkout asks for what it serves.
if (import.meta.main) process.stdout.write(JSON.stringify(bundleConsole()));
