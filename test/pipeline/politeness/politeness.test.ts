import { afterEach, describe, expect, it } from 'vitest';
import { why } from '../../../lib/capabilities/why.ts';
import type { JobSettings } from '../../../lib/domain/settings/settings.ts';
import { statusOf } from '../../../lib/pipeline/report/status.ts';
import { summarise } from '../../../lib/pipeline/report/summary.ts';
import { testSettings } from '../../support/settings.ts';
import { type Answer, jobName, key, page, type SmallCrawl, smallCrawl, type Web } from '../small-crawl.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const base = testSettings(jobName).politeness;
const polite = (politeness: Partial<JobSettings['politeness']>) => ({
  politeness: { ...base, ...politeness },
});

let crawl: SmallCrawl;

afterEach(() => crawl.close());

/** Pages of a host whose answers depend on the time. */
function hostOf(name: string, answer: (at: number, path: string) => Answer | undefined, pages = 8): Web {
  const paths = Array.from({ length: pages }, (_, number) => `/${number}`);
  return Object.fromEntries(
    paths.map((path) => [
      `http://${name}${path}`,
      () => answer(crawl.stores.clock.monotonic(), path) ?? page(`${name} ${path}`, ...paths),
    ]),
  );
}

const starts = (name: string): readonly number[] =>
  crawl.requests.filter(({ url }) => url.startsWith(`http://${name}/`)).map(({ at }) => at);

const pages = (name: string): readonly number[] =>
  crawl.requests.flatMap(({ url, at }) =>
    url.startsWith(`http://${name}/`) && !url.endsWith('/robots.txt') ? [at] : [],
  );

async function explained(host: string): Promise<readonly string[]> {
  const { lines } = await why(crawl.ports, await crawl.job(), host);
  return lines.map(({ step, verdict, detail }) => `${step} ${verdict} ${detail}`);
}

async function statusNow() {
  const summary = await summarise(crawl.ports, jobName);
  return await statusOf(crawl.ports, await crawl.job(), summary, { lack: () => undefined });
}

describe('a job that may not crawl', () => {
  it('says so first, whatever else it waits for', async () => {
    crawl = await smallCrawl({}, { seeds: ['http://a.example/0'] });
    const summary = await summarise(crawl.ports, jobName);
    const lack = () => 'it has no contact address';
    const { reasons } = await statusOf(crawl.ports, await crawl.job(), summary, { lack });
    expect(reasons[0]).toBe('it has no contact address');
  });
});

describe('a host that keeps failing', () => {
  const refusal: Answer = { status: 503, body: 'busy' };

  /** Its home page can be read; then nothing can for so long. */
  async function failingFor(ms: number, settings: Partial<JobSettings> = {}): Promise<void> {
    crawl = await smallCrawl(
      hostOf('a.example', (at, path) => (path !== '/0' && at < ms ? refusal : undefined)),
      { seeds: ['http://a.example/0'], settings: { ...polite({}), ...settings } },
    );
  }

  it('is parked, with since when, why, and when it is asked next', async () => {
    await failingFor(Number.POSITIVE_INFINITY);
    await crawl.run(40 * minute);
    const { parked, reasons } = await statusNow();
    expect(parked).toMatchObject({ hosts: 1, longest: [{ host: 'a.example', reason: 'status 503' }] });
    const [{ since, probeAt } = { since: 0 }] = parked?.longest ?? [];
    expect((probeAt ?? 0) - since).toBeGreaterThan(15 * minute);
    expect(reasons.join()).toContain('left alone');
    expect((await explained('a.example')).join('\n')).toMatch(
      /parked wait since .*failures in a row.*status 503/,
    );
  });

  it('is asked once at a time, further and further apart, while its URLs keep their tries', async () => {
    await failingFor(Number.POSITIVE_INFINITY);
    await crawl.run(2 * day);
    const times = pages('a.example').slice(-6);
    const gaps = times.slice(1).map((at, i) => at - (times[i] ?? 0));
    expect(gaps).toEqual(gaps.toSorted((a, b) => a - b));
    const { outcomes, pending } = await statusNow();
    expect(outcomes.failed).toBe(5);
    expect(pending).toBeGreaterThan(0);
  });

  it('is crawled on after the first answer, and nothing was lost', async () => {
    await failingFor(6 * hour);
    await crawl.run(4 * day);
    for (let number = 0; number < 8; number += 1)
      expect(await crawl.outcome(`http://a.example/${number}`)).toBe('stored');
    const status = await statusNow();
    expect(status).not.toHaveProperty('parked');
    expect((await crawl.ports.gates.gate('a.example'))?.state).toMatchObject({ errors: 0 });
  });

  it('is given up after a month, and asked again when something leads to it', async () => {
    await failingFor(Number.POSITIVE_INFINITY, polite({ giveUpAfterMs: 3 * day }));
    await crawl.run(10 * day);
    // Its home page, which can be read, is due again by its own date.
    const refused = (): number => crawl.requests.filter(({ url }) => /\/[1-9]$/.test(url)).length;
    const asked = refused();
    expect((await statusNow()).parked?.longest).toMatchObject([{ host: 'a.example', givenUp: true }]);
    await crawl.stores.clock.advance(10 * day);
    await crawl.run(day);
    expect(refused()).toBe(asked);
    await crawl.ports.due.put(jobName, {
      at: crawl.ports.clock.now(),
      host: key('a.example').host,
      wake: true,
    });
    await crawl.run(minute);
    expect(refused()).toBe(asked + 1);
  });
});

describe('a host whose robots.txt answers with an error', () => {
  it('is left alone until it may be asked for again; one URL is denied, the others wait', async () => {
    const web = hostOf('a.example', () => undefined);
    crawl = await smallCrawl(
      {
        ...web,
        'http://a.example/robots.txt': () =>
          crawl.stores.clock.monotonic() < 5 * minute ? { status: 500 } : { status: 404 },
      },
      { seeds: ['http://a.example/0', 'http://a.example/1', 'http://a.example/2'] },
    );
    await crawl.run(minute);
    expect(starts('a.example')).toEqual([0]);
    expect(await statusNow()).toMatchObject({ outcomes: { denied: 1 }, pending: 2 });
    expect((await explained('a.example')).join('\n')).toMatch(/gap info → robots: 600 s/);
    await crawl.run(hour);
    expect(starts('a.example')[1]).toBeGreaterThanOrEqual(10 * minute);
    expect((await statusNow()).outcomes.stored).toBeGreaterThanOrEqual(7);
  });
});

describe('a window', () => {
  it('is kept to the minute: nothing starts outside, and the host is due when it opens', async () => {
    // The clock starts at midnight UTC.
    crawl = await smallCrawl(
      hostOf('a.example', () => undefined, 40),
      {
        seeds: ['http://a.example/0'],
        settings: polite({ gapMs: 15 * minute, window: '22:00-02:00 UTC' }),
      },
    );
    await crawl.run(3 * day);
    const times = starts('a.example');
    expect(times.length).toBeGreaterThan(24);
    for (const at of times) expect((at + 2 * hour) % day).toBeLessThan(4 * hour);
    expect(times.some((at) => at >= 22 * hour && at < 22 * hour + 1_000)).toBe(true);
    expect((await explained('a.example')).join('\n')).toMatch(/window \w+ .*22:00-02:00 UTC/);
  });
});

describe('an address that has one gate', () => {
  it('is asked one request at a time, a gap apart, over all hosts that are there, and over no others', async () => {
    const hosts = ['a.example', 'b.example', 'c.example'];
    crawl = await smallCrawl(Object.assign({}, ...hosts.map((host) => hostOf(host, () => undefined, 3))), {
      seeds: hosts.map((host) => `http://${host}/0`),
      settings: polite({ gapMs: 10_000, unit: 'address' }),
      addresses: { 'a.example': '192.0.2.1', 'b.example': '192.0.2.1', 'c.example': '192.0.2.2' },
    });
    await crawl.run(hour);
    expect((await statusNow()).outcomes).toEqual({ stored: 9 });
    const shared = crawl.requests
      .filter(({ url }) => !url.startsWith('http://c.example'))
      .map(({ at }) => at);
    for (const [i, at] of shared.slice(1).entries())
      expect(at - (shared[i] ?? 0)).toBeGreaterThanOrEqual(10_000);
    expect(Math.max(...starts('c.example'))).toBeLessThan(60_000);
    expect((await explained('a.example')).join('\n')).toContain('shared by all hosts of address 192.0.2.1');
  });
});

describe('a registered domain that has one gate', () => {
  const hosts = ['a.site.example', 'b.site.example', 'c.site.example'];
  const web = (): Web => Object.assign({}, ...hosts.map((host) => hostOf(host, () => undefined, 3)));
  const seeds = hosts.map((host) => `http://${host}/0`);

  it('is asked one request at a time, a gap apart, over all of its hosts', async () => {
    crawl = await smallCrawl(web(), { seeds, settings: polite({ gapMs: 10_000, unit: 'domain' }) });
    await crawl.run(hour);
    const times = crawl.requests.map(({ at }) => at);
    expect(times.length).toBe(hosts.length * 4);
    for (const [i, at] of times.slice(1).entries())
      expect(at - (times[i] ?? 0)).toBeGreaterThanOrEqual(10_000);
    expect((await statusNow()).outcomes).toEqual({ stored: 9 });
    expect((await explained('a.site.example')).join('\n')).toContain(
      'shared by all hosts of domain site.example',
    );
  });

  it('lets a crowd of hosts in one after the other without many of them coming in vain', async () => {
    const crowd = Array.from({ length: 30 }, (_, number) => `h${number}.site.example`);
    crawl = await smallCrawl(Object.assign({}, ...crowd.map((host) => hostOf(host, () => undefined, 2))), {
      seeds: crowd.map((host) => `http://${host}/0`),
      settings: polite({ gapMs: 10_000, unit: 'domain' }),
    });
    const turns = await crawl.run(2 * hour);
    expect((await statusNow()).outcomes).toEqual({ stored: 60 });
    const vain = turns.filter(({ result }) => result === 'put-back').length;
    expect(vain).toBeLessThan(8 * crawl.requests.length);
    const times = crawl.requests.map(({ at }) => at);
    for (const [i, at] of times.slice(1).entries())
      expect(at - (times[i] ?? 0)).toBeGreaterThanOrEqual(10_000);
    expect(times.at(-1)).toBeLessThan(2 * 10_000 * times.length);
  });

  it('is closed by a host that refuses, not by one that cannot be reached', async () => {
    const answers: Record<string, Answer> = {
      'http://a.site.example/0': { status: 429, headers: { 'retry-after': '1800' } },
      'http://b.site.example/0': { error: 'connect' },
    };
    crawl = await smallCrawl(
      { ...web(), ...answers },
      { seeds: seeds.slice(1), settings: polite({ unit: 'domain' }) },
    );
    await crawl.run(minute);
    expect(starts('c.site.example').length).toBeGreaterThan(1);
    crawl.close();
    crawl = await smallCrawl(
      { ...web(), ...answers },
      { seeds: seeds.slice(0, 1), settings: polite({ unit: 'domain' }) },
    );
    await crawl.run(minute);
    const gate = await crawl.ports.gates.gate('domain site.example');
    expect((gate?.notBefore ?? 0) - crawl.ports.clock.now()).toBeGreaterThan(28 * minute);
  });
});

describe('why a host waits', () => {
  it('is told before anything was fetched from it', async () => {
    crawl = await smallCrawl({}, { seeds: ['http://a.example/'], settings: polite({ gapMs: minute }) });
    expect(await explained('never.example')).toEqual([
      'host unknown the host is not known',
      'gate yes open',
      'gap info 60 s from the end of one request to the start of the next, the longest of:',
      'gap info → waitIntervalHost: 60 s (default)',
      'gap unknown   crawlDelay: robots.txt has not been fetched yet',
    ]);
  });

  it('is told term by term', async () => {
    crawl = await smallCrawl(
      {
        'http://a.example/robots.txt': {
          body: 'User-agent: *\nCrawl-delay: 7200',
          headers: { 'content-type': 'text/plain' },
        },
        'http://a.example/': { status: 503, headers: { 'retry-after': '900' } },
      },
      { seeds: ['http://a.example/'], settings: polite({ gapMs: minute, responseFactor: 5 }) },
    );
    await crawl.run(10 * minute);
    const lines = (await explained('a.example')).join('\n');
    expect(lines).toMatch(/gate wait resting, opens in/);
    expect(lines).toMatch(/failing info 1 failure in a row, the first .*: status 503/);
    expect(lines).toMatch(
      / {3}crawlDelay: 300 s, as its robots.txt asks, cut from 7200 s by politeness.maxCrawlDelay/,
    );
    expect(lines).toMatch(/ {3}responseTime: 0.5 s, 5 times the last answer's 0.1 s/);
    expect(lines).toMatch(/→ retryAfter: 900 s, as it asked with status 503, until in/);
    expect(lines).toMatch(/host wait due .*failing, backed off from once/);
  });

  it('says for how long a page has been due whose host rests', async () => {
    crawl = await smallCrawl(
      { 'http://a.example/': { status: 503, headers: { 'retry-after': '900' } } },
      { seeds: ['http://a.example/'], settings: polite({ gapMs: minute }) },
    );
    await crawl.run(10 * minute);
    await crawl.stores.clock.advance(20 * minute);
    expect((await explained('http://a.example/')).join('\n')).toMatch(
      /next wait due for \d+ (s|min) \(.*\): in a turn/,
    );
  });
});
