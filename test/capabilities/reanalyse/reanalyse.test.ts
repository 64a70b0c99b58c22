import { describe, expect, it } from 'vitest';
import { reanalysis, tellToReanalyse } from '../../../lib/capabilities/reanalyse/reanalyse.ts';
import { defaultAnalysisSettings } from '../../../lib/documents/analysis/analysis-settings.ts';
import type { JobSettings } from '../../../lib/domain/settings/settings.ts';
import { ensureJob } from '../../../lib/pipeline/job/open-job.ts';
import type { Ports } from '../../../lib/ports/ports.ts';
import { override } from '../../model/override.ts';
import { jobName, page, type SmallCrawl, smallCrawl } from '../../pipeline/small-crawl.ts';
import { CrashPlan, crashingPort, stride } from '../../support/crash.ts';
import { defaultContentSettings, testSettings } from '../../support/settings.ts';
import { termTopic } from '../../support/topic/topic.ts';

const first = 'http://a.example.de/';
const second = 'http://a.example.de/2';
const web = { [first]: page('owls', '/2'), [second]: page('mice') };
const wanted: Partial<JobSettings> = {
  analysis: { ...defaultAnalysisSettings, country: true, statistics: true },
  content: { ...defaultContentSettings, main: true },
};

async function crawled(more: Partial<JobSettings> = {}, through?: (ports: Ports) => Ports) {
  const settings: Partial<JobSettings> = { documents: { keep: true, compression: 'gzip' }, ...more };
  const crawl = await smallCrawl(web, { seeds: [first], settings, ...(through && { through }) });
  await crawl.run();
  return crawl;
}

/** The job with other settings, as a new job.yaml makes it. */
async function change(crawl: SmallCrawl, more: Partial<JobSettings>) {
  await ensureJob(crawl.ports, {
    ...testSettings(jobName),
    documents: { keep: true, compression: 'gzip' },
    ...more,
  });
}

describe('analysing stored pages again', () => {
  it('writes records anew that differ by the present settings, and asks for no page', async () => {
    const crawl = await crawled();
    await change(crawl, wanted);
    const asked = crawl.requests.length;
    const job = await crawl.job();
    expect(await reanalysis(crawl.ports, job)).toEqual({
      ...{ pages: 2, same: 0, changed: 2, missing: 0, other: 0 },
      fields: { main: 2, analysis: 2 },
    });
    expect(await tellToReanalyse(crawl.ports, job)).toEqual({ hosts: 1, pages: 2 });
    await crawl.run();
    expect(crawl.requests.length).toBe(asked);
    const lines = (await crawl.changes()).slice(-2);
    for (const line of lines) {
      expect(line).toMatchObject({
        change: 'updated',
        record: { analysis: { country: { code: 'DE', by: 'domain' } }, main: { kind: expect.any(String) } },
      });
    }
    expect(await crawl.outcome(first)).toBe('stored');
    expect(await reanalysis(crawl.ports, job)).toMatchObject({ same: 2, changed: 0 });
    await tellToReanalyse(crawl.ports, job);
    await crawl.run();
    expect((await crawl.changes()).length).toBe(4);
    crawl.close();
  });

  it('takes away what nobody wants any more, and keeps verdicts and links', async () => {
    const topic = termTopic('90: owls=B');
    const crawl = await crawled({ ...wanted, topic: { ...topic, followOffTopic: true } });
    const [before] = await crawl.changes();
    await change(crawl, { topic: { ...topic, followOffTopic: true } });
    await tellToReanalyse(crawl.ports, await crawl.job());
    await crawl.run();
    const after = (await crawl.changes()).at(-1);
    expect(after?.record).not.toHaveProperty('analysis');
    expect(after?.record).toMatchObject({ topic: before?.record?.topic, links: before?.record?.links });
    crawl.close();
  });

  it('leaves pages alone whose raw documents are not kept', async () => {
    const crawl = await crawled({ documents: { keep: false, compression: 'gzip' } });
    await change(crawl, wanted);
    expect(await reanalysis(crawl.ports, await crawl.job())).toMatchObject({
      pages: 2,
      missing: 2,
      changed: 0,
    });
    await tellToReanalyse(crawl.ports, await crawl.job());
    await crawl.run();
    expect((await crawl.changes()).length).toBe(2);
    crawl.close();
  });

  it('leaves pages alone whose raw documents are damaged, and goes on with the others', async () => {
    let damaged = '';
    const damaging = (ports: Ports): Ports => ({
      ...ports,
      documents: override(ports.documents, {
        read: async (name) =>
          name === damaged ? new Uint8Array([31, 139, 8]) : await ports.documents.read(name),
      }),
    });
    const crawl = await crawled({}, damaging);
    const ports = damaging(crawl.ports);
    const { records } = await ports.records.records(jobName, 10);
    damaged = records.find(({ firstUrl }) => firstUrl === first)?.document ?? '';
    await change(crawl, wanted);
    const job = await crawl.job();
    expect(await reanalysis(ports, job)).toMatchObject({ missing: 1, changed: 1 });
    await tellToReanalyse(crawl.ports, job);
    await crawl.run();
    expect(await reanalysis(ports, job)).toMatchObject({ missing: 1, same: 1 });
    crawl.close();
  });

  it('comes to the same when the process dies at any await', async () => {
    let steps = 0;
    for (let crashed = true; crashed; steps += stride) {
      for (const side of ['before', 'after'] as const) {
        const plan = new CrashPlan();
        const names = ['records', 'changes', 'staged', 'hosts', 'due', 'documents'] as const;
        const crawl = await crawled({}, (ports) => ({
          ...ports,
          ...Object.fromEntries(names.map((name) => [name, crashingPort<object>(ports[name], plan)])),
        }));
        await change(crawl, wanted);
        await tellToReanalyse(crawl.ports, await crawl.job());
        plan.arm(steps, side);
        await crawl.run(20_000_000).catch(() => undefined);
        crashed = await plan.disarm();
        await crawl.tick().catch(() => undefined);
        await crawl.stores.clock.advance(1_000_000);
        await crawl.tick().catch(() => undefined);
        await crawl.run(20_000_000);
        expect(await reanalysis(crawl.ports, await crawl.job()), `${side} ${steps}`).toMatchObject({
          same: 2,
        });
        crawl.close();
      }
    }
    expect(steps).toBeGreaterThan(5);
  });
});
