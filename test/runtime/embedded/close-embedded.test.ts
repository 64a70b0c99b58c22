import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openEmbedded } from '../../../lib/runtime/embedded/embedded.ts';

it('gives the data directory back although its bundles cannot be finished, as on a full disk', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'winnow-close-'));
  try {
    const first = await openEmbedded(directory, 'worker', { workers: false });
    // What cannot be read cannot be finished either.
    const bundle = join(directory, 'bundles', 'a', '20261121-0123456789ab-00001.warc.gz');
    mkdirSync(bundle, { recursive: true });
    writeFileSync(`${bundle}.open`, '');
    await expect(first.close()).rejects.toThrow('EISDIR');
    rmSync(join(directory, 'bundles'), { recursive: true });
    await (await openEmbedded(directory, 'worker', { workers: false })).close();
  } finally {
    rmSync(directory, { recursive: true });
  }
});
