import { afterEach, describe, expect, it } from 'vitest';
import type { CanonicalUrl, HostName } from '../../../lib/base/url/url.ts';
import { applyGroups } from '../../../lib/capabilities/alias/apply.ts';
import { detectAliases } from '../../../lib/capabilities/alias/detect.ts';
import { settingsOf } from '../../../lib/pipeline/base/settings-cache.ts';
import { goOnWithTasks } from '../../../lib/pipeline/control/tasks.ts';
import { readAliasGroups, withAliasGroups } from '../../../lib/pipeline/job/alias-groups.ts';
import { ensureJob } from '../../../lib/pipeline/job/open-job.ts';
import type { Ports } from '../../../lib/ports/ports.ts';
import { jobName, page, reharvest, type SmallCrawl, smallCrawl } from '../../pipeline/small-crawl.ts';
import { CrashPlan, stride } from '../../support/crash.ts';
import { testSettings } from '../../support/settings.ts';
import {
  apply,
  bringLinks,
  crawlMirrors,
  detected,
  faults,
  inTurns,
  leaveWaiting,
  mirrors,
  mortal,
  preferred,
  stateOf,
  takeIn,
  undo,
} from './mirrors.ts';

let crawl: SmallCrawl;
afterEach(() => crawl.close());

const aliasesNow = async () => {
  const { config } = await crawl.job();
  return (await settingsOf(crawl.stores.jobs, jobName, config)).url.aliases;
};

describe('hosts that are one server', () => {
  it('are found by their pages; hosts that share one page of a template are not', async () => {
    crawl = await crawlMirrors();
    const { groups, shared } = await detected(crawl);
    expect(shared).toBeGreaterThan(5);
    expect(groups).toHaveLength(1);
    const [group] = groups;
    expect([group?.preferred, ...(group?.aliases ?? [])].sort()).toEqual([preferred, ...mirrors].sort());
    expect(group?.evidence[0]).toMatchObject({
      hosts: [expect.any(String), expect.any(String)],
      samePath: 6,
    });
  });

  it('are found by the few pages that are fetched of a www twin before it rests', async () => {
    const paths = Array.from({ length: 40 }, (_, i) => `/${i}`);
    const served = ['https://a.example', 'https://www.a.example'].flatMap((host) => [
      [`${host}/`, page('home', ...paths, 'https://www.a.example/')] as const,
      ...paths.map((path) => [`${host}${path}`, page(`page ${path}`)] as const),
    ]);
    crawl = await smallCrawl(Object.fromEntries(served), {
      seeds: ['https://a.example/'],
    });
    await crawl.run(600_000);
    const { groups } = await detected(crawl);
    expect(groups.map(({ aliases, preferred: kept }) => [kept, ...aliases])).toEqual([
      ['a.example', 'www.a.example'],
    ]);
    expect(groups[0]?.evidence[0]?.samePath).toBeLessThan(20);
  });

  it('are told by their addresses, too', async () => {
    crawl = await crawlMirrors();
    const { groups } = await detectAliases(crawl.stores, await crawl.job(), {
      records: 100,
      signal: new AbortController().signal,
      addressOf: async (host) => (host === 'c.example' ? undefined : '192.0.2.1'),
    });
    const told = groups.flatMap(({ evidence }) => evidence.map(({ hosts, address }) => [...hosts, address]));
    expect(
      told.filter((one) => one.includes('c.example' as never)).every((one) => one.includes('unknown')),
    ).toBe(true);
    expect(
      told.filter((one) => !one.includes('c.example' as never)).every((one) => one.includes('same')),
    ).toBe(true);
  });

  it('are looked for in so many records only, which may be too few', async () => {
    crawl = await crawlMirrors();
    const options = { records: 1, signal: new AbortController().signal };
    expect(await detectAliases(crawl.stores, await crawl.job(), options)).toMatchObject({
      records: 1,
      groups: [],
    });
  });

  it('become one, and are again as they were when that is undone', async () => {
    crawl = await crawlMirrors();
    await leaveWaiting(crawl);
    const before = await stateOf(crawl);
    expect(await faults(crawl)).toEqual([]);
    const requests = crawl.requests.length;
    const { groups } = await detected(crawl);
    const group = groups[0];
    await apply(crawl);
    await inTurns(crawl);
    expect(await aliasesNow()).toEqual(
      Object.fromEntries((group?.aliases ?? []).map((host) => [host, group?.preferred])),
    );
    const merged = await stateOf(crawl);
    expect(
      merged.urls.some((one) => group?.aliases.some((host) => one.includes(`"url":"https://${host}/`))),
    ).toBe(false);
    expect(
      merged.leads.flat().filter((url) => group?.aliases.some((host) => url.startsWith(`https://${host}/`))),
    ).toEqual([]);
    expect(await faults(crawl)).toEqual([]);
    await undo(crawl);
    await inTurns(crawl);
    expect(await aliasesNow()).toEqual({});
    expect(await readAliasGroups(crawl.stores, jobName)).toEqual([]);
    expect(await faults(crawl)).toEqual([]);
    expect(crawl.requests.length).toBe(requests);
    expect(await stateOf(crawl)).toEqual(before);
  });

  it('get their links back that were in an inbox', async () => {
    crawl = await crawlMirrors();
    await bringLinks(crawl);
    await apply(crawl);
    await inTurns(crawl);
    await undo(crawl);
    await inTurns(crawl);
    const waiting = (await stateOf(crawl)).urls.filter((one) => one.includes('"pending"'));
    expect(waiting.map((one) => /https:[^"]*/.exec(one)?.[0])).toEqual(
      ['a.example/both', 'b.example/both', 'b.example/waits', 'c.example/2/waits', 'c.example/waits']
        .map((url) => `https://${url}`)
        .toSorted((a, b) => waitingRank(a) - waitingRank(b)),
    );
    expect(await faults(crawl)).toEqual([]);
  });

  it('stay one when the files of the job are deployed again, and are respelled by those', async () => {
    crawl = await crawlMirrors();
    const { config } = await crawl.job();
    const files = await settingsOf(crawl.stores.jobs, jobName, config);
    await apply(crawl);
    await inTurns(crawl);
    const { config: merged } = await crawl.job();
    await expect(ensureJob(crawl.stores, files)).rejects.toThrow('url.aliases');
    await ensureJob(crawl.stores, await withAliasGroups(crawl.stores, files));
    expect((await crawl.job()).config).toBe(merged);
    await undo(crawl);
    await inTurns(crawl);
    expect((await crawl.job()).config).toBe(config);
  });

  it('become one and are taken apart beside a crawl, which goes on', async () => {
    crawl = await crawlMirrors();
    const before = await stateOf(crawl);
    await apply(crawl);
    await goOnWithTasks(crawl.stores, await crawl.job(), Number.POSITIVE_INFINITY);
    await crawl.run(60_000);
    const { groups } = await detected(crawl);
    expect(groups).toEqual([]);
    const [{ preferred: kept, aliases } = { preferred, aliases: [] }] = await readAliasGroups(
      crawl.stores,
      jobName,
    );
    const requests = crawl.requests.length;
    // A page of the preferred host that only an alias had, and one that all had, change and are visited.
    crawl.web[`https://${kept}/2`] = page('page two as it is now');
    crawl.web[`https://${kept}/late`] = page('late');
    await reharvest(crawl);
    await crawl.run(60_000);
    const asked = crawl.requests.slice(requests).map(({ url }) => new URL(url).host);
    expect(asked.filter((host) => aliases.some((one) => one.host === host))).toEqual([]);
    expect(await faults(crawl)).toEqual([]);
    await undo(crawl);
    await goOnWithTasks(crawl.stores, await crawl.job(), Number.POSITIVE_INFINITY);
    await crawl.run(60_000);
    expect(await faults(crawl)).toEqual([]);
    const after = await stateOf(crawl);
    const ofAliases = ({ urls }: typeof before) =>
      urls.filter((one) => aliases.some(({ host }) => one.includes(`"url":"https://${host}/`)));
    expect(ofAliases(after)).toEqual(ofAliases(before));
    const texts = (state: typeof before) =>
      state.texts.filter((one) => aliases.some(({ host }) => one.startsWith(`{"url":"https://${host}/`)));
    expect(texts(after)).toEqual(texts(before));
    expect(await crawl.outcome(`https://${kept}/late`)).toBe('unchanged');
  });

  it.each(['apply', 'undo'] as const)(
    'lose nothing wherever a process dies: %s',
    { timeout: 900_000 },
    async (verb) => {
      for (let at = 0; ; at += 4 * stride - 3) {
        crawl = await crawlMirrors();
        await leaveWaiting(crawl);
        const before = await stateOf(crawl);
        if (verb === 'undo') {
          await apply(crawl);
          await inTurns(crawl);
        }
        const act = async (ports: Ports) => {
          await (verb === 'undo' ? undo(crawl, ports) : apply(crawl, ports));
          // A turn may go on without what it reads of a job.
          await inTurns(crawl, { ...ports, jobs: crawl.ports.jobs });
        };
        const plan = new CrashPlan();
        const dying = mortal(crawl.ports, plan);
        plan.arm(at, at % 2 === 0 ? 'before' : 'after');
        await act(dying).catch(() => undefined);
        const died = await plan.disarm();
        await crawl.stores.clock.advance(3_600_000);
        // What a host owes another when its turn is rolled forward, that one gets to know in its next turn.
        for (let round = 0; round < 2; round += 1) await inTurns(crawl);
        await act(crawl.ports);
        expect({ at, faults: await faults(crawl) }).toEqual({ at, faults: [] });
        if (verb === 'apply') {
          expect({ at, aliases: Object.keys(await aliasesNow()).length }).toEqual({ at, aliases: 3 });
          await undo(crawl);
          await inTurns(crawl);
        }
        expect({ at, groups: await readAliasGroups(crawl.stores, jobName) }).toEqual({ at, groups: [] });
        expect({ at, aliases: await aliasesNow() }).toEqual({ at, aliases: {} });
        expect({ at, state: await stateOf(crawl) }).toEqual({ at, state: before });
        if (!died) {
          expect(at).toBeGreaterThan(40);
          return;
        }
        crawl.close();
      }
    },
  );

  it('are taken apart where their bodies have spilled', { timeout: 60_000 }, async () => {
    const paths = Array.from({ length: 150 }, (_, i) => `/page-${i}`);
    const served = (host: string, words: string) => [
      [`https://${host}/`, page('home', ...paths)] as const,
      ...paths.map(
        (path, i) => [`https://${host}${path}`, page(i % 3 === 0 ? `${words} ${i}` : `page ${i}`)] as const,
      ),
    ];
    const { yield: regions } = testSettings(jobName);
    crawl = await smallCrawl(
      Object.fromEntries([...served('a.example', 'one'), ...served('b.example', 'other')]),
      {
        seeds: ['https://a.example/', 'https://b.example/'],
        settings: { yield: { ...regions, hold: false } },
      },
    );
    await crawl.run(600_000);
    for (const host of ['a.example', 'b.example']) {
      const candidates = paths.map((path, i) => ({
        url: `https://${host}/waits${i % 2 === 0 ? '' : `-at-${host}`}${path}` as CanonicalUrl,
        depth: 2,
        rank: i,
      }));
      await takeIn(crawl, host as HostName, candidates);
    }
    const before = await stateOf(crawl);
    expect(before.urls.filter((one) => one.includes('"pending"'))).toHaveLength(300);
    expect(before.leads.length).toBe(1 + 150 + 50);
    await apply(crawl);
    await inTurns(crawl);
    expect(await faults(crawl)).toEqual([]);
    await undo(crawl);
    await inTurns(crawl);
    expect(await faults(crawl)).toEqual([]);
    expect(await stateOf(crawl)).toEqual(before);
  });

  it('are no aliases of two hosts, nor of themselves', async () => {
    crawl = await crawlMirrors();
    const make = async (kept: string, ...aliases: readonly string[]) =>
      applyGroups(crawl.stores, await crawl.job(), [{ preferred: kept, aliases } as never], {
        dryRun: false,
        request: `${kept} ${aliases.join()}`,
      });
    await expect(make('a.example', 'a.example')).rejects.toThrow('cannot be an alias of itself');
    await make('a.example', 'b.example');
    await inTurns(crawl);
    await expect(make('c.example', 'b.example')).rejects.toThrow(
      'b.example is an alias of a.example already',
    );
    await expect(make('b.example', 'c.example')).rejects.toThrow(
      'b.example is an alias of a.example already',
    );
  });

  it('are not taken apart while their URLs are on their way', async () => {
    crawl = await crawlMirrors();
    await apply(crawl);
    await expect(undo(crawl)).rejects.toThrow('still on their way');
    await inTurns(crawl);
    await undo(crawl);
    await expect(apply(crawl)).resolves.toBeUndefined();
  });

  it('change nothing in a dry run', async () => {
    crawl = await crawlMirrors();
    const job = await crawl.job();
    const { groups } = await detected(crawl);
    const report = await applyGroups(crawl.stores, job, groups, { dryRun: true, request: 'r' });
    expect(report).toMatchObject({ groups: [{}], urls: expect.any(Number) });
    expect(report.merged).toBeGreaterThan(10);
    expect(await crawl.job()).toEqual(job);
    expect(await readAliasGroups(crawl.stores, jobName)).toEqual([]);
  });
});

const waitingRank = (url: string): number =>
  ({ 'c.example/waits': 2, 'b.example/both': 3, 'b.example/waits': 5, 'a.example/both': 7 })[url.slice(8)] ??
  9;
