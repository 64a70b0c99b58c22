import { afterEach, describe, expect, test } from 'vitest';
import { countPages } from '../../../lib/capabilities/delete/count-pages.ts';
import { deleteOrder } from '../../../lib/capabilities/delete/delete-order.ts';
import { endDeletion } from '../../../lib/capabilities/delete/give-deletion.ts';
import { why } from '../../../lib/capabilities/why.ts';
import { orderLetter } from '../../../lib/pipeline/control/order-letter.ts';
import { deliver } from '../../../lib/pipeline/frontier/deliver.ts';
import { changeJob, setJobState } from '../../../lib/pipeline/job/open-job.ts';
import { recycleOnRequest } from '../../../lib/pipeline/recycle/recycle-on-request.ts';
import { seed } from '../../../lib/pipeline/seeds/seed.ts';
import {
  jobName,
  key,
  page,
  reharvest,
  type SmallCrawl,
  smallCrawl,
  type Web,
} from '../../pipeline/small-crawl.ts';
import { CrashPlan, crashing } from '../../support/crash.ts';
import { termTopic } from '../../support/topic/topic.ts';
import { deleted, faultsOf, finish, recordsOf, stateOf, urlsOf } from './deleting.ts';

const dayMs = 86_400_000;
const home = 'https://a.example/';
const a = (path: string) => `https://a.example${path}`;
const b = (path: string) => `https://b.example${path}`;
let crawl: SmallCrawl;
afterEach(() => crawl.close());

/** `/twin` of both hosts says the same; `/docs/1`, `/docs/2` and `/plain` are of a.example alone. */
const webOf = (): Web => ({
  [home]: page('home', '/docs/1', '/docs/2', '/plain', '/twin', b('/')),
  [a('/docs/1')]: page('first of the docs', '/plain'),
  [a('/docs/2')]: page('second of the docs'),
  [a('/plain')]: page('plain', '/docs/1'),
  [a('/twin')]: page('the same'),
  [b('/')]: page('home of b', '/twin', '/docs/3', a('/docs/1')),
  [b('/twin')]: page('the same'),
  [b('/docs/3')]: page('third of the docs'),
});

async function crawled(web = webOf(), settings: object = {}): Promise<void> {
  crawl = await smallCrawl(web, { seeds: [home], settings });
  await crawl.run();
  await crawl.stores.clock.advance(dayMs);
}

const fetchesOf = (url: string) => crawl.requests.filter((one) => one.url === url).length;
const all = [home, a('/docs/1'), a('/docs/2'), a('/plain'), a('/twin'), b('/'), b('/docs/3'), b('/twin')];
const without = (...urls: readonly string[]) => all.filter((url) => !urls.includes(url)).toSorted();

describe('a deletion', () => {
  test('is a dry run until it is confirmed, with counts and samples', async () => {
    await crawled();
    const before = await stateOf(crawl);
    const answer = await deleted(crawl, { prefix: a('/docs/') }, { confirmed: false });
    expect(answer).toMatchObject({ hosts: 1, urls: 2, pages: 2, isRule: true });
    expect(answer.sample.toSorted()).toEqual([a('/docs/1'), a('/docs/2')]);
    await finish(crawl);
    expect(await stateOf(crawl)).toEqual(before);
    expect(await crawl.job()).not.toHaveProperty('deletions');
  });

  test('is counted within a time, of one large host as of many', async () => {
    await crawled();
    let now = 0;
    const clock = { now: () => 0, sleep: async () => undefined, monotonic: () => (now += 9_000) };
    const ports = { ...crawl.ports, clock };
    const counted = await countPages(ports, await crawl.job(), {}, () => true);
    expect(counted).toEqual({ hosts: 1, urls: 1, pages: 1, sample: [expect.any(String)], atLeast: true });
  });

  test.each([
    ['a URL', { urls: [a('/docs/1')] }, [a('/docs/1')]],
    ['a URL in another spelling', { urls: ['HTTPS://A.example:443/docs/1#part'] }, [a('/docs/1')]],
    ['a prefix', { prefix: a('/docs/') }, [a('/docs/1'), a('/docs/2')]],
    ['a path', { path: '/docs/' }, [a('/docs/1'), a('/docs/2'), b('/docs/3')]],
    ['a path of a host', { path: '/docs/', host: 'b.example' }, [b('/docs/3')]],
    ['a host', { host: 'b.example' }, [b('/'), b('/docs/3'), b('/twin')]],
    ['a domain', { host: 'example' }, all],
    ['an outcome', { status: 'duplicate' }, [b('/twin')]],
    ['an age', { olderThanDays: 0.5, path: '/plain' }, [a('/plain')]],
    ['an age that no page has', { olderThanDays: 30 }, []],
  ])('takes what is named by %s out of the collection, without a request', async (_, asked, gone) => {
    await crawled();
    const requests = crawl.requests.length;
    const answer = await deleted(crawl, asked);
    expect(answer.urls).toBe(gone.length);
    expect(await urlsOf(crawl)).toEqual(without(...gone));
    for (const url of gone) expect(await crawl.outcome(url)).toBe('denied');
    expect(crawl.requests).toHaveLength(requests);
    expect(await faultsOf(crawl)).toEqual([]);
  });

  test('by a record takes it from all hosts that have it', async () => {
    await crawled();
    const { records } = await crawl.ports.records.records(jobName, 99);
    const [twin] = await Promise.all(
      records.map(async ({ md5 }) => ({ md5, urls: await crawl.ports.records.urls(jobName, md5, 9) })),
    ).then((found) => found.filter(({ urls }) => urls.length === 2));
    expect(await deleted(crawl, { record: twin?.md5 })).toMatchObject({ hosts: 2, pages: 2 });
    expect(await urlsOf(crawl)).toEqual(without(a('/twin'), b('/twin')));
    await expect(deleted(crawl, { record: twin?.md5 })).rejects.toMatchObject({ code: 'not-found' });
  });

  test('by a class takes pages of that class and those below it', async () => {
    const classes = [{ id: 'A' }, { id: 'A.1', parent: 'A' }, { id: 'B' }];
    const topic = termTopic('100: owl = A\n100: snowy = A.1\n100: steam = B', { classes });
    const web: Web = {
      [home]: page('owl owl', '/1', '/2'),
      [a('/1')]: page('snowy snowy'),
      [a('/2')]: page('steam steam'),
    };
    await crawled(web, { topic });
    await deleted(crawl, { class: 'A' });
    expect(await urlsOf(crawl)).toEqual([a('/2')]);
  });

  test('tells indexers of each record that ended, with its cause, and of each that lost a URL', async () => {
    await crawled();
    await deleted(crawl, { urls: [a('/plain'), a('/twin')] }, { isBeside: true });
    await crawl.run();
    const lines = (await crawl.changes()).filter(({ cause }) => cause === 'deleted');
    expect(lines.map(({ change, url }) => [change, url]).toSorted()).toEqual([
      ['deleted', a('/plain')],
      ['updated', a('/twin')],
    ]);
    expect(lines.find(({ change }) => change === 'updated')?.record?.urls).toEqual([b('/twin')]);
  });

  test('says who gave it, when and why', async () => {
    await crawled();
    const { id } = await deleted(crawl, { prefix: a('/docs/') });
    const line = async (url: string) =>
      (await why(crawl.ports, await crawl.job(), url)).lines.find(({ step }) => step === 'deleted');
    for (const url of [a('/docs/1'), a('/docs/later')])
      expect(await line(url)).toMatchObject({
        verdict: 'no',
        detail: expect.stringMatching(new RegExp(`by ann, .*: the owner asked \\(${id}\\).*--undo ${id}`)),
      });
    expect(await line(a('/plain'))).toBeUndefined();
  });

  test('of a URL that was never visited keeps it from being visited', async () => {
    await crawled();
    await deleted(crawl, { urls: [a('/new'), a('/unheard-of'), 'https://c.example/'] });
    crawl.web[home] = page('home anew', '/new');
    await reharvest(crawl);
    await seed(crawl.ports, await crawl.job(), [a('/unheard-of')]);
    await crawl.run();
    expect(fetchesOf(home)).toBe(2);
    expect(fetchesOf(a('/new')) + fetchesOf(a('/unheard-of'))).toBe(0);
    expect(await crawl.outcome(a('/unheard-of'))).toBe('denied');
    expect(await faultsOf(crawl)).toEqual([]);
  });

  test('deletes nothing twice, and nothing that is not there', async () => {
    await crawled();
    await deleted(crawl, { prefix: a('/docs/') });
    const after = await stateOf(crawl);
    expect(await deleted(crawl, { urls: [a('/docs/1')] })).toMatchObject({ urls: 0, hosts: 0 });
    expect(await deleted(crawl, { host: 'nowhere.example' })).toMatchObject({ urls: 0, hosts: 0 });
    expect(await stateOf(crawl)).toEqual(after);
  });

  test.each([
    ['URLs beside conditions', { urls: [home], host: 'a.example' }],
    ['what is no URL', { urls: ['nonsense'] }],
    ['an undo beside a let-back', { undo: 'x', letBack: 'x' }],
    ['an undo with pages', { undo: 'x', host: 'a.example' }],
  ])('is refused: %s', async (_, asked) => {
    await crawled({ [home]: page('home') });
    await expect(deleted(crawl, asked)).rejects.toMatchObject({ code: 'usage' });
  });

  test('is refused where a job has as many rules as it may, which it lists', async () => {
    await crawled({ [home]: page('home') });
    for (let rule = 0; rule < 50; rule += 1) await deleted(crawl, { prefix: a(`/${rule}`) });
    await expect(deleted(crawl, { path: '/more' })).rejects.toThrow('50 rules');
    expect(((await deleted(crawl, {})) as unknown as { rules: unknown[] }).rules).toHaveLength(50);
  });
});

describe('deleted pages stay away', () => {
  const gone = [a('/docs/1'), a('/docs/2')];
  const away = async () => {
    expect(gone.map(fetchesOf)).toEqual([1, 1]);
    expect((await urlsOf(crawl)).filter((url) => gone.includes(url))).toEqual([]);
    expect(await faultsOf(crawl)).toEqual([]);
  };
  const kinds: readonly (readonly [string, object])[] = [
    ['by URL', { urls: gone }],
    ['by prefix', { prefix: a('/docs/') }],
  ];

  describe.each(kinds)('%s', (_, asked) => {
    test('when all pages are asked for again, and when links are recycled again', async () => {
      await crawled();
      await deleted(crawl, asked);
      for (const scope of [
        {},
        { host: 'a.example' },
        { status: 'denied' as const },
        { prefix: a('/docs/') },
      ]) {
        await crawl.stores.clock.advance(dayMs);
        await reharvest(crawl, scope);
        await crawl.run();
      }
      await recycleOnRequest(crawl.ports, jobName, { again: true }, Number.POSITIVE_INFINITY);
      await crawl.run();
      expect(fetchesOf(home)).toBeGreaterThan(1);
      await away();
    });

    test('when a sitemap says that they changed', async () => {
      const web = webOf();
      web[a('/robots.txt')] = { body: 'Sitemap: https://a.example/sitemap.xml' };
      const listed = (day: string) => ({
        headers: { 'content-type': 'application/xml' },
        body: `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${gone.map((url) => `<url><loc>${url}</loc><lastmod>${day}</lastmod></url>`).join('')}</urlset>`,
      });
      web[a('/sitemap.xml')] = listed('2020-01-01');
      await crawled(web);
      await deleted(crawl, asked);
      const tomorrow = new Date(crawl.stores.clock.now() + dayMs).toISOString();
      crawl.web[a('/sitemap.xml')] = listed(tomorrow);
      await crawl.stores.clock.advance(2 * dayMs);
      await reharvest(crawl);
      await crawl.run(dayMs);
      expect(fetchesOf(a('/sitemap.xml'))).toBeGreaterThan(1);
      await away();
    });

    test('when pages redirect to them, name them as canonical, or link to them anew', async () => {
      await crawled();
      await deleted(crawl, asked);
      crawl.web[home] = page('home anew', '/moved', '/named', '/docs/2');
      crawl.web[a('/moved')] = { status: 301, headers: { location: a('/docs/1') } };
      crawl.web[a('/named')] = {
        body: `<link rel="canonical" href="${a('/docs/2')}"><title>named</title><p>what is named</p>`,
      };
      await reharvest(crawl);
      await crawl.run();
      expect(fetchesOf(a('/moved'))).toBe(1);
      await away();
    });

    test('when the job is crawled a second time, with the same seeds and those pages as seeds', async () => {
      await crawled();
      await deleted(crawl, asked);
      await setJobState(crawl.ports, jobName, 'stopped', '');
      await setJobState(crawl.ports, jobName, 'open', '');
      await seed(crawl.ports, await crawl.job(), [home, ...gone]);
      await crawl.run(365 * dayMs);
      await away();
    });
  });

  test('as do later URLs that a rule covers, and no others', async () => {
    await crawled();
    await deleted(crawl, { prefix: a('/docs/') });
    await deleted(crawl, { urls: [a('/plain')] });
    crawl.web[home] = page('home anew', '/docs/later', '/plain/later');
    crawl.web[a('/docs/later')] = page('later among the docs');
    crawl.web[a('/plain/later')] = page('later elsewhere');
    await reharvest(crawl);
    await crawl.run();
    expect(fetchesOf(a('/docs/later'))).toBe(0);
    expect(await crawl.outcome(a('/docs/later'))).toBe('denied');
    expect(await crawl.outcome(a('/plain/later'))).toBe('stored');
  });
});

describe('an undo', () => {
  test.each([
    ['a URL', { urls: [a('/docs/1'), a('/twin')] }],
    ['a host', { host: 'a.example' }],
    ['another host', { host: 'b.example' }],
    ['an outcome', { status: 'stored' }],
  ])('of %s brings back the state of before, without a request', async (_, asked) => {
    await crawled();
    const requests = crawl.requests.length;
    const before = await stateOf(crawl);
    const { id, urls } = await deleted(crawl, asked);
    expect(await stateOf(crawl)).not.toEqual(before);
    expect(await deleted(crawl, { undo: id }, { confirmed: false })).toMatchObject({ urls });
    expect(await deleted(crawl, { undo: id })).toMatchObject({ urls });
    expect(await stateOf(crawl)).toEqual(before);
    expect(await crawl.job()).not.toHaveProperty('deletions');
    expect(crawl.requests).toHaveLength(requests);
    expect(await faultsOf(crawl)).toEqual([]);
    expect((await crawl.ports.commands.command(id))?.state).toBe('done');
  });

  test('of a domain brings back all pages; of a record of two hosts, whichever is first makes it', async () => {
    await crawled();
    const { visits } = await stateOf(crawl);
    const { id } = await deleted(crawl, { host: 'example' });
    expect(await urlsOf(crawl)).toEqual([]);
    await deleted(crawl, { undo: id });
    expect(await urlsOf(crawl)).toEqual(all.toSorted());
    expect((await stateOf(crawl)).visits).toEqual(visits);
    expect(await faultsOf(crawl)).toEqual([]);
  });

  test('tells indexers that the records are there again', async () => {
    await crawled();
    const { id } = await deleted(crawl, { urls: [a('/plain')] }, { isBeside: true });
    await crawl.run();
    await deleted(crawl, { undo: id }, { isBeside: true });
    await crawl.run();
    const lines = (await crawl.changes()).filter(({ url }) => url === a('/plain'));
    expect(lines.map(({ change }) => change)).toEqual(['created', 'deleted', 'created']);
    expect(lines[2]?.record).toEqual(lines[0]?.record);
  });

  test('has pages visited that a rule had kept from their first visit', async () => {
    await crawled();
    const { id } = await deleted(crawl, { prefix: a('/docs/') });
    crawl.web[home] = page('home anew', '/docs/later');
    crawl.web[a('/docs/later')] = page('later among the docs');
    await reharvest(crawl);
    await crawl.run();
    await deleted(crawl, { undo: id });
    await crawl.run();
    expect(await crawl.outcome(a('/docs/later'))).toBe('stored');
  });

  test('leaves pages away that another rule covers, until that ends, too', async () => {
    await crawled();
    const before = await stateOf(crawl);
    const one = await deleted(crawl, { path: '/docs/' });
    const other = await deleted(crawl, { prefix: a('/docs/') });
    await deleted(crawl, { undo: one.id });
    expect(await urlsOf(crawl)).toEqual(without(a('/docs/1'), a('/docs/2')));
    await deleted(crawl, { undo: other.id });
    expect(await stateOf(crawl)).toEqual(before);
  });

  test('is refused after its time, and of what is no deletion of the job; let back, pages are visited again', async () => {
    await crawled();
    const { id } = await deleted(crawl, { urls: [a('/plain')] });
    await expect(deleted(crawl, { undo: 'other' })).rejects.toMatchObject({ code: 'not-found' });
    await crawl.stores.clock.advance(31 * dayMs);
    await expect(deleted(crawl, { undo: id })).rejects.toMatchObject({ code: 'usage' });
    await deleted(crawl, { letBack: id });
    await crawl.run();
    expect(fetchesOf(a('/plain'))).toBe(2);
    expect(await urlsOf(crawl)).toContain(a('/plain'));
    expect(await faultsOf(crawl)).toEqual([]);
  });

  test('has pages fetched again whose text is not stored any more', async () => {
    await crawled();
    const { id } = await deleted(crawl, { urls: [a('/plain')] });
    const read = crawl.ports.changes.read.bind(crawl.ports.changes);
    Object.assign(crawl.ports.changes, {
      read: async (job: string, name: string) =>
        (await read(job, name))?.map((line) => JSON.stringify({ ...JSON.parse(line), record: undefined })),
    });
    await deleted(crawl, { undo: id });
    Object.assign(crawl.ports.changes, { read });
    await crawl.run();
    expect(fetchesOf(a('/plain'))).toBe(2);
    expect(await urlsOf(crawl)).toEqual(all.toSorted());
  });

  test('is not undone by an order of the deletion that comes late', async () => {
    await crawled();
    const before = await stateOf(crawl);
    const { id } = await deleted(crawl, { urls: [a('/plain')] });
    await deleted(crawl, { undo: id });
    const order = { id, at: 0, by: 'ann', reason: '', urls: [a('/plain')] };
    const letter = orderLetter({ id, at: 0, orders: { [deleteOrder.key]: order } });
    await deliver(crawl.ports, key('a.example'), letter);
    await finish(crawl);
    expect(await stateOf(crawl)).toEqual(before);
  });
});

describe('beside a crawl', () => {
  /** A host with more pages than one turn deletes, and than the head of its body holds. */
  const many = Array.from({ length: 240 }, (_, at) => `/n/${at}`);
  const large = (): Web => ({
    [home]: page('home', ...many, '/stays'),
    [a('/stays')]: page('it stays'),
    ...Object.fromEntries(many.map((path) => [a(path), page(`number${path.replaceAll('/', ' word')}`)])),
  });

  test('a deletion of a host with many pages ends, and its undo', async () => {
    crawl = await smallCrawl(large(), { seeds: [home] });
    await crawl.run();
    const before = await recordsOf(crawl);
    expect(Object.keys(before)).toHaveLength(242);
    const { id } = await deleted(crawl, { path: '/n/' }, { isBeside: true });
    await finish(crawl);
    expect(await urlsOf(crawl)).toEqual([home, a('/stays')]);
    expect(await faultsOf(crawl)).toEqual([]);
    await deleted(crawl, { undo: id });
    expect(await recordsOf(crawl)).toEqual(before);
    expect(await faultsOf(crawl)).toEqual([]);
  });

  test('URLs that wait for their first visit never get one', async () => {
    crawl = await smallCrawl(large(), { seeds: [home] });
    await crawl.tick();
    const urls = many.map(a).filter((url) => fetchesOf(url) === 0);
    expect(urls.length).toBeGreaterThan(20);
    await deleted(crawl, { urls }, { isBeside: true });
    await crawl.run(3_600_000);
    expect(urls.filter((url) => fetchesOf(url) > 0)).toEqual([]);
    expect(await crawl.outcome(a('/stays'))).toBe('stored');
    expect(await faultsOf(crawl)).toEqual([]);
  });

  test.each([1, 2, 3, 5])('a deletion that comes after %i turns leaves none of its pages', async (ticks) => {
    crawl = await smallCrawl(large(), { seeds: [home] });
    for (let tick = 0; tick < ticks; tick += 1) {
      await crawl.tick();
      await crawl.stores.clock.advance(5_000);
    }
    await deleted(crawl, { prefix: a('/n/') }, { isBeside: true });
    await crawl.run(3_600_000);
    expect(await urlsOf(crawl)).toEqual([home, a('/stays')]);
    expect((await crawl.job()).tasks).toBeUndefined();
    expect(await faultsOf(crawl)).toEqual([]);
  });
});

describe('a turn that knows a rule before the order', () => {
  test('deletes what it would visit, so that an undo brings it back', async () => {
    await crawled();
    const before = await recordsOf(crawl);
    const rule = { id: 'case-7', at: 0, by: 'ann', reason: '', prefix: a('/docs/') };
    await changeJob(crawl.ports, jobName, (job) => ({ ...job, deletions: [rule] }));
    await reharvest(crawl);
    await crawl.run();
    expect(await urlsOf(crawl)).toEqual(without(a('/docs/1'), a('/docs/2')));
    const tombs = (await crawl.changes()).filter(({ change }) => change === 'deleted');
    expect(tombs.map(({ cause }) => cause)).toEqual(['deleted', 'deleted']);
    const undoing = { ends: rule.id, at: 1, restores: true } as const;
    await endDeletion(crawl.ports, jobName, undoing, { meant: {}, id: 'undo' });
    await finish(crawl);
    expect(Object.keys(await recordsOf(crawl))).toEqual(Object.keys(before));
    expect(fetchesOf(a('/docs/1'))).toBe(1);
    expect(await faultsOf(crawl)).toEqual([]);
  });
});

describe('a worker that dies', () => {
  async function dies(asked: object, isUndone: boolean): Promise<void> {
    for (let at = 0; at < 80; at += 1) {
      const plan = new CrashPlan();
      await crawled();
      const before = await stateOf(crawl);
      const { id } = await deleted(crawl, asked, { isBeside: true });
      if (isUndone) {
        await finish(crawl);
        await deleted(crawl, { undo: id }, { isBeside: true });
      }
      const { hosts, records, changes } = crawl.ports;
      const dying = {
        ...crawl.ports,
        hosts: crashing(hosts, plan),
        records: crashing(records, plan),
        changes: crashing(changes, plan),
      };
      plan.arm(at, at % 2 === 0 ? 'before' : 'after');
      await finish(crawl, dying).catch(() => undefined);
      const died = await plan.disarm();
      await crawl.stores.clock.advance(dayMs);
      await finish(crawl);
      await crawl.run(60_000);
      const urls = await urlsOf(crawl);
      if (isUndone)
        expect({ at, records: (await stateOf(crawl)).records }).toEqual({ at, records: before.records });
      else expect({ at, urls }).toEqual({ at, urls: without(a('/docs/1'), a('/docs/2'), b('/docs/3')) });
      expect({ at, faults: await faultsOf(crawl) }).toEqual({ at, faults: [] });
      if (!died) {
        expect(at).toBeGreaterThan(10);
        return;
      }
      crawl.close();
    }
    throw new Error('every run died');
  }

  test('anywhere in turns that delete', { timeout: 120_000 }, () => dies({ path: '/docs/' }, false));
  test('anywhere in turns that bring back', { timeout: 120_000 }, () => dies({ path: '/docs/' }, true));
});
