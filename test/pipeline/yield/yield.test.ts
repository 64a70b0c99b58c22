import { describe, expect, it } from 'vitest';
import type { HostName } from '../../../lib/base/url/url.ts';
import { type HostBody, openBody } from '../../../lib/domain/frontier/body.ts';
import { heldCount, pendingCount, visitedCount } from '../../../lib/domain/frontier/counters.ts';
import { yieldsOf } from '../../../lib/domain/yield/host-state.ts';
import { retryMs } from '../../../lib/pipeline/recycle/recycle.ts';
import type { Ports } from '../../../lib/ports/ports.ts';
import { override } from '../../model/override.ts';
import { CrashPlan, crashingPort } from '../../support/crash.ts';
import { testSettings } from '../../support/settings.ts';
import {
  type Answer,
  jobName,
  key,
  page,
  reharvest,
  type SmallCrawl,
  smallCrawl,
  type Web,
} from '../small-crawl.ts';

const host = 'a.example';
const dayMs = 86_400_000;
const same = 'there is nothing at this place but these few words, which every page of it says again';
const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);

async function bodyOf({ ports }: SmallCrawl): Promise<HostBody> {
  const body = await ports.hosts.body(key(host));
  return openBody(body?.bytes, { host: host as HostName, fingerprintKey: jobName });
}

/** Pages that say something, and others of which this is not known. */
function webOf(good: number, bad: number, answer: (n: number) => Answer): Web {
  const urls = [...numbers(good).map((n) => `/good/${n}`), ...numbers(bad).map((n) => `/bad/${n}`)];
  const web: Web = { [`http://${host}/`]: page('home', ...urls) };
  for (const n of numbers(good)) web[`http://${host}/good/${n}`] = page(`good ${n}`);
  for (const n of numbers(bad)) web[`http://${host}/bad/${n}`] = () => answer(n);
  return web;
}

/** A page that says what all of them say, and leads to one more. */
const saysNothing = (n: number): Answer => ({ body: `<p>${same}</p><a href="/bad/${1_000 + n}">next</a>` });

/** When each page below `/bad/` was asked for first: ms since the start. */
function badVisits({ requests }: SmallCrawl): readonly number[] {
  const first = new Map<string, number>();
  for (const { url, at } of requests) if (url.includes('/bad/') && !first.has(url)) first.set(url, at);
  return [...first.values()];
}

describe('a region that brought nothing', () => {
  it.each([
    ['said the same on every page and led to more of it', 60, 50, saysNothing],
    ['was an error on every page', 260, 220, (): Answer => ({ status: 404 })],
  ])('is found again within ten visits after it began to say something: it %s', async (...row) => {
    const [, count, most, before] = row;
    let isGood = false;
    const crawl = await smallCrawl(
      webOf(70, count, (n) => (isGood ? page(`bad ${n} is good after all`) : before(n))),
      { seeds: [`http://${host}/`] },
    );
    try {
      await crawl.run(10 * dayMs);
      const inVain = badVisits(crawl).length;
      expect(inVain).toBeLessThan(most);
      expect(heldCount(await bodyOf(crawl))).toBeGreaterThan(0);
      isGood = true;
      await crawl.run(20 * dayMs);
      const visits = badVisits(crawl).slice(inVain);
      const alone = visits.findIndex((at, i) => (visits[i + 1] ?? 0) - at < dayMs / 2);
      expect(alone).toBeLessThan(10);
      expect(heldCount(await bodyOf(crawl))).toBe(0);
    } finally {
      crawl.close();
    }
  });
});

describe('a URL of a region that is held', () => {
  it('goes when a sitemap lists it', async () => {
    let listed = '';
    const web = webOf(70, 60, saysNothing);
    web[`http://${host}/robots.txt`] = { body: `Sitemap: http://${host}/sitemap.xml` };
    web[`http://${host}/sitemap.xml`] = () => ({
      headers: { 'content-type': 'application/xml' },
      body: `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${listed}</urlset>`,
    });
    const crawl = await smallCrawl(web, { seeds: [`http://${host}/`] });
    try {
      await crawl.run();
      expect(heldCount(await bodyOf(crawl))).toBeGreaterThan(0);
      // Two of them, as one held URL may be tried anyway.
      const urls = [998, 999].map((n) => `http://${host}/bad/${n}`);
      listed = urls.map((url) => `<url><loc>${url}</loc></url>`).join('');
      await reharvest(crawl);
      await crawl.run();
      expect(await Promise.all(urls.map((url) => crawl.outcome(url)))).toEqual(['gone', 'gone']);
    } finally {
      crawl.close();
    }
  });
});

describe('a page outside of a region that is held', () => {
  it('does not speak for its URLs by being visited again', async () => {
    let visit = 0;
    const web = webOf(70, 60, saysNothing);
    const [first] = [web[`http://${host}/`]];
    const { body = '' } = first as Answer;
    web[`http://${host}/`] = () => ({ body: `${body}<p>Visit ${++visit}</p>` });
    const crawl = await smallCrawl(web, { seeds: [`http://${host}/`] });
    try {
      await crawl.run();
      const inVain = badVisits(crawl).length;
      const held = heldCount(await bodyOf(crawl));
      expect(held).toBeGreaterThan(0);
      for (let day = 0; day < 3; day++) await reharvest(crawl).then(() => crawl.run());
      expect(visit).toBe(4);
      expect(badVisits(crawl).length - inVain).toBeLessThanOrEqual(1);
    } finally {
      crawl.close();
    }
  });
});

const stores = [
  'hosts',
  'domains',
  'due',
  'gates',
  'tickets',
  'segments',
  'links',
  'records',
  'changes',
  'staged',
  'robots',
] as const;

/** A page that says what the others say, and leads to more of them. */
function sameAgain(n: number): Answer {
  return { body: `<p>${same}</p><a href="/bad/${30 + 2 * n}">more</a><a href="/bad/${31 + 2 * n}">more</a>` };
}

/** What a crawl left that died at one of its steps, and the next process finished. */
async function crawled(at: number, side: 'before' | 'after') {
  const plan = new CrashPlan();
  const through = (ports: Ports): Ports => ({
    ...ports,
    ...Object.fromEntries(stores.map((name) => [name, crashingPort<object>(ports[name], plan)])),
  });
  const crawl = await smallCrawl(webOf(8, 30, sameAgain), {
    ...{ seeds: [`http://${host}/`], through },
    settings: {
      documents: { keep: false, compression: 'gzip' },
      turn: { ...testSettings(jobName).turn, maxPages: 20 },
    },
  });
  try {
    plan.arm(at, side);
    await crawl.run().catch(() => undefined);
    const crashed = await plan.disarm();
    await crawl.stores.clock.advance(retryMs);
    await crawl.tick();
    await crawl.run(20_000_000);
    const body = await bodyOf(crawl);
    const { fetched, relevant } = yieldsOf(body).host;
    const held = heldCount(body);
    return {
      crashed,
      relevant,
      held,
      waiting: pendingCount(body) - held,
      uncounted: visitedCount(body) - fetched,
    };
  } finally {
    crawl.close();
  }
}

describe('a process that dies at any await of a crawl that holds URLs', () => {
  it('counts each fetch once, and holds the same', async () => {
    const { held } = await crawled(Number.POSITIVE_INFINITY, 'before');
    expect(held).toBeGreaterThan(0);
    // Every one with `WINNOW_TEST_FULL`.
    const stride = process.env.WINNOW_TEST_FULL === '1' ? 1 : 5;
    let steps = 0;
    for (let crashed = true; crashed; steps += stride) {
      for (const side of ['before', 'after'] as const) {
        const left = await crawled(steps, side);
        crashed = left.crashed;
        expect(left, `crashed ${side} step ${steps}`).toEqual({
          crashed,
          relevant: 0,
          held,
          waiting: 0,
          uncounted: 0,
        });
      }
    }
    expect(steps).toBeGreaterThan(20);
  }, 600_000);
});

describe('pages of a host in good repair', () => {
  it('are read for what they say eight times and then once in eight', async () => {
    let read = 0;
    const crawl = await smallCrawl(
      webOf(88, 0, () => ({ status: 404 })),
      {
        seeds: [`http://${host}/`],
        through: (ports) => ({
          ...ports,
          reader: override(ports.reader, {
            async read(request) {
              if (request.sketch) read++;
              return await ports.reader.read(request);
            },
          }),
        }),
      },
    );
    try {
      await crawl.run(dayMs);
      expect(visitedCount(await bodyOf(crawl))).toBe(89);
      expect(read).toBe(1 + 8 + 10);
    } finally {
      crawl.close();
    }
  });
});
