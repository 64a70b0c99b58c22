import { readdirSync } from 'node:fs';
import { dirname, extname, join, resolve } from 'node:path';
import type { BuildOptions } from 'esbuild';
import { WinnowError } from '../../base/error.ts';
import { pluginDigest, pluginExtensions } from '../../config/job/plugin-files.ts';
import { requireBanner } from './bundle.ts';
import { esbuild } from './esbuild.ts';

const root = join(import.meta.dirname, '..', '..', '..');

/** Not minified, so that errors of plug-ins can be read. */
const readable: BuildOptions = {
  bundle: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  mainFields: ['module', 'main'],
  banner: { js: requireBanner },
  logLevel: 'error',
};

/**
 * Bundles the plug-ins of a directory, each with its imports, beside the bundle of a function: as
 * `<outDir>/plugins/<digest>.mjs`; and the thread and process in which they run.
 * @param directory its own modules are bundled, without tests, declarations and subfolders
 * @returns the digests, in the order of the file names
 * @throws WinnowError `config` for a directory that cannot be read or has no module, and for a module that cannot be
 *   bundled
 */
export function bundlePlugins(directory: string, outDir: string): readonly string[] {
  const modules = modulesIn(directory);
  if (modules.length === 0) throw new WinnowError('config', `plugins: there is no module in ${directory}`);
  const digests = modules.map((path) => {
    const digest = pluginDigest(path, `plugins: ${path}`);
    build(path, resolve(outDir, 'plugins', `${digest}.mjs`));
    return digest;
  });
  for (const [folder, name] of besides) {
    const source = join(root, 'lib', 'adapters', folder, `${name}${extname(import.meta.filename)}`);
    build(source, resolve(outDir, `${name}.mjs`));
  }
  return digests;
}

/** Where plug-ins run. */
const besides = [
  ['plugins', 'plugin-worker'],
  ['system', 'worker-process-main'],
] as const;

function modulesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory)
      .filter((name) => pluginExtensions.includes(extname(name)) && !/\.(?:d|test)\.m?[jt]s$/.test(name))
      .sort()
      .map((name) => resolve(directory, name));
  } catch (error) {
    throw new WinnowError('config', `plugins: ${error instanceof Error ? error.message : error}`, {
      cause: error,
    });
  }
}

function build(path: string, outfile: string): void {
  try {
    // Source names in comments are relative to the plug-in's folder: the same wherever the command runs.
    esbuild().buildSync({ ...readable, absWorkingDir: dirname(path), entryPoints: [path], outfile });
  } catch (error) {
    throw new WinnowError('config', `plugins: ${path}: ${error instanceof Error ? error.message : error}`, {
      cause: error,
    });
  }
}
