#!/usr/bin/env node
// Nothing may be imported before the check, and nothing in this file may be more than JavaScript.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major > 24 || (major === 24 && minor >= 16)) {
  const [{ main }, { processIo }] = await Promise.all([import('./main.ts'), import('./process-io.ts')]);
  process.exitCode = await main(process.argv.slice(2), processIo());
} else {
  process.stderr.write(
    `winnow: Node 24.16 or later is needed, this is ${process.versions.node}: see https://nodejs.org/\n`,
  );
  process.exitCode = 1;
}
