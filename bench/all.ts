/** Every benchmark in turn: `npm run bench`. Each prints its own tables, and can be run by itself. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const benches = [
  'embedded',
  'memory',
  'fetch',
  'read-page',
  'hostile-shapes',
  'urls',
  'robots',
  'sitemaps',
  'host-body',
  'embedded-stores',
  'first-page',
  'large-directory',
  'units',
  'traps',
  'yield',
  'beside-hostile',
  'politeness',
  'strategies',
  'topic',
  'classify',
  'scope',
  'freshness',
  'reharvest',
  'sanity',
  'kills',
];

for (const name of benches) {
  const file = fileURLToPath(new URL(`${name}.ts`, import.meta.url));
  if (!existsSync(file)) continue;
  console.log(`\n## ${name}\n`);
  const { status } = spawnSync(process.execPath, [file], { stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
