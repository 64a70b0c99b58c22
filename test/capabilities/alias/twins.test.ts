import { afterEach, describe, expect, it } from 'vitest';
import type { CanonicalUrl, HostName } from '../../../lib/base/url/url.ts';
import { apply, detect, undo } from '../../../lib/capabilities/alias/operations.ts';
import { settingsOf } from '../../../lib/pipeline/base/settings-cache.ts';
import { readAliasGroups, withAliasGroups } from '../../../lib/pipeline/job/alias-groups.ts';
import type { Operation } from '../../../lib/pipeline/operation/operation.ts';
import {
  jobName,
  page,
  reharvest,
  type SmallCrawl,
  smallCrawl,
  type Web,
} from '../../pipeline/small-crawl.ts';
import { CrashPlan, stride } from '../../support/crash.ts';
import { placeOf } from '../../support/export/exported.ts';
import { testSettings } from '../../support/settings.ts';
import { faults, inTurns, mortal, stateOf, takeIn } from './mirrors.ts';

let crawl: SmallCrawl;
afterEach(() => crawl.close());

const host = 'a.example' as HostName;
const [plain, secure] = ['http://a.example', 'https://a.example'];
const paths = ['/', '/1', '/2', '/3', '/4', '/5'];

/** The pages of a host under one scheme. */
const served = (scheme: string): Web =>
  Object.fromEntries(
    paths.map((path) => [`${scheme}${path}`, page(`page ${path}`, ...(path === '/' ? paths.slice(1) : []))]),
  );

async function crawlTwins(more: Web = {}): Promise<void> {
  const web: Web = {
    ...{ ...served(plain), ...served(secure) },
    // The schemes were not visited at the same time, and each has what the other has not.
    [`${plain}/5`]: page('page five as it was'),
    [`${plain}/old`]: page('only http has this'),
    [`${secure}/new`]: page('only https has this'),
    [`${plain}/late`]: page('late'),
    [`${secure}/late`]: { status: 404 },
    [`${plain}/moved`]: { status: 301, headers: { location: `${secure}/1` } },
    [`${plain}/to-twin`]: { status: 301, headers: { location: `${secure}/to-twin` } },
    [`${plain}/gone`]: { status: 404 },
    ...more,
  };
  const { yield: regions } = testSettings(jobName);
  const paths = ['/', '/old', '/late', '/moved', '/to-twin', '/gone'].map((path) => `${plain}${path}`);
  const seeds = [...paths, `${secure}/`, `${secure}/new`, `${secure}/late`, ...Object.keys(more)];
  crawl = await smallCrawl(web, { seeds, settings: { yield: { ...regions, hold: false } } });
  await crawl.run(1_000);
}

/** Leaves URLs waiting: under one scheme, and under both. */
async function leaveWaiting(): Promise<void> {
  const waiting = [
    [plain, '/both', 7],
    [secure, '/both', 3],
    [plain, '/waits', 5],
    [plain, '/new', 2],
  ] as const;
  await takeIn(
    crawl,
    host,
    waiting.map(([scheme, path, rank]) => ({ url: `${scheme}${path}` as CanonicalUrl, depth: 2, rank })),
  );
}

async function asked(operation: Operation, input: object, ports = crawl.ports): Promise<unknown> {
  const place = { ...placeOf({ ports }), of: await crawl.job() };
  const given = { addresses: false, records: 1_000_000, hosts: [], all: false, ...input };
  const request = { dryRun: false, requestId: 'twins', signal: new AbortController().signal };
  return await operation.run(place as never, given as never, request as never);
}

const httpsNow = async () => {
  const { config } = await crawl.job();
  return (await settingsOf(crawl.stores.jobs, jobName, config)).url.https;
};

describe('a host that has the same pages under http and https', () => {
  it('becomes one, and is again as it was when that is undone', async () => {
    await crawlTwins();
    await leaveWaiting();
    const before = await stateOf(crawl);
    expect(await faults(crawl)).toEqual([]);
    const requests = crawl.requests.length;
    const found = await asked(detect, {});
    expect(found).toMatchObject({ groups: [], schemes: [{ host, pages: 5 }] });
    expect(
      JSON.stringify(detect.view(found as never, { order: (name: string) => `winnow ${name}` } as never)),
    ).toContain(
      '5 pages of a.example are the same under http and https: `winnow alias apply a.example` makes it https',
    );
    await asked(apply, { all: true });
    await inTurns(crawl);
    expect(await httpsNow()).toEqual([host]);
    const merged = await stateOf(crawl);
    expect(merged.urls.filter((one) => one.includes(`"url":"${plain}/`))).toEqual([]);
    expect(merged.leads.flat().filter((url) => url.startsWith('http:'))).toEqual([]);
    expect(merged.leads.flat()).toEqual(
      expect.arrayContaining(['/old', '/new', '/late'].map((path) => `${secure}${path}`)),
    );
    expect(await asked(detect, {})).toMatchObject({ groups: [], schemes: [] });
    expect(await faults(crawl)).toEqual([]);
    await asked(undo, { hosts: [host] });
    await inTurns(crawl);
    expect(await httpsNow()).toEqual([]);
    expect(await readAliasGroups(crawl.stores, jobName)).toEqual([]);
    expect(await faults(crawl)).toEqual([]);
    expect(crawl.requests.length).toBe(requests);
    expect(await stateOf(crawl)).toEqual(before);
  });

  it('stays one when the files of the job are deployed again, and links to http lead to https', async () => {
    await crawlTwins();
    await asked(apply, { hosts: [host] });
    await inTurns(crawl);
    expect((await withAliasGroups(crawl.stores, testSettings(jobName))).url.https).toEqual([host]);
    crawl.web[`${secure}/`] = page('page / as it is now', `${plain}/linked`);
    crawl.web[`${secure}/linked`] = page('linked');
    const requests = crawl.requests.length;
    await reharvest(crawl);
    await crawl.run(600_000);
    expect(await crawl.outcome(`${secure}/linked`)).toBe('stored');
    expect(crawl.requests.slice(requests).filter(({ url }) => url.startsWith('http:'))).toEqual([]);
    await asked(undo, { all: true });
    await inTurns(crawl);
    const after = (await stateOf(crawl)).leads.flat();
    // What was visited since stays.
    expect(after).toContain(`${secure}/linked`);
    expect(after).toContain(`${plain}/old`);
    expect(await faults(crawl)).toEqual([]);
  });

  it.each(['apply', 'undo'] as const)(
    'loses nothing wherever a process dies: %s',
    { timeout: 600_000 },
    async (verb) => {
      for (let at = 0; ; at += 4 * stride - 3) {
        await crawlTwins();
        await leaveWaiting();
        const before = await stateOf(crawl);
        if (verb === 'undo') {
          await asked(apply, { all: true });
          await inTurns(crawl);
        }
        const act = async (ports = crawl.ports) => {
          const known = (await readAliasGroups(crawl.stores, jobName)).length > 0;
          const input = verb === 'apply' && known ? { hosts: [host] } : { all: true };
          await asked(verb === 'undo' ? undo : apply, input, ports);
          await inTurns(crawl, { ...ports, jobs: crawl.ports.jobs });
        };
        const plan = new CrashPlan();
        const dying = mortal(crawl.ports, plan);
        plan.arm(at, at % 2 === 0 ? 'before' : 'after');
        await act(dying).catch(() => undefined);
        const died = await plan.disarm();
        await crawl.stores.clock.advance(3_600_000);
        for (let round = 0; round < 2; round += 1) await inTurns(crawl);
        await act();
        expect({ at, faults: await faults(crawl) }).toEqual({ at, faults: [] });
        if (verb === 'apply') {
          expect({ at, https: await httpsNow() }).toEqual({ at, https: [host] });
          await asked(undo, { all: true });
          await inTurns(crawl);
        }
        expect({ at, groups: await readAliasGroups(crawl.stores, jobName) }).toEqual({ at, groups: [] });
        expect({ at, state: await stateOf(crawl) }).toEqual({ at, state: before });
        if (!died) {
          expect(at).toBeGreaterThan(20);
          return;
        }
        crawl.close();
      }
    },
  );

  it('becomes https when all aliases have arrived at it, which is undone before they are taken apart', async () => {
    await crawlTwins(
      Object.fromEntries(Object.entries(served('http://b.example')).map(([url, answer]) => [url, answer])),
    );
    const before = await stateOf(crawl);
    await asked(apply, { all: true });
    await inTurns(crawl);
    expect((await readAliasGroups(crawl.stores, jobName)).map(({ https }) => https)).toEqual([undefined]);
    const [group] = await readAliasGroups(crawl.stores, jobName);
    await asked(apply, { hosts: [host] });
    await inTurns(crawl);
    expect(await httpsNow()).toEqual([group?.preferred]);
    expect((await stateOf(crawl)).leads.flat().filter((url) => url.startsWith('http:'))).toEqual([]);
    for (const left of [1, 0]) {
      await asked(undo, { hosts: ['b.example'] });
      await inTurns(crawl);
      expect(await readAliasGroups(crawl.stores, jobName)).toHaveLength(left);
    }
    expect(await readAliasGroups(crawl.stores, jobName)).toEqual([]);
    expect(await faults(crawl)).toEqual([]);
    expect(await stateOf(crawl)).toEqual(before);
  });
});
