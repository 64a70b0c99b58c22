import { describe, expect, it } from 'vitest';
import { WinnowError } from '../../../lib/base/error.ts';
import type { HostName } from '../../../lib/base/url/url.ts';
import { sanity } from '../../../lib/capabilities/sanity/sanity.ts';
import type { Budgets } from '../../../lib/domain/frontier/budgets/budgets.ts';
import { summarise } from '../../../lib/pipeline/report/summary.ts';
import type { Ports } from '../../../lib/ports/ports.ts';
import type { FetchRequest } from '../../../lib/ports/web.ts';
import { workOf } from '../../e2e/support/work-of.ts';
import { testSettings } from '../../support/settings.ts';
import { type Answer, jobName, page, type SmallCrawl, smallCrawl, type Web } from '../small-crawl.ts';

/** Prose that no other number has: twenty words made of its digits. */
function prose(number: number): string {
  const word = (i: number): string =>
    [...String((number + 1) * 7_919 * (i + 3))].map((digit) => 'bcdfghjklm'[Number(digit)]).join('a');
  return Array.from({ length: 20 }, (_, i) => word(i)).join(' ');
}

const same = 'welcome to a place where the same few words greet whoever comes by day or by night';

/** A web whose pages are made as they are asked for. */
function madeUp(answer: (url: URL) => Answer | undefined): Web {
  const serve = ({ url }: FetchRequest): Answer =>
    (url.endsWith('/robots.txt') ? undefined : answer(new URL(url))) ?? { status: 404, body: 'none' };
  return new Proxy({} as Web, { get: () => serve });
}

async function crawled(
  web: Web,
  seeds: readonly string[],
  budgets: Partial<Budgets> = {},
  more: Partial<Parameters<typeof smallCrawl>[1]> = {},
): Promise<SmallCrawl> {
  const settings = { budgets: { ...testSettings('t').budgets, ...budgets }, ...more.settings };
  const crawl = await smallCrawl(web, { ...more, seeds, settings });
  await crawl.run(3_600_000);
  return crawl;
}

function fetched({ requests }: SmallCrawl): readonly string[] {
  return requests.map(({ url }) => url).filter((url) => !url.endsWith('/robots.txt'));
}

/** Hosts below `site.example` that are made up as they are linked to, each with `links` to others. */
function explosion(links: number, text: (url: URL) => string): Web {
  let made = 0;
  return madeUp((url) => {
    if (url.pathname !== '/') return undefined;
    const others = Array.from({ length: links }, () => `http://made${++made}up.site.example/`);
    // No words of its own but these: such hosts say the same.
    return { body: `<p>${text(url)}</p>${others.map((to) => `<a href="${to}">link</a>`).join(' ')}` };
  });
}

describe('subdomains that a server makes up', () => {
  it('cost a few fetches when they all say the same', async () => {
    const crawl = await crawled(
      explosion(5, () => same),
      ['http://site.example/'],
    );
    expect(fetched(crawl).length).toBeLessThanOrEqual(10);
    // Those that are not tried ask again after days: they are not late.
    for await (const finding of sanity(crawl.ports, await crawl.job())) expect(finding).toBeUndefined();
    crawl.close();
  });

  it('cost a few fetches when they say their own names', async () => {
    const web = explosion(5, ({ hostname }) => `${hostname.split('.')[0]} ${same}`);
    const crawl = await crawled(web, ['http://site.example/']);
    expect(fetched(crawl).length).toBeLessThanOrEqual(10);
    crawl.close();
  });

  it('cost no more than eighty that only each other lead to, when each says something else', async () => {
    const web = explosion(2, ({ hostname }) => prose(Number(/\d+/.exec(hostname)?.[0] ?? 0)));
    const crawl = await crawled(web, ['http://site.example/']);
    expect(fetched(crawl).length).toBeLessThanOrEqual(1 + 2 + 80 + 2);
    crawl.close();
  });

  it('cost a few fetches when they redirect from one to the next', async () => {
    let made = 0;
    const web = madeUp(({ hostname }) =>
      hostname === 'site.example'
        ? page('home', 'http://a.site.example/', 'http://b.site.example/', 'http://c.site.example/')
        : { status: 302, headers: { location: `http://made${++made}.site.example/` } },
    );
    const crawl = await crawled(web, ['http://site.example/']);
    expect(fetched(crawl).length).toBeLessThanOrEqual(12);
    crawl.close();
  });

  it.each([20, 1_100])(
    'wait, %i of them, are counted and named, and nothing of them is lost',
    async (made) => {
      const crawl = await crawled(
        explosion(made, () => same),
        ['http://site.example/'],
      );
      const { waiting } = await summarise(crawl.ports, jobName);
      const opened = fetched(crawl).length;
      expect(opened).toBeLessThanOrEqual(30);
      expect(waiting.domains).toEqual([{ domain: 'site.example', hosts: waiting.hosts }]);
      const { hosts } = await crawl.ports.hosts.hosts(jobName, 100_000);
      const waits = hosts.filter(({ control }) => control.waits !== undefined);
      expect(waits).toHaveLength(waiting.hosts);
      for (const { host, control } of waits) {
        if (control.turn > 0 && (await crawl.ports.hosts.body({ job: jobName, host })) !== undefined)
          continue;
        expect(await crawl.ports.hosts.inbox({ job: jobName, host }, 1)).toHaveLength(1);
      }
      crawl.close();
    },
  );
});

describe('subdomains that are there', () => {
  const hosts = Array.from({ length: 300 }, (_, i) => `http://dept${i}.uni.example/`);

  it('are all crawled when they are three hundred of one page each, linked to from one list', async () => {
    const web = madeUp(({ hostname, pathname }) => {
      if (pathname !== '/') return undefined;
      if (hostname === 'uni.example') return page('departments', ...hosts);
      return page(prose(Number(/\d+/.exec(hostname)?.[0])));
    });
    const crawl = await crawled(web, ['http://uni.example/']);
    expect(new Set(fetched(crawl))).toEqual(new Set(['http://uni.example/', ...hosts]));
    expect(fetched(crawl)).toHaveLength(301);
    crawl.close();
  });

  it('are all crawled when faculties name their departments, and some are gone, empty or moved', async () => {
    const web = madeUp(({ hostname, pathname }) => {
      const number = Number(/\d+/.exec(hostname)?.[0] ?? 0);
      if (hostname === 'uni.example') {
        const faculties = Array.from({ length: 10 }, (_, i) => `http://faculty${i}.uni.example/`);
        return page('home', ...faculties);
      }
      if (hostname.startsWith('faculty')) {
        const own = hosts.slice(number * 30, number * 30 + 30);
        const pages = ['/', '/a', '/b', '/c', '/d', '/e'];
        return pages.includes(pathname)
          ? page(prose(1_000 + number * 10 + pages.indexOf(pathname)), ...pages, ...own)
          : undefined;
      }
      if (number % 17 === 3 && pathname === '/') return { status: 404, body: 'gone' };
      if (number % 17 === 5 && hostname.startsWith('dept')) {
        return { status: 301, headers: { location: `http://www${number}.uni.example/` } };
      }
      return pathname === '/' ? page(prose(number)) : undefined;
    });
    const crawl = await crawled(web, ['http://uni.example/']);
    const all = new Set(fetched(crawl));
    expect(hosts.filter((url) => !all.has(url))).toEqual([]);
    expect(all.has('http://www5.uni.example/')).toBe(true);
    crawl.close();
  });

  it('are open when they are seeds, as many as there are, and whatever they say', async () => {
    const seeds = hosts.slice(0, 20);
    const crawl = await crawled(
      madeUp(({ pathname }) => (pathname === '/' ? page(same, '/more') : page(pathname))),
      seeds,
      { newHosts: 1, hostsPerDomain: 1 },
    );
    expect(fetched(crawl)).toHaveLength(40);
    crawl.close();
  });

  it('are sites of their own under a private suffix, and hosts of their own where nobody registers names', async () => {
    const others = Array.from({ length: 12 }, (_, i) => [
      `http://user${i}.github.io/`,
      `http://10.0.0.${i}/`,
      `http://host${i}/`,
    ]).flat();
    const crawl = await crawled(
      madeUp(({ hostname }) =>
        hostname === 'seed.example' ? page('list', ...others) : page(`of ${hostname}`),
      ),
      ['http://seed.example/'],
      { newHosts: 1 },
    );
    expect(fetched(crawl)).toHaveLength(37);
    crawl.close();
  });

  it('are no more than hostsPerDomain says, until it says more', async () => {
    const web = madeUp(({ hostname, pathname }) => {
      if (pathname !== '/') return undefined;
      if (hostname === 'uni.example') return page('departments', ...hosts.slice(0, 30));
      return page(prose(Number(/\d+/.exec(hostname)?.[0])));
    });
    const crawl = await crawled(web, ['http://uni.example/'], { hostsPerDomain: 10 });
    expect(fetched(crawl)).toHaveLength(10);
    expect((await summarise(crawl.ports, jobName)).waiting.hosts).toBe(21);
    crawl.close();
  });
});

describe('a host that waits', () => {
  it('is work for its job as long as others are tried, though nothing moves', async () => {
    const web = madeUp(({ hostname }) =>
      hostname === 'seed.example' ? page('list', 'http://a.example/', 'http://b.example/') : page(hostname),
    );
    const settings = { budgets: { ...testSettings(jobName).budgets, newHosts: 1 } };
    const crawl = await smallCrawl(web, { seeds: ['http://seed.example/'], settings });
    await crawl.run();
    expect(fetched(crawl)).toHaveLength(2);
    expect(await workOf(crawl.ports, jobName)).toEqual([expect.stringMatching(/^[ab]\.example is due$/)]);
    await crawl.run(10_000);
    expect(fetched(crawl)).toHaveLength(3);
    expect(await workOf(crawl.ports, jobName)).toEqual([]);
    crawl.close();
  });

  it('gets the place of a host whose turn fails, which takes another try when it is delivered again', async () => {
    const web = madeUp(({ hostname }) =>
      hostname === 'seed.example' ? page('list', 'http://a.example/', 'http://b.example/') : page(hostname),
    );
    let failures = 0;
    const through = (ports: Ports): Ports => ({
      ...ports,
      gates: {
        async claim(key, claim) {
          if (key !== 'seed.example' && ++failures === 1) throw new WinnowError('unavailable', 'throttled');
          return await ports.gates.claim(key, claim);
        },
        release: (...of) => ports.gates.release(...of),
        gate: (key) => ports.gates.gate(key),
        reopen: (...of) => ports.gates.reopen(...of),
      },
    });
    const settings = { budgets: { ...testSettings(jobName).budgets, newHosts: 1 } };
    const crawl = await smallCrawl(web, { seeds: ['http://seed.example/'], settings, through });
    await expect(crawl.run(60_000)).rejects.toThrow('throttled');
    await crawl.run(60_000);
    expect(fetched(crawl)).toHaveLength(3);
    const { tried, ended } = await crawl.ports.domains.domain({ job: jobName, domain: '>seed.example' });
    expect(ended).toBe(tried);
    crawl.close();
  });

  it('is no work where those that were tried brought nothing', async () => {
    const crawl = await crawled(
      explosion(5, () => same),
      ['http://site.example/'],
    );
    expect((await summarise(crawl.ports, jobName)).waiting.hosts).toBeGreaterThan(0);
    expect(await workOf(crawl.ports, jobName)).toEqual([]);
    crawl.close();
  });

  it('is opened by a link from a host that has made its name', async () => {
    const pages = Array.from({ length: 8 }, (_, i) => `/${i}`);
    const web = madeUp(({ hostname, pathname }) => {
      if (hostname === 'site.example') return page('home', 'http://shop.site.example/0');
      if (hostname === 'shop.site.example') {
        const last = pathname === '/7' ? ['http://unproven.site.example/'] : [];
        return page(prose(Number(pathname.slice(1))), ...pages, 'http://unproven.site.example/', ...last);
      }
      return hostname === 'unproven.site.example' && pathname === '/' ? page(prose(99)) : undefined;
    });
    const crawl = await crawled(web, ['http://site.example/'], {}, { settings: {} });
    expect(fetched(crawl)).toContain('http://unproven.site.example/');
    crawl.close();
  });

  it('is opened when somebody names it as a seed', async () => {
    const crawl = await crawled(
      explosion(10, () => same),
      ['http://site.example/'],
    );
    const { hosts } = await crawl.ports.hosts.hosts(jobName, 100);
    const host = hosts.find(({ control }) => control.waits !== undefined)?.host as HostName;
    const { seed } = await import('../../../lib/pipeline/seeds/seed.ts');
    await seed(crawl.ports, await crawl.job(), [`http://${host}/`]);
    await crawl.run(3_600_000);
    expect(fetched(crawl)).toContain(`http://${host}/`);
    expect((await crawl.ports.hosts.control({ job: jobName, host }))?.waits).toBeUndefined();
    crawl.close();
  });
});

describe('a host that has made its name', () => {
  it('proves the links that it had before', async () => {
    const web = madeUp(({ hostname, pathname }) => {
      const number = pathname === '/' ? 0 : Number(pathname.slice(1));
      if (hostname === 'uni.example') return page('home', 'http://faculty.uni.example/');
      if (hostname === 'faculty.uni.example') {
        const departments = number === 0 ? hosts : [];
        return number < 8 ? page(prose(500 + number), `/${number + 1}`, ...departments) : undefined;
      }
      return page(prose(Number(/\d+/.exec(hostname)?.[0])));
    });
    const hosts = Array.from({ length: 12 }, (_, i) => `http://dept${i}.uni.example/`);
    const crawl = await crawled(web, ['http://uni.example/']);
    expect(hosts.filter((url) => !fetched(crawl).includes(url))).toEqual([]);
    crawl.close();
  });
});
