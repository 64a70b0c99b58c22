import { describe, expect, it } from 'vitest';
import { readManifest } from '../../../lib/capabilities/backup/manifest.ts';
import { setJobState } from '../../../lib/pipeline/job/open-job.ts';
import { firstState, readSinkState } from '../../../lib/pipeline/sinks/sink-state.ts';
import type { HostKey } from '../../../lib/ports/hosts.ts';
import { jobName, type SmallCrawl } from '../../pipeline/small-crawl.ts';
import { contents, dumped, loadInto } from '../../support/backup/dumped.ts';
import {
  collection,
  faults,
  firstPage,
  openCrawls,
  randomWeb,
  tickFor,
  wholeScope,
} from '../../support/backup/small-crawls.ts';
import { memoryPorts } from '../../support/stores.ts';

const crawlOf = openCrawls();
const host = 'h2.example';
const key = { job: jobName, host } as HostKey;

async function crawled(): Promise<SmallCrawl> {
  const crawl = await crawlOf(randomWeb(5), { seeds: [firstPage] });
  await crawl.run();
  return crawl;
}

const stop = (crawl: SmallCrawl) => setJobState(crawl.stores, jobName, 'stopped', 'a load');

describe('a load', () => {
  it('writes nothing when a part is damaged, and says what the part had', async () => {
    const folder = await dumped((await crawled()).stores, wholeScope);
    const bytes = Buffer.from(folder.files.get('part-000002') as Uint8Array);
    bytes[100] = (bytes[100] as number) ^ 1;
    folder.files.set('part-000002', bytes);
    const there = memoryPorts();
    await expect(loadInto(there, folder)).rejects.toThrow(
      /nothing was loaded: part-000002 has another digest: it had \d+ \S+.* of birds/,
    );
    expect(await there.jobs.jobs()).toEqual([]);
    there.close();
  });

  it('passes over damaged parts when it is told to, and the rest is what it was', async () => {
    const crawl = await crawled();
    const folder = await dumped(crawl.stores, wholeScope);
    const last = [...folder.files.keys()].filter((name) => name.startsWith('part')).at(-1) as string;
    folder.files.delete(last);
    const there = memoryPorts(crawl.stores.clock);
    const { damaged } = await loadInto(there, folder, { passOver: true });
    expect(damaged).toEqual([expect.stringContaining(`${last} is missing`)]);
    expect((await there.hosts.hosts(jobName, 99)).hosts).toHaveLength(6);
    there.close();
  });

  it('refuses a damaged manifest, a dump that was cut off, and a folder without one', async () => {
    const { stores } = await crawled();
    const folder = await dumped(stores, wholeScope);
    const there = memoryPorts();
    const manifest = Buffer.from(folder.files.get('manifest.json') as Uint8Array);
    folder.files.set('manifest.json', manifest.fill(0x20, 20, 21));
    await expect(loadInto(there, folder)).rejects.toThrow('manifest.json is damaged');
    folder.files.clear();
    await expect(loadInto(there, folder)).rejects.toThrow('a-folder has no dump');
    there.close();
  });

  it('does not touch a job that is there, unless it is told to replace it, and the job is not open', async () => {
    const crawl = await crawled();
    const folder = await dumped(crawl.stores, wholeScope);
    const before = await contents(folder);
    await expect(loadInto(crawl.stores, folder)).rejects.toThrow('there is a job birds already');
    await expect(loadInto(crawl.stores, folder, { how: 'replace' })).rejects.toThrow('job birds is open');
    await stop(crawl);
    await crawl.stores.jobs.count(jobName, 'later', 3);
    await loadInto(crawl.stores, folder, { how: 'replace' });
    expect(await contents(await dumped(crawl.stores, wholeScope))).toEqual(before);
    expect(await crawl.stores.jobs.count(jobName, 'later', 0)).toBe(0);
    expect(await faults(crawl)).toEqual([]);
  });

  it('ends with what was dumped where a job is replaced that went on since, and says what it took out', async () => {
    const crawl = await crawlOf(randomWeb(5), { seeds: [firstPage] });
    await tickFor(crawl, 2);
    const folder = await dumped(crawl.stores, wholeScope);
    const before = [await contents(folder), await collection(crawl)];
    await crawl.run();
    const newer = (await collection(crawl)).length - (before[1] as readonly string[]).length;
    await stop(crawl);
    const { jobs } = await loadInto(crawl.stores, folder, { how: 'replace' });
    expect(jobs[0]?.takenOut).toBe(newer);
    expect(newer).toBeGreaterThan(0);
    const after = await contents(await dumped(crawl.stores, wholeScope));
    // Feed and files stay, gates know more than the dump, and revisions count what was taken out.
    const without = (found: ReadonlyMap<string, string>) =>
      new Map(
        [...found]
          .filter(([name]) => !/^(changes|bundle|records) /.test(name))
          .map(([name, value]) => [name, value.replace(/"gates":\[.*?\],"host"/, '')]),
      );
    expect(without(after)).toEqual(without(before[0] as typeof after));
    expect(await collection(crawl)).toEqual(before[1]);
    expect(await faults(crawl)).toEqual([]);
  });

  it('takes nothing out where the dump is damaged and does not say what it had', async () => {
    const crawl = await crawled();
    const folder = await dumped(crawl.stores, wholeScope, { partBytes: 2_000 });
    const before = await collection(crawl);
    const { parts = [] } = (await readManifest(folder)) ?? {};
    for (const { name } of parts.filter(({ entries }) => 'rows' in entries && !('job' in entries)))
      folder.files.delete(name);
    await stop(crawl);
    const { jobs } = await loadInto(crawl.stores, folder, { how: 'replace', passOver: true });
    expect(jobs[0]?.takenOut).toBeUndefined();
    expect(await collection(crawl)).toEqual(before);
  });

  it('stops between two steps when it is told to, also while it deletes, and goes on', async () => {
    const crawl = await crawled();
    const folder = await dumped(crawl.stores, wholeScope);
    const before = await contents(folder);
    await stop(crawl);
    const told = new AbortController();
    const jobEraser = new Proxy(crawl.stores.jobEraser, {
      get: (target, name: 'eraseSome') => async (job: never) => {
        told.abort();
        return await target[name](job, 1);
      },
    });
    const { jobs, isWhole } = await loadInto({ ...crawl.stores, jobEraser }, folder, {
      how: 'replace',
      signal: told.signal,
    });
    expect([isWhole, jobs[0]?.state, jobs[0]?.entries]).toEqual([false, 'stopped', {}]);
    expect((await loadInto(crawl.stores, folder)).isWhole).toBe(true);
    expect(await contents(await dumped(crawl.stores, wholeScope))).toEqual(before);
  });

  it('has each sink fill a new generation, because places in the feed are those of another store', async () => {
    const { stores } = await crawled();
    const to = 'opensearch';
    const mark = { place: { cursor: '9000', taken: 1 } };
    const state = { ...firstState(to, 'digest'), generation: 3, mark, pushed: 9, at: 5 };
    for (const [name, text] of [
      ['sink-out', JSON.stringify(state)],
      ['sink-out.refused', '{"refused":[],"dropped":1}'],
      ['sink-out.lease', 'until tomorrow'],
    ] as const)
      await stores.jobs.putNote(jobName, name, 0, text);
    const there = memoryPorts(stores.clock);
    const second = Math.floor(stores.clock.now() / 1_000);
    await loadInto(there, await dumped(stores, wholeScope));
    expect(await readSinkState(there, jobName, 'out')).toEqual({
      ...firstState(to, 'digest'),
      ...{ generation: second, beginning: second, isBuilding: true },
    });
    for (const name of ['sink-out.refused', 'sink-out.lease'])
      expect(await there.jobs.note(jobName, name)).toBeUndefined();
    there.close();
  });

  it('checks all and writes nothing in a dry run', async () => {
    const folder = await dumped((await crawled()).stores, wholeScope);
    const there = memoryPorts();
    const { jobs } = await loadInto(there, folder, { dryRun: true });
    expect(jobs).toEqual([expect.objectContaining({ job: jobName, isWhole: true })]);
    expect(await there.jobs.jobs()).toEqual([]);
    there.close();
  });

  it.each(['a dump of all', 'a dump of the host'])(
    'puts one damaged host back from %s, and leaves the others',
    async (of) => {
      const crawl = await crawled();
      const scope = of === 'a dump of all' ? wholeScope : { jobs: [jobName], host };
      const folder = await dumped(crawl.stores, scope);
      const [all, before] = [await contents(await dumped(crawl.stores, wholeScope)), await collection(crawl)];
      await stop(crawl);
      const turn = (await crawl.stores.hosts.body(key))?.turn ?? 0;
      await crawl.stores.hosts.putBody(key, turn, { turn: turn + 1, bytes: Buffer.from('damaged') });
      for (const { md5 } of (await crawl.stores.records.records(jobName, 99)).records)
        for (const url of await crawl.stores.records.urls(jobName, md5, 99))
          if (url.includes(host)) await crawl.stores.records.remove(jobName, md5, url);
      expect(await collection(crawl)).not.toEqual(before);
      await loadInto(crawl.stores, folder, { how: { host } });
      expect(await collection(crawl)).toEqual(before);
      const after = await contents(await dumped(crawl.stores, wholeScope));
      for (const [name, value] of all)
        if (name.startsWith('host ')) expect([name, after.get(name)]).toEqual([name, value]);
      expect(await faults(crawl)).toEqual([]);
    },
  );

  it('puts back only what is missing', async () => {
    const crawl = await crawled();
    const folder = await dumped(crawl.stores, wholeScope);
    const before = await contents(folder);
    const there = memoryPorts(crawl.stores.clock);
    await loadInto(there, folder);
    await there.graphs.put(jobName, 'kept', Buffer.from('as it is now'));
    const [bundle] = (await there.documents.bundles(jobName, 9)).bundles;
    const lost = new Proxy(there.documents, {
      get: (target, name: 'read') =>
        name === 'read'
          ? async (document: string) =>
              document === `${bundle?.key}#0+1` ? undefined : await target.read(document)
          : (target[name] as () => unknown).bind(target),
    });
    const { jobs } = await loadInto({ ...there, documents: lost }, folder, { how: 'missing' });
    expect(jobs[0]?.entries).toEqual({ bundle: expect.any(Number) });
    expect(await contents(await dumped(there, wholeScope))).toEqual(
      new Map([
        ...before,
        [JSON.stringify({ job: jobName, kind: 'graph', name: 'kept' }), expect.anything()],
      ]),
    );
    there.close();
  });
});
