#!/usr/bin/env node
// Plain JavaScript, so that any Node can read it: it runs winnow.ts on a Node that is new enough, or says which is.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major > 24 || (major === 24 && minor >= 16)) {
  // Compiled code and stripped types are kept between runs: a command starts in two thirds of the time.
  const { enableCompileCache } = await import('node:module');
  enableCompileCache();
  await import('./winnow.ts');
} else {
  const executable = process.platform === 'win32' ? 'node.exe' : 'node';
  const bundled = fileURLToPath(
    new URL(
      `../node_modules/node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}/bin/${executable}`,
      import.meta.url,
    ),
  );
  if (existsSync(bundled)) {
    const { runOn } = await import('./run-on.js');
    await runOn(bundled, fileURLToPath(new URL('winnow.ts', import.meta.url)), process.argv.slice(2));
  } else {
    process.stderr.write(
      `winnow: Node 24.16 or later is needed, this is ${process.versions.node}: see https://nodejs.org/\n`,
    );
    process.exitCode = 1;
  }
}
