import { afterEach, describe, expect, it } from 'vitest';
import { WinnowError } from '../../../lib/base/error.ts';
import type { SinkFilter } from '../../../lib/domain/sinks/sink-settings.ts';
import type { RecordChange } from '../../../lib/pipeline/feed/outgoing.ts';
import { wantedOf } from '../../../lib/pipeline/sinks/follow-sinks.ts';
import { readRefused } from '../../../lib/pipeline/sinks/refused-changes.ts';
import type { SinkRefusal, SinkType } from '../../../lib/pipeline/sinks/sink.ts';
import { sinkFigures } from '../../../lib/pipeline/sinks/sink-figures.ts';
import { sinkChecks, sinkReports } from '../../../lib/pipeline/sinks/sink-report.ts';
import { SinkRun } from '../../../lib/pipeline/sinks/sink-run.ts';
import { begunAnew, changeSinkState, readSinkState } from '../../../lib/pipeline/sinks/sink-state.ts';
import { page, reharvest, type SmallCrawl, smallCrawl } from '../small-crawl.ts';

const [job, name, site] = ['birds', 'out', 'http://a.example'];
const minute = 60_000;
const until = { endBy: Number.POSITIVE_INFINITY, signal: new AbortController().signal };

let crawl: SmallCrawl;
afterEach(() => crawl.close());

/** A site whose pages are called by their texts. */
async function crawled(...texts: readonly string[]): Promise<void> {
  const paths = texts.map((text) => `${site}/${text}`);
  const web = {
    [`${site}/`]: page('home', ...paths),
    ...Object.fromEntries(texts.map((one) => [`${site}/${one}`, page(one)])),
  };
  crawl = await smallCrawl(web, { seeds: [`${site}/`] });
  await crawl.run();
}

async function without(text: string): Promise<void> {
  delete crawl.web[`${site}/${text}`];
  crawl.web[`${site}/`] = page('home again');
  await crawl.stores.clock.advance(60_000);
  await reharvest(crawl);
  await crawl.run(600_000);
}

const say = (change: RecordChange): string =>
  'gone' in change ? `gone ${change.gone.url}` : `${change.change} ${change.line.record.title}`;

interface Target {
  readonly told: string[];
  refuse: (change: RecordChange) => string | undefined;
  fail: (() => Error) | undefined;
  before: (changes: readonly RecordChange[]) => Promise<void>;
}

const target = (): Target => ({
  told: [],
  refuse: () => undefined,
  fail: undefined,
  before: async () => undefined,
});

function runOf(to: Target, where: SinkFilter = {}, isOrdered = true, most = 2): SinkRun {
  const type: SinkType<unknown> = {
    name: 'list',
    batch: { changes: most, bytes: 1_000_000 },
    async open() {
      return {
        async push(changes) {
          await to.before(changes);
          if (to.fail !== undefined) throw to.fail();
          return changes.flatMap((change): readonly SinkRefusal[] => {
            const why = to.refuse(change);
            if (why !== undefined && !('gone' in change)) return [{ md5: change.line.md5, why }];
            to.told.push(say(change));
            return [];
          });
        },
        close: async () => undefined,
      };
    },
  };
  const web = { ask: () => Promise.reject(new Error('no web')), close: async () => undefined };
  const parts = { ports: crawl.ports, isOrdered, typeOf: async () => type, web, secret: async () => '' };
  const sink = { name, to: 'list', where, settings: {}, secrets: [] };
  return new SinkRun(parts, job, sink, wantedOf({}, sink, crawl.ports.clock.now()));
}

const stateNow = async () => await readSinkState(crawl.ports, job, name);

describe('a sink', () => {
  it('sets aside what its target refuses, goes on, and sends it again when that is ordered', async () => {
    await crawled('wren', 'crane', 'heron');
    const to = target();
    to.refuse = (change) => (say(change).endsWith(' crane') ? 'too long a neck' : undefined);
    await runOf(to).step(until);
    expect([...to.told].sort()).toEqual(['created heron', 'created home', 'created wren']);
    const { refused } = await readRefused(crawl.ports, job, name);
    expect(refused).toMatchObject([{ url: `${site}/crane`, why: 'too long a neck' }]);
    await changeSinkState(crawl.ports, job, name, (was) => was && { ...was, resends: true });
    await runOf(to).step(until);
    expect((await readRefused(crawl.ports, job, name)).refused.length).toBe(1);
    to.refuse = () => undefined;
    await changeSinkState(crawl.ports, job, name, (was) => was && { ...was, resends: true });
    await runOf(to).step(until);
    expect(to.told.at(-1)).toBe('updated crane');
    expect(await readRefused(crawl.ports, job, name)).toEqual({ refused: [], dropped: 0 });
    expect((await stateNow())?.resends).toBeUndefined();
  });

  it('sets aside a change that our own code has a fault with, and holds up where it has that with all', async () => {
    await crawled('wren', 'crane', 'heron');
    const to = target();
    let isOdd = (change: RecordChange): boolean => say(change).endsWith(' crane');
    to.before = async (changes) => {
      if (changes.some(isOdd)) throw new TypeError('headings is undefined');
    };
    expect(await runOf(to, {}, true, 1_000).step(until)).toEqual({ kind: 'caught-up' });
    expect([...to.told].sort()).toEqual(['created heron', 'created home', 'created wren']);
    expect((await readRefused(crawl.ports, job, name)).refused).toMatchObject([
      { url: `${site}/crane`, why: 'a fault of Winnow: headings is undefined' },
    ]);
    await changeSinkState(crawl.ports, job, name, (was) => was && begunAnew(was, '', false));
    isOdd = () => true;
    expect(await runOf(to, {}, true, 1_000).step(until)).toMatchObject({ kind: 'held' });
    expect((await stateNow())?.trouble).toMatchObject({ says: 'headings is undefined' });
  });

  it('sends again what was refused a few at a time: a target that refuses these is not taken for a wrong one', async () => {
    await crawled(...Array.from({ length: 14 }, (_, at) => `wren${at}`));
    const to = target();
    to.refuse = () => 'no birds';
    const sizes: number[] = [];
    to.before = async (changes) => void sizes.push(changes.length);
    await runOf(to, {}, true, 1_000).step(until);
    expect(Math.max(...sizes)).toBe(15);
    sizes.length = 0;
    await changeSinkState(crawl.ports, job, name, (was) => was && { ...was, resends: true });
    await runOf(to, {}, true, 1_000).step(until);
    expect(sizes).toEqual([10, 5]);
  });

  it('rests longer after each failure, within a bound, and says what is wrong', async () => {
    await crawled('wren');
    const to = target();
    to.fail = () => new WinnowError('unavailable', 'the index does not answer');
    const rests: number[] = [];
    for (let tries = 0; tries < 14; tries++) {
      const step = await runOf(to).step(until);
      if (step.kind !== 'held') throw new Error('it was not held');
      rests.push(step.ms);
      expect(await runOf(to).step(until)).toMatchObject({ kind: 'held' });
      await crawl.stores.clock.advance(step.ms);
    }
    expect(rests[0]).toBeLessThanOrEqual(1_000);
    expect(rests[3]).toBeGreaterThan(rests[0] as number);
    expect(Math.max(...rests)).toBeLessThanOrEqual(300_000);
    expect((await stateNow())?.trouble).toMatchObject({
      code: 'unavailable',
      tries: 14,
      says: 'the index does not answer',
    });
    to.fail = () => new WinnowError('config', 'the password is wrong');
    expect(await runOf(to).step(until)).toMatchObject({ kind: 'held' });
    expect((await stateNow())?.trouble?.code).toBe('config');
    to.fail = undefined;
    await crawl.stores.clock.advance(900_000);
    expect(await runOf(to).step(until)).toEqual({ kind: 'caught-up' });
    expect((await stateNow())?.trouble).toBeUndefined();
    expect(to.told.length).toBe(2);
  });

  it('comes again within an hour, however long its target asks it to wait', async () => {
    await crawled('wren');
    const to = target();
    to.fail = () => new WinnowError('unavailable', 'busy', { retryAfterMs: Number.POSITIVE_INFINITY });
    expect(await runOf(to).step(until)).toMatchObject({ kind: 'held', ms: 3_600_000 });
    expect(await runOf(to).step(until)).toEqual({ kind: 'held', ms: 3_600_000 });
  });

  it('is handed what its filter takes, and nothing of what it does not', async () => {
    await crawled('wren', 'crane');
    const [some, created] = [target(), target()];
    await runOf(some, { path: ['/wren'] }).step(until);
    expect(some.told).toEqual(['created wren']);
    await changeSinkState(crawl.ports, job, name, (was) => was && begunAnew(was, '', false));
    await without('crane');
    await runOf(created, { changes: ['deleted'] }).step(until);
    expect(created.told.filter((one) => !one.endsWith('/'))).toEqual([`gone ${site}/crane`]);
  });

  it('begins anew when that is ordered while it pushes, and counts nothing of before', async () => {
    await crawled('wren', 'crane', 'heron');
    const to = target();
    let pushes = 0;
    to.before = async () => {
      if (pushes++ === 1)
        await changeSinkState(crawl.ports, job, name, (was) => was && begunAnew(was, '', false));
    };
    const run = runOf(to);
    expect(await run.step(until)).toEqual({ kind: 'more' });
    expect(await run.step(until)).toEqual({ kind: 'caught-up' });
    expect(await stateNow()).toMatchObject({ pushed: 4, beginning: 2 });
  });

  it('is handed each change once where a store lists in another order than objects are put', async () => {
    await crawled('wren', 'crane', 'heron');
    const to = target();
    await runOf(to, {}, false).step(until);
    expect(to.told.length).toBe(4);
    await runOf(to, {}, false).step(until);
    expect(to.told.length).toBe(4);
    await without('wren');
    await runOf(to, {}, false).step(until);
    expect(to.told.slice(4)).toContain(`gone ${site}/wren`);
  });

  it('takes nothing for whole that an earlier target of its type had', async () => {
    await crawled('wren');
    const [first, second, third] = [target(), target(), target()];
    await runOf(first).step(until);
    await changeSinkState(crawl.ports, job, name, (was) => was && { ...was, to: 'another' });
    await runOf(second).step(until);
    expect(second.told.length).toBe(2);
    expect(await stateNow()).toMatchObject({ to: 'list', generation: 2, beginning: 2, pushed: 2 });
    await runOf(third).step(until);
    expect(third.told).toEqual([]);
  });

  it('says how far behind it is', async () => {
    await crawled('wren', 'crane');
    const sinks = [{ name, to: 'list', where: {}, settings: {}, secrets: [] }];
    const [before] = await sinkReports(crawl.ports, job, { sinks });
    expect(before).toMatchObject({ state: 'new', pushed: 0 });
    expect(before?.behind).toBeGreaterThan(0);
    await runOf(target()).step(until);
    expect(await sinkReports(crawl.ports, job, { sinks })).toMatchObject([
      { state: 'going', pushed: 3, removed: 0, behind: 0, refused: 0 },
    ]);
  });

  describe('in metrics and checks', () => {
    const sink = { name, to: 'list', where: {}, settings: {}, secrets: [] };
    /** So long after the oldest change that it lacks, by the clock of the store. */
    const told = async (ms: number) => {
      const reports = await sinkReports(crawl.ports, job, { sinks: [sink] });
      const [report] = reports;
      if (report === undefined) throw new Error('there is no report');
      const now = (report.behindSince ?? 0) + ms;
      return { figures: sinkFigures(report, now), checks: sinkChecks(reports, now) };
    };

    it('lacks its oldest change for so long, and is warned of after an hour', async () => {
      await crawled('wren');
      expect(await told(minute)).toEqual({
        figures: { SinkLagSeconds: 60, PushedChanges: 0, RefusedChanges: 0 },
        checks: [],
      });
      const late = await told(61 * minute);
      expect(late.figures.SinkLagSeconds).toBe(3_660);
      expect(late.checks).toMatchObject([{ name: `sink ${name}`, ok: 'warn' }]);
      expect(late.checks[0]?.advice).toContain('winnow sinks run');
      const to = target();
      to.refuse = (change) => (say(change).endsWith(' wren') ? 'too small' : undefined);
      await runOf(to).step(until);
      const fed = await told(61 * minute);
      expect(fed.figures).toEqual({ SinkLagSeconds: 0, PushedChanges: 1, RefusedChanges: 1 });
      expect(fed.checks).toMatchObject([{ detail: 'its target refused 1 change' }]);
    });

    it('is said with what holds it up, and does not count where it is paused', async () => {
      await crawled('wren');
      const to = target();
      to.fail = () => new WinnowError('config', 'check the secret key');
      await runOf(to).step(until);
      expect((await told(minute)).checks).toMatchObject([{ ok: 'fail', detail: 'check the secret key' }]);
      const [{ detail = '' } = {}] = (await told(120 * minute)).checks;
      expect(detail).toMatch(/^check the secret key; the oldest change that it lacks was made 2 h.* ago$/);
      await changeSinkState(crawl.ports, job, name, (was) => {
        if (was === undefined) return undefined;
        const { trouble: _, ...rest } = was;
        return { ...rest, isPaused: true };
      });
      const paused = await told(120 * minute);
      expect(paused.figures.SinkLagSeconds).toBe(0);
      expect(paused.checks).toMatchObject([
        { ok: 'warn', advice: `\`winnow sinks continue ${name}\` ends the pause` },
      ]);
    });
  });
});
