import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Finding } from '../../../lib/capabilities/sanity/flaws/finding.ts';
import { sanity } from '../../../lib/capabilities/sanity/sanity.ts';
import type { Job } from '../../../lib/ports/jobs.ts';
import { override } from '../../model/override.ts';
import { page, smallCrawl } from '../../pipeline/small-crawl.ts';
import { corruptions } from '../../support/sanity/corrupted-state.ts';
import { sanitySuite } from '../../support/sanity/sanity-suite.ts';
import { type MemoryPorts, memoryPorts } from '../../support/stores.ts';
import { termTopic } from '../../support/topic/topic.ts';

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

it('takes what turns staged for needed until they are published, or another attempt was committed', async () => {
  let [dying, untold] = [false, false];
  const url = 'https://a.example/';
  const crawl = await smallCrawl(
    { [url]: page('owl one') },
    {
      seeds: [url],
      settings: { documents: { keep: false, compression: 'gzip' } },
      through: (all) => ({
        ...all,
        staged: override(all.staged, {
          async put(job, id, lines) {
            await all.staged.put(job, id, lines);
            if (dying) throw new Error('killed before its commit');
          },
        }),
        changes: override(all.changes, {
          put: (job, name, lines) =>
            untold
              ? Promise.reject(new Error('killed behind its commit'))
              : all.changes.put(job, name, lines),
        }),
      }),
    },
  );
  const found = async (repair = false): Promise<readonly string[]> => {
    const codes: string[] = [];
    for await (const { code } of sanity(crawl.ports, await crawl.job(), { repair })) codes.push(code);
    return codes;
  };
  const staged = async (): Promise<number> => (await crawl.ports.staged.list('birds')).length;
  dying = true;
  await expect(crawl.run()).rejects.toThrow('before its commit');
  expect([await staged(), await found(true), await staged()]).toEqual([1, [], 1]);
  dying = false;
  untold = true;
  await crawl.stores.clock.advance(3_600_000);
  await expect(crawl.run(3_600_000)).rejects.toThrow('behind its commit');
  // What the first attempt staged went with the commit of the second one.
  expect([await staged(), await found(true), await staged()]).toEqual([1, [], 1]);
  untold = false;
  await crawl.stores.clock.advance(3_600_000);
  await crawl.run(3_600_000);
  expect(await crawl.outcome(url)).toBe('stored');
  expect([await staged(), await found()]).toEqual([0, []]);
  crawl.close();
});
