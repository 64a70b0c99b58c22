import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Finding } from '../../../lib/domain/sanity/finding.ts';
import { sanity } from '../../../lib/pipeline/sanity/sanity.ts';
import type { Job } from '../../../lib/ports/jobs.ts';
import { corruptions } from '../../support/sanity/corrupted-state.ts';
import { sanitySuite } from '../../support/sanity/sanity-suite.ts';
import { type MemoryPorts, memoryPorts } from '../../support/stores.ts';
import { termTopic } from '../../support/topic/topic.ts';
import { page, smallCrawl } from '../small-crawl.ts';

let ports: MemoryPorts;
beforeAll(() => {
  ports = memoryPorts();
});
afterAll(() => ports.close());

describe('sanity', () => sanitySuite(async () => ports, corruptions));
describe('sanity in slices of two pages', () => {
  sanitySuite(async () => memoryPorts(), corruptions, { pairsAtOnce: 2 });
});

it('says that the settings of a job cannot be read, and looks no further', async () => {
  const job: Job = {
    ...{ name: 'lost', state: 'open', config: 'none', fingerprintKey: '0'.repeat(32), dueShards: 1 },
    createdAt: 0,
  };
  const found: Finding[] = [];
  for await (const finding of sanity(ports, job)) found.push(finding);
  expect(found).toMatchObject([
    { code: 'settings-unreadable', severity: 'error', subject: 'lost', repair: 'impossible' },
  ]);
});

it('takes the raw documents of off-topic pages that are kept for theirs', async () => {
  const web = { 'https://a.example/': page('owl', '/trains'), 'https://a.example/trains': page('steam') };
  const settings = { topic: termTopic('40: owl=B\n'), offTopic: { keep: 'all' } } as const;
  const crawl = await smallCrawl(web, { seeds: ['https://a.example/'], settings });
  await crawl.run(60_000);
  expect(await crawl.outcome('https://a.example/trains')).toBe('off-topic');
  const found: Finding[] = [];
  for await (const finding of sanity(crawl.ports, await crawl.job())) found.push(finding);
  expect(found).toEqual([]);
  crawl.close();
});
