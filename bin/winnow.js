#!/usr/bin/env node
// Plain JavaScript, so that any Node can read it: it runs the command line on a Node that is new enough, or says which is.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const here = (path) => new URL(path, import.meta.url);
const script = findScript();
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major > 24 || (major === 24 && minor >= 16)) {
  // Compiled code and stripped types are kept between runs: a command starts in two thirds of the time.
  const { enableCompileCache } = await import('node:module');
  enableCompileCache();
  await import(script.href);
} else {
  const bundled = findBundledNode();
  if (bundled) {
    const { runOn } = await import('./run-on.js');
    await runOn(fileURLToPath(bundled), fileURLToPath(script), process.argv.slice(2));
  } else {
    process.stderr.write(
      `winnow: Node 24.16 or later is needed, this is ${process.versions.node}: see https://nodejs.org/\n`,
    );
    process.exitCode = 1;
  }
}

/**
 * A checkout runs its sources, or what its tests and measurements bundle of them as the package has it: Node strips no types under
 * node_modules.
 */
function findScript() {
  if (!existsSync(here('winnow.ts'))) return here('../dist/bin/winnow.js');
  const bundled = process.env.WINNOW_BUNDLED;
  return bundled ? pathToFileURL(join(bundled, 'winnow.js')) : here('winnow.ts');
}

/** The optional dependency that is a Node: in a checkout below it, in an installation mostly beside it. */
function findBundledNode() {
  const isWindows = process.platform === 'win32';
  const path = `node-${isWindows ? 'win' : process.platform}-${process.arch}/bin/${isWindows ? 'node.exe' : 'node'}`;
  return [here(`../node_modules/${path}`), here(`../../${path}`)].find((url) => existsSync(url));
}
