#!/usr/bin/env node
// Plain JavaScript, so that any Node can read it: it runs the command line on a Node that is new enough, or says which is.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const here = (path) => new URL(path, import.meta.url);
// A checkout runs its sources; the package has them compiled, because Node strips no types under node_modules.
const script = existsSync(here('winnow.ts')) ? here('winnow.ts') : here('../dist/bin/winnow.js');
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

/** The optional dependency that is a Node: in a checkout below it, in an installation mostly beside it. */
function findBundledNode() {
  const isWindows = process.platform === 'win32';
  const path = `node-${isWindows ? 'win' : process.platform}-${process.arch}/bin/${isWindows ? 'node.exe' : 'node'}`;
  return [here(`../node_modules/${path}`), here(`../../${path}`)].find((url) => existsSync(url));
}
