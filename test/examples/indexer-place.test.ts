import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../support/architecture/imports.ts';

it('runs in a directory whose name has a space and letters beyond ASCII', () => {
  const place = join(mkdtempSync(join(tmpdir(), 'winnow-place-')), 'Büro #2 100%');
  cpSync(join(root, 'examples/indexer'), join(place, 'examples/indexer'), { recursive: true });
  mkdirSync(join(place, 'bin'));
  writeFileSync(join(place, 'package.json'), '{"type":"module"}');
  const end = { v: 2, snapshot: { job: 'birds', records: 0, point: '2026-01-01T00:00:00.000Z' } };
  writeFileSync(join(place, 'bin/winnow.js'), `console.log(${JSON.stringify(JSON.stringify(end))});`);
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', 'examples/indexer/indexer.ts', 'build', '--job', 'birds'],
    { cwd: place, encoding: 'utf8' },
  );
  expect({ status, stdout, stderr }).toEqual({
    ...{ status: 0, stdout: 'follow from 2026-01-01T00:00:00.000Z\n', stderr: '' },
  });
});
