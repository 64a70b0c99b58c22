import { afterEach, describe, expect, it } from 'vitest';
import { WinnowError } from '../../../lib/base/error.ts';
import { failuresOf } from '../../../lib/pipeline/job/job-failures.ts';
import { quarantinedHosts } from '../../../lib/pipeline/job/quarantine.ts';
import type { Ports } from '../../../lib/ports/ports.ts';
import type { TopicSettings } from '../../../lib/topic/judging/topic-settings.ts';
import { testSettings } from '../../support/settings.ts';
import { jobName, key, page, type SmallCrawl, smallCrawl } from '../small-crawl.ts';

const web = {
  'http://a.example/': page('home', 'http://a.example/1', 'http://a.example/2'),
  'http://a.example/1': page('one'),
  'http://a.example/2': page('two'),
};
const fetchSettings = { ...testSettings(jobName).fetch, credentials: 'members' };

let crawl: SmallCrawl;
afterEach(() => crawl.close());

/** An installation that may lack a secret, as it answers before a turn and during one. */
async function installation(has: { before: boolean; during: boolean }): Promise<void> {
  const lack = () => new WinnowError('config', "there is no secret 'members'");
  const through = (ports: Ports): Ports => ({
    ...ports,
    fetcher: {
      ...ports.fetcher,
      async ready() {
        if (!has.before) throw lack();
      },
      async fetch(request) {
        if (request.credentials !== undefined && !has.during) throw lack();
        return await ports.fetcher.fetch(request);
      },
    },
  });
  crawl = await smallCrawl(web, {
    seeds: ['http://a.example/'],
    settings: { fetch: fetchSettings },
    through,
  });
}

async function expectAllStored(): Promise<void> {
  for (const url of Object.keys(web)) expect(await crawl.outcome(url)).toBe('stored');
  expect(await failuresOf(crawl.ports, jobName)).toEqual([]);
}

describe('what the installation lacks', () => {
  it('keeps a turn from beginning, and costs its host nothing but time', async () => {
    const has = { before: false, during: false };
    await installation(has);
    const day = 86_400_000;
    const turns = await crawl.run(day);
    expect(new Set(turns.map(({ result }) => result))).toEqual(new Set(['put-back']));
    expect(turns[0]?.lacks).toEqual({ code: 'config', message: "there is no secret 'members'" });
    // The rests grow to an hour.
    expect(turns.length).toBeGreaterThan(20);
    expect(turns.length).toBeLessThan(50);
    expect(crawl.requests).toEqual([]);
    const control = await crawl.ports.hosts.control(key('a.example'));
    expect(control).toMatchObject({ state: 'due', attempts: 0, counters: { pending: 0, outcomes: {} } });
    expect(control?.care).toBeUndefined();
    expect(await quarantinedHosts(crawl.ports, jobName)).toEqual([]);
    expect(await failuresOf(crawl.ports, jobName)).toMatchObject([{ work: 'harvest', code: 'config' }]);

    Object.assign(has, { before: true, during: true });
    await crawl.run(2 * 3_600_000);
    await expectAllStored();
  });

  it('raises no suspicion against a page when it is missed during a turn', async () => {
    const has = { before: true, during: false };
    await installation(has);
    for (let times = 0; times < 6; times += 1) {
      await expect(crawl.tick()).rejects.toThrow('there is no secret');
      await crawl.stores.clock.advance(60_000);
      const control = await crawl.ports.hosts.control(key('a.example'));
      expect(control?.care?.suspect).toBeUndefined();
    }
    has.during = true;
    await crawl.run(3_600_000);
    await expectAllStored();
  });

  it('is a model of the topic, too', async () => {
    const model = { digest: 'f'.repeat(64), file: 'birds.svm' };
    const topic: TopicSettings = {
      filters: [{ kind: 'svm', id: 'svm', ...model, good: ['good'], crawlOnly: [], minRelevance: 0.5 }],
      ...{ match: 'all', sitesOk: [], followOffTopic: false },
    };
    crawl = await smallCrawl(web, { seeds: ['http://a.example/'], settings: { topic } });
    const [turn] = await crawl.tick();
    expect(turn?.lacks).toMatchObject({ code: 'not-found', message: expect.stringContaining('birds.svm') });
    expect(crawl.requests).toEqual([]);
  });
});
