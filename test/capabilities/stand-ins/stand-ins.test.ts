import { describe, expect, it } from 'vitest';
import type { HostName } from '../../../lib/base/url/url.ts';
import { openBody } from '../../../lib/domain/frontier/body.ts';
import { yieldsOf } from '../../../lib/domain/yield/host-state.ts';
import { reharvest, type SmallCrawl, smallCrawl, type Web } from '../../pipeline/small-crawl.ts';
import { ownWords } from '../../support/own-words.ts';
import { defaultContentSettings } from '../../support/settings.ts';

const host = 'a.example' as HostName;
const url = (path: string) => `http://${host}${path}`;
const lost = Array.from({ length: 12 }, (_, n) => `/old/${n}`);

const nothing = (path: string) =>
  `<title>Page not found</title><h1>Page not found</h1><p>Sorry, ${path} does not exist. ${ownWords(path)}</p>`;

function webOf(): Web {
  const links = lost.map((path) => `<a href="${path}">x</a>`).join(' ');
  return {
    [url('/')]: { body: `<title>Owls</title><p>${ownWords('owls')}</p>${links}` },
    ...Object.fromEntries(lost.map((path) => [url(path), { body: nothing(path) }])),
  };
}

const settings = (standIns: 'drop' | 'keep') => ({ content: { ...defaultContentSettings, standIns } });

/** Fetches of the region of what is lost, and those of them that brought something. */
async function region({ ports, job }: SmallCrawl) {
  const { fingerprintKey } = await job();
  const stored = await ports.hosts.body({ job: 'birds', host });
  const { fetched, brought } =
    yieldsOf(openBody(stored?.bytes, { host, fingerprintKey })).regions.get('/old/#') ?? {};
  return { fetched, brought };
}

describe('a stand-in', () => {
  it.each(['drop', 'keep'] as const)('brings nothing, whatever it says (%s)', async (policy) => {
    const crawl = await smallCrawl(webOf(), { seeds: [url('/')], settings: settings(policy) });
    await crawl.run();
    expect(await region(crawl)).toEqual({ fetched: lost.length, brought: 0 });
    expect(await crawl.outcome(url('/old/3'))).toBe(policy === 'drop' ? 'denied' : 'stored');
    crawl.close();
  });

  it('in place of a page of the collection ends its record, and the page comes back with a new one', async () => {
    const crawl = await smallCrawl(webOf(), { seeds: [url('/')], settings: settings('drop') });
    const page = { body: `<title>An owl</title><p>${ownWords('an owl')}</p>` };
    crawl.web[url('/old/0')] = page;
    await crawl.run();
    expect(await crawl.outcome(url('/old/0'))).toBe('stored');
    crawl.web[url('/old/0')] = { body: nothing('/old/0') };
    await reharvest(crawl);
    await crawl.run();
    expect((await crawl.changes()).at(-1)).toMatchObject({
      change: 'deleted',
      url: url('/old/0'),
      cause: 'denied',
    });
    crawl.web[url('/old/0')] = page;
    await reharvest(crawl);
    await crawl.run();
    expect(await crawl.outcome(url('/old/0'))).toBe('stored');
    crawl.close();
  });
});
