import { expect, it } from 'vitest';
import type { Finding } from '../../lib/domain/sanity/finding.ts';
import { sanity } from '../../lib/pipeline/sanity/sanity.ts';
import type { Job } from '../../lib/ports/jobs.ts';
import { memoryPorts } from '../support/stores.ts';

it('says that the settings of a job cannot be read, and looks no further', async () => {
  const ports = memoryPorts();
  const job: Job = {
    ...{ name: 'lost', state: 'open', config: 'none', fingerprintKey: '0'.repeat(32), dueShards: 1 },
    createdAt: 0,
  };
  const found: Finding[] = [];
  for await (const finding of sanity(ports, job)) found.push(finding);
  expect(found).toMatchObject([
    { code: 'settings-unreadable', severity: 'error', subject: 'lost', repair: 'impossible' },
  ]);
  ports.close();
});
