import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { order } from '../../../lib/operations/order.ts';
import { openEmbedded } from '../../../lib/runtime/embedded/embedded.ts';
import { settled } from '../../support/clock.ts';
import { testSettings } from '../../support/settings.ts';

const asker = { by: 'ann', reason: 'asked' };
const what = { job: 'birds', host: 'b.example' };

it('one process at a time erases in a data directory: a guest is told what would go, and erases nothing', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'winnow-desk-'));
  const worker = await openEmbedded(directory, 'worker', { workers: false });
  try {
    await worker.ensureJob(testSettings('birds'));
    await order('block', worker.place, { scope: { host: 'b.example' }, purge: true }, asker);
    await settled();
    const guest = await openEmbedded(directory, 'guest');
    await expect(order('erase', guest.place, { ...what, confirmed: true }, asker)).rejects.toThrow(
      /only the process/,
    );
    expect(await order('erase', guest.place, what, asker)).toMatchObject({ hosts: 0 });
    await guest.close();
    expect(await order('erase', worker.place, { ...what, confirmed: true }, asker)).toMatchObject({
      hosts: 0,
    });
    await expect(openEmbedded(directory, 'worker')).rejects.toMatchObject({ code: 'locked' });
  } finally {
    await worker.close();
    rmSync(directory, { recursive: true });
  }
});
