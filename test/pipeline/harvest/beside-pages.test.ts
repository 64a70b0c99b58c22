import { expect, it } from 'vitest';
import type { CanonicalUrl, HostName } from '../../../lib/base/url/url.ts';
import { mailOf, noDepartures, sendRequisite } from '../../../lib/pipeline/turn/departures.ts';
import { testSettings } from '../../support/settings.ts';
import { jobName, page, reharvest, smallCrawl } from '../small-crawl.ts';

const host = 'shown.example' as HostName;
const picture = 'http://shown.example/a.png' as CanonicalUrl;
const png = { headers: { 'content-type': 'image/png' }, body: 'a picture' };

it('what pages show on another host is asked for, and tells nothing of that host: no figure, no sitemap, no try', async () => {
  const home = page('wrens', '/more');
  const shown = '<img src="http://shown.example/a.png"><img src="http://shown.example/b.png">';
  const web = {
    'http://site.example/': { body: home.body + shown },
    'http://site.example/more': { body: page('more wrens').body + shown },
    'http://shown.example/robots.txt': { body: 'Sitemap: http://shown.example/map.xml' },
    [picture]: png,
    'http://shown.example/b.png': { status: 302, headers: { location: '/c.png' } },
    'http://shown.example/c.png': png,
  };
  const { documents } = testSettings(jobName);
  const settings = { documents: { ...documents, keep: 'all' as const } };
  const crawl = await smallCrawl(web, { seeds: ['http://site.example/'], settings });
  const turns = await crawl.run(60_000);
  expect(turns.filter((turn) => turn.host === host)).toMatchObject([{ visits: [], beside: 3 }]);
  const asked = () => crawl.requests.map(({ url }) => url).filter((url) => url.startsWith('http://shown.'));
  expect(asked().toSorted()).toEqual([
    ...['http://shown.example/a.png', 'http://shown.example/b.png', 'http://shown.example/c.png'],
    'http://shown.example/robots.txt',
  ]);
  const { counters } = (await crawl.ports.hosts.control({ job: jobName, host })) ?? {};
  expect(counters).toMatchObject({ pending: 0, visited: 0, outcomes: {}, unsupported: {}, bytes: 18 });
  const before = asked().length;
  await reharvest(crawl);
  await crawl.run(60_000);
  expect(asked().slice(before)).toContain(picture);
  crawl.close();
});

it('what many pages of a turn show on another host is sent there once', () => {
  const departures = noDepartures();
  for (let n = 0; n < 3; n += 1) sendRequisite(departures, host, { url: picture, depth: 1, rank: 1 });
  expect(mailOf(departures, { hostHops: 0, again: 'v1' })).toEqual([
    { host, message: { candidates: [{ url: picture, depth: 1, rank: 1 }], hostHops: 1 } },
  ]);
});
