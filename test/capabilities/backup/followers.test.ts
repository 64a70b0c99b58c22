import { describe, expect, it } from 'vitest';
import { readFeed } from '../../../lib/pipeline/feed/read-feed.ts';
import { ensureJob, setJobState } from '../../../lib/pipeline/job/open-job.ts';
import { wantedOf } from '../../../lib/pipeline/sinks/follow-sinks.ts';
import type { SinkType } from '../../../lib/pipeline/sinks/sink.ts';
import { SinkRun } from '../../../lib/pipeline/sinks/sink-run.ts';
import { begunAnew, changeSinkState } from '../../../lib/pipeline/sinks/sink-state.ts';
import type { Ports } from '../../../lib/ports/ports.ts';
import { type Answer, jobName, reharvest, type SmallCrawl } from '../../pipeline/small-crawl.ts';
import { dumped, loadInto } from '../../support/backup/dumped.ts';
import {
  collection,
  faults,
  firstPage,
  openCrawls,
  randomWeb,
  tickFor,
} from '../../support/backup/small-crawls.ts';
import { exported, placeOf, textOf } from '../../support/export/exported.ts';
import { testSettings } from '../../support/settings.ts';
import { type MemoryPorts, memoryPorts } from '../../support/stores.ts';

const crawlOf = openCrawls();
const scope = { jobs: [jobName] };
const until = { endBy: Number.POSITIVE_INFINITY, signal: new AbortController().signal };

/** An index that outlives the machine: records by generation, of which readers see one. */
class Index {
  readonly #generations = new Map<number, Map<string, string>>();
  #seen = 1;

  get read(): readonly string[] {
    return [...(this.#generations.get(this.#seen)?.keys() ?? [])].sort();
  }

  get generations(): readonly number[] {
    return [...this.#generations.keys()];
  }

  /** Hands over what is new of a crawl. */
  async follow(ports: Ports): Promise<void> {
    const type: SinkType<unknown> = {
      name: 'index',
      batch: { changes: 10, bytes: 1_000_000 },
      open: async ({ generation }) => ({
        push: async (changes) => {
          const records = this.#generations.get(generation) ?? new Map<string, string>();
          this.#generations.set(generation, records);
          for (const one of changes)
            if ('gone' in one) records.delete(one.gone.md5);
            else records.set(one.line.md5, one.line.url);
          return [];
        },
        publish: async () => {
          this.#seen = generation;
        },
        close: async () => undefined,
      }),
    };
    const web = { ask: () => Promise.reject(new Error('no web')), close: async () => undefined };
    const parts = { ports, isOrdered: true, typeOf: async () => type, web, secret: async () => '' };
    const sink = { name: 'out', to: 'index', where: {}, settings: {}, secrets: [] };
    const run = new SinkRun(parts, jobName, sink, wantedOf({}, sink, ports.clock.now()));
    while ((await run.step(until)).kind !== 'caught-up');
    await run.close();
  }
}

/** Who takes incremental exports, and has what they told. */
class Consumer {
  readonly #records = new Set<string>();

  get has(): readonly string[] {
    return [...this.#records].sort();
  }

  async take(crawl: SmallCrawl): Promise<void> {
    const asked = { job: jobName, to: 'jsonl', incremental: 'index' };
    for (const json of textOf(await exported(placeOf(crawl), asked))
      .split('\n')
      .filter(Boolean)) {
      const { change, md5 } = JSON.parse(json) as { readonly change: string; readonly md5: string };
      if (change === 'deleted') this.#records.delete(md5);
      else this.#records.add(md5);
    }
  }
}

/** Visits every page again, which says something else now. */
async function changed(crawl: SmallCrawl, share: number): Promise<void> {
  for (const [at, [url, answer]] of Object.entries(crawl.web).entries())
    if (at % share === 0)
      crawl.web[url] = { ...answer, body: `${(answer as Answer).body}<p>before the loss</p>` };
  await crawl.stores.clock.advance(60_000);
  await reharvest(crawl);
  await crawl.run(600_000);
}

const recordsOf = async (of: Parameters<typeof collection>[0]): Promise<readonly string[]> =>
  (await collection(of)).map((line) => line.split(' ')[0] ?? '').sort();

/** Objects of another job, which are put before those of a crawl. */
async function busyBefore(stores: MemoryPorts, objects: number): Promise<void> {
  await ensureJob(stores, testSettings('fish'));
  for (let at = 0; at < objects; at += 1) await stores.changes.put('fish', `~${1_000 + at}-fish`, ['{}']);
}

describe('whoever follows the changes of a crawl that is restored from a dump', () => {
  it('ends with what the collection has: a sink is filled anew, without what was lost', async () => {
    const web = randomWeb(31);
    const asItWas = { ...web };
    const stores = memoryPorts();
    await busyBefore(stores, 60);
    const crawl = await crawlOf(web, { stores, seeds: [firstPage] });
    const index = new Index();
    await tickFor(crawl, 3);
    await index.follow(crawl.ports);
    const folder = await dumped(stores, scope);
    // What is crawled now is lost, and says something else when it is crawled again.
    for (const [url, answer] of Object.entries(web))
      crawl.web[url] = { ...answer, body: `${(answer as Answer).body}<p>before the loss</p>` };
    await tickFor(crawl, 2);
    await index.follow(crawl.ports);
    const before = index.read;
    const there = memoryPorts(stores.clock);
    await loadInto(there, folder);
    const second = await crawlOf(asItWas, { stores: there });
    await second.run();
    await index.follow(second.ports);
    expect(index.read).toEqual(await recordsOf(second));
    expect(index.read).not.toEqual(expect.arrayContaining([...before]));
  });

  it('ends with what the collection has where the dump replaced the job: consumers of exports, and sinks that began anew since', async () => {
    const web = randomWeb(33);
    const asItWas = { ...web };
    const crawl = await crawlOf(web, { seeds: [firstPage] });
    const [index, consumer] = [new Index(), new Consumer()];
    await crawl.run();
    await index.follow(crawl.ports);
    await consumer.take(crawl);
    const folder = await dumped(crawl.stores, scope);
    const [then, linesThen] = [await recordsOf(crawl), await collection(crawl)];
    await changed(crawl, 2);
    for (let time = 0; time < 2; time += 1) {
      await changeSinkState(crawl.ports, jobName, 'out', (was) => was && begunAnew(was, was.settings, true));
      await index.follow(crawl.ports);
    }
    await consumer.take(crawl);
    expect(consumer.has).toEqual(await recordsOf(crawl));
    expect(consumer.has).not.toEqual(then);
    await setJobState(crawl.stores, jobName, 'stopped', 'a load');
    const before = index.generations;
    const { jobs } = await loadInto(crawl.stores, folder, { how: 'replace' });
    expect(jobs[0]?.takenOut).toBeGreaterThan(10);
    expect(await collection(crawl)).toEqual(linesThen);
    await consumer.take(crawl);
    expect(consumer.has).toEqual(then);
    await index.follow(crawl.ports);
    expect(index.read).toEqual(then);
    expect(Math.max(...index.generations)).toBeGreaterThan(Math.max(...before));
    for (const [url, answer] of Object.entries(asItWas)) crawl.web[url] = answer;
    const goesOn = await crawlOf(crawl.web, { stores: crawl.stores });
    await changed(goesOn, 5);
    await consumer.take(goesOn);
    await index.follow(goesOn.ports);
    expect(consumer.has).toEqual(await recordsOf(goesOn));
    expect(index.read).toEqual(await recordsOf(goesOn));
    expect(await faults(goesOn)).toEqual([]);
  });

  it('hears every record again where a dump is all that is left', async () => {
    const crawl = await crawlOf(randomWeb(34), { seeds: [firstPage] });
    const consumer = new Consumer();
    await crawl.run();
    await consumer.take(crawl);
    const folder = await dumped(crawl.stores, scope);
    // What is heard now is lost, and so is that a record had gone.
    await changed(crawl, 3);
    await consumer.take(crawl);
    const there = memoryPorts(crawl.stores.clock);
    await loadInto(there, folder);
    const second = await crawlOf(randomWeb(34), { stores: there });
    await consumer.take(second);
    expect(consumer.has).toEqual(expect.arrayContaining([...(await recordsOf(second))]));
  });

  it('misses nothing of another job of the machine that the dump is loaded into', async () => {
    const crawl = await crawlOf(randomWeb(32), { seeds: [firstPage] });
    await tickFor(crawl, 4);
    const folder = await dumped(crawl.stores, scope);
    const there = memoryPorts(crawl.stores.clock);
    await busyBefore(there, 2);
    const { objects } = await there.changes.list('fish', {}, 100);
    const told = objects.at(-1)?.at ?? 0;
    await there.changes.put('fish', '~8-untold', ['{}']);
    await loadInto(there, folder);
    const names: string[] = [];
    for await (const { object } of readFeed(there, 'fish', { since: told })) names.push(object.name);
    expect(names).toContain('~8-untold');
    there.close();
  });
});
