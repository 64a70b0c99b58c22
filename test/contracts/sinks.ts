import { describe, expect, it } from 'vitest';
import { WinnowError } from '../../lib/base/error.ts';
import type { RecordChange } from '../../lib/pipeline/feed/outgoing.ts';
import { wantedOf } from '../../lib/pipeline/sinks/follow-sinks.ts';
import type { Sink, SinkPlan, SinkType } from '../../lib/pipeline/sinks/sink.ts';
import { SinkRun, type SinkStep } from '../../lib/pipeline/sinks/sink-run.ts';
import { begunAnew, changeSinkState, readSinkState } from '../../lib/pipeline/sinks/sink-state.ts';
import type { TargetWeb } from '../../lib/ports/target-web.ts';
import { page, reharvest, type SmallCrawl, smallCrawl, type Web } from '../pipeline/small-crawl.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { opened } from './fixture.ts';

/** A type of sinks with a target. */
export interface SinkFixture {
  readonly type: SinkType<unknown>;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly directory?: string;
  readonly web?: TargetWeb;
  readonly secret?: (name: string) => Promise<string>;
  /** What readers of the target see: a URL by the MD5 of its record. */
  contents(): Promise<ReadonlyMap<string, string>>;
  /** Puts what no sink made where the sink would put its own, before it is opened first. @returns what is there now */
  occupy?(): Promise<() => Promise<unknown>>;
  /** Deletes what the sink made, as somebody may who does not know of it. */
  lose?(): Promise<unknown>;
  readonly close: () => Promise<void>;
}

type Pages = ReadonlyMap<string, string>;

const site = 'http://a.example';
const job = 'birds';
const name = 'out';
const moments = 20;
const forever = { endBy: Number.POSITIVE_INFINITY, signal: new AbortController().signal };
const noWeb: TargetWeb = { ask: () => Promise.reject(new Error('no web')), close: async () => undefined };

function webOf(pages: Pages): Web {
  const web: Web = { [`${site}/`]: page('home', ...[...pages.keys()].map((path) => `${site}${path}`)) };
  for (const [path, text] of pages) web[`${site}${path}`] = page(text);
  return web;
}

async function visit(crawl: SmallCrawl, pages: Pages): Promise<void> {
  for (const url of Object.keys(crawl.web)) delete crawl.web[url];
  Object.assign(crawl.web, webOf(pages));
  await crawl.stores.clock.advance(60_000);
  await reharvest(crawl);
  await crawl.run(600_000);
}

/** The collection: a URL by the MD5 of its record. */
async function collection({ ports }: SmallCrawl): Promise<ReadonlyMap<string, string>> {
  const { records } = await ports.records.records(job, 1_000);
  return new Map(records.map(({ md5, firstUrl }) => [md5, firstUrl as string]));
}

const sorted = (contents: ReadonlyMap<string, string>) => [...contents].sort();

/** Gets between a run and its target: what a process that is killed does not do any more. */
type Around = (
  changes: readonly RecordChange[],
  push: Sink['push'],
  signal: AbortSignal,
) => ReturnType<Sink['push']>;

/** One run of the sink, as of a process of its own. @param batch changes of a push, at most */
function runOf(crawl: SmallCrawl, fixture: SinkFixture, around?: Around, batch = 3): SinkRun {
  const { type, settings, directory, web = noWeb, secret = async () => '' } = fixture;
  const typeOf = async (): Promise<SinkType<unknown>> => ({
    ...type,
    batch: { changes: batch, bytes: 10_000_000 },
    async open(plan: SinkPlan<unknown>) {
      const sink = await type.open(plan);
      if (around === undefined) return sink;
      return {
        push: (changes, signal) => around(changes, (...args) => sink.push(...args), signal),
        publish: async (signal) => await sink.publish?.(signal),
        close: () => sink.close(),
      };
    },
  });
  const parts = { ports: crawl.ports, isOrdered: true, typeOf, web, secret };
  const where = directory === undefined ? parts : { ...parts, directory };
  const sink = { name, to: type.name, where: {}, settings, secrets: [] };
  return new SinkRun(where, job, sink, wantedOf({}, sink, crawl.ports.clock.now()));
}

async function push(
  crawl: SmallCrawl,
  fixture: SinkFixture,
  around?: Around,
  batch?: number,
): Promise<SinkStep> {
  // Nobody waits for the pause after a failure.
  await crawl.stores.clock.advance(3_600_000);
  const run = runOf(crawl, fixture, around, batch);
  try {
    return await run.step(forever);
  } finally {
    await run.close();
  }
}

const killed = () => new WinnowError('unavailable', 'the process was killed');

/** What every type of sinks must do. */
export function sinkContract(label: string, make: () => Promise<SinkFixture>): void {
  describe(`${label} keeps the contract of sinks`, () => {
    const fixture = opened(make);
    const begin = async (pages: Pages): Promise<SmallCrawl> => {
      const crawl = await smallCrawl(webOf(pages), { seeds: [`${site}/`] });
      await crawl.run();
      return crawl;
    };
    const birds: Pages = new Map(Array.from({ length: 7 }, (_, at) => [`/bird-${at}`, `bird${at}sings`]));
    const expectEqual = async (crawl: SmallCrawl) =>
      expect(sorted(await fixture().contents())).toEqual(sorted(await collection(crawl)));

    it('has the collection, and follows what is created, changed and deleted', async () => {
      const crawl = await begin(birds);
      expect(await push(crawl, fixture())).toEqual({ kind: 'caught-up' });
      await expectEqual(crawl);
      await visit(crawl, new Map([...birds, ['/bird-1', 'anothersong'], ['/bird-8', 'newvoice']]));
      await push(crawl, fixture());
      await expectEqual(crawl);
      await visit(crawl, new Map([...birds].slice(3)));
      await push(crawl, fixture());
      await expectEqual(crawl);
      crawl.close();
    });

    it('is the same after everything was handed over twice', async () => {
      const crawl = await begin(birds);
      await push(crawl, fixture());
      await visit(crawl, new Map([...birds].slice(2)));
      await push(crawl, fixture());
      await changeSinkState(crawl.ports, job, name, (was) => was && begunAnew(was, '', false));
      await push(crawl, fixture());
      await expectEqual(crawl);
      crawl.close();
    });

    it(`is equal to the collection after it was killed at ${moments} moments`, async () => {
      const random = seededRandom(5);
      let pages: Pages = birds;
      const crawl = await begin(pages);
      for (let moment = 0; moment < moments; moment++) {
        let left = Math.floor(random() * 3);
        const place = moment % 3;
        // Before a push, in its middle, and after it but before anybody knows.
        const kill: Around = async (changes, pushAll, signal) => {
          if (left-- > 0) return await pushAll(changes, signal);
          if (place === 1) await pushAll(changes.slice(0, Math.ceil(changes.length / 2)), signal);
          if (place === 2) await pushAll(changes, signal);
          throw killed();
        };
        await push(crawl, fixture(), kill);
        const path = `/bird-${Math.floor(random() * 8)}`;
        const next = new Map(pages);
        if (random() < 0.3) next.delete(path);
        else next.set(path, `song${moment}of${path.slice(-1)}`);
        pages = next;
        await visit(crawl, pages);
      }
      await push(crawl, fixture());
      await expectEqual(crawl);
      crawl.close();
    });

    it('shows readers the old generation until the new one is whole, with what came meanwhile', async () => {
      const crawl = await begin(birds);
      await push(crawl, fixture());
      const before = sorted(await fixture().contents());
      await changeSinkState(crawl.ports, job, name, (was) => was && begunAnew(was, '', true));
      let pushes = 0;
      await push(crawl, fixture(), async (changes, pushAll, signal) => {
        if (pushes++ > 0) throw killed();
        return await pushAll(changes, signal);
      });
      expect(sorted(await fixture().contents())).toEqual(before);
      expect((await readSinkState(crawl.ports, job, name))?.isBuilding).toBe(true);
      await visit(crawl, new Map([...birds].slice(1)));
      await push(crawl, fixture());
      await expectEqual(crawl);
      expect(await readSinkState(crawl.ports, job, name)).toMatchObject({ generation: 2 });
      await visit(crawl, birds);
      await push(crawl, fixture());
      await expectEqual(crawl);
      crawl.close();
    });

    it('says that its target was deleted, and fills a new one when that is ordered', async () => {
      const { lose } = fixture();
      if (lose === undefined) return;
      const crawl = await begin(birds);
      await push(crawl, fixture());
      await lose();
      await visit(crawl, new Map([...birds].slice(1)));
      expect((await push(crawl, fixture())).kind).toBe('held');
      const { trouble } = (await readSinkState(crawl.ports, job, name)) ?? {};
      expect(trouble).toMatchObject({
        code: 'config',
        says: expect.stringMatching(/there no more: run `winnow sinks rebuild out`/),
      });
      await changeSinkState(crawl.ports, job, name, (was) => was && begunAnew(was, '', true));
      await push(crawl, fixture());
      await expectEqual(crawl);
      crawl.close();
    });

    it('touches nothing that it did not make', async () => {
      const { occupy } = fixture();
      if (occupy === undefined) return;
      const look = await occupy();
      const before = await look();
      const crawl = await begin(birds);
      expect((await push(crawl, fixture())).kind).toBe('held');
      expect((await readSinkState(crawl.ports, job, name))?.trouble?.code).toBe('config');
      expect(await look()).toEqual(before);
      crawl.close();
    });
  });
}
