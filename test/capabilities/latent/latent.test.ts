import { afterEach, describe, expect, it } from 'vitest';
import type { CanonicalUrl } from '../../../lib/base/url/url.ts';
import { modelInForce, modelName } from '../../../lib/capabilities/latent/model-in-force.ts';
import type { RefitOptions } from '../../../lib/capabilities/latent/refit.ts';
import { why } from '../../../lib/capabilities/why.ts';
import { defaultFocus } from '../../../lib/domain/focus/focus-settings.ts';
import { runCommand } from '../../../lib/pipeline/control/run-command.ts';
import { ensureJob } from '../../../lib/pipeline/job/open-job.ts';
import { seed } from '../../../lib/pipeline/seeds/seed.ts';
import { jobName, type SmallCrawl } from '../../pipeline/small-crawl.ts';
import { termTopic } from '../../support/topic/topic.ts';
import { farming, farmingCrawl, music, ofMusic, ofVersion, ofWheat, pages, refitted } from './farming-web.ts';

let crawl: SmallCrawl;
afterEach(() => crawl.close());

async function begun(seeds = pages, latent: 'always' | 'trained' | 'never' = 'always') {
  crawl = await farmingCrawl(seeds, { settings: { focus: { ...defaultFocus, mode: 'soft', latent } } });
}
const refit = async (more: Partial<RefitOptions> = {}) => await refitted(crawl, more);
const put = (bytes: Uint8Array) => crawl.ports.graphs.put(jobName, modelName, bytes);
const file = () => crawl.ports.graphs.read(jobName, modelName);

/** Which of two links the crawl follows first: one to what is said of wheat, and one to what is said of music. */
async function followedFirst(): Promise<string | undefined> {
  await crawl.stores.clock.advance(60_000);
  const before = crawl.requests.length;
  const job = await crawl.job();
  await seed(crawl.ports, job, ['http://list.example/' as CanonicalUrl]);
  await crawl.run();
  return crawl.requests.slice(before).find(({ url }) => /list\.example\/\d/.test(url))?.url;
}

/** Whether what the crawl knows of its model is known again: a harvester looks from time to time. */
const later = () => crawl.stores.clock.advance(60_000);

describe('the latent space of a job', () => {
  it('has a link followed first whose anchor has no word of the topic, once it was made under the running crawl', async () => {
    await begun();
    expect(await refit()).toMatchObject({ texts: 10, model: expect.any(String) });
    expect(await followedFirst()).toBe(ofWheat);
  });

  it('is not made where the job has no trained filter, or wants none', async () => {
    for (const latent of ['trained', 'never'] as const) {
      await begun(pages, latent);
      expect(await refit()).toBe('resting');
      expect(await followedFirst()).toBe(ofMusic);
      if (latent === 'trained') crawl.close();
    }
  });

  it('is the same for the same pages, whatever the order in which they were read', async () => {
    await begun();
    await refit();
    const one = await file();
    crawl.close();
    await begun(pages.toReversed());
    await refit();
    expect(await file()).toEqual(one);
  });

  it('is made of what is labelled before a page was read, and again when the topic is another', async () => {
    await begun([]);
    const labelled = async () => [
      ...farming.map((text) => ({ title: '', text: `wheat ${text}`, label: 1 })),
      ...music.map((text) => ({ title: '', text: `tune ${text}`, label: 0 })),
    ];
    expect(await refit({ labelled })).toMatchObject({ texts: 10, model: expect.any(String) });
    expect(await refit({ labelled })).toBe('resting');
    expect(await followedFirst()).toBe(ofWheat);
    const settings = await crawl.ports.jobs.settings(jobName, (await crawl.job()).config);
    await ensureJob(crawl.ports, { ...settings, topic: termTopic('100: barley = F') });
    expect(await refit({ labelled })).toMatchObject({ texts: 11 });
  });

  it('is made anew when twice as many pages were fetched, and exchanged', async () => {
    await begun(pages.slice(0, 5));
    const few = await refit();
    await crawl.ports.jobs.tally(jobName, 'crawl', { pages: 49 });
    expect(await refit()).toBe('resting');
    await seed(crawl.ports, await crawl.job(), pages as CanonicalUrl[]);
    await crawl.run();
    expect(await refit()).toMatchObject({ texts: 10 });
    expect(few).toMatchObject({ texts: 5 });
    expect(await followedFirst()).toBe(ofWheat);
  });

  it.each([
    ['is lost', async () => crawl.ports.graphs.delete(jobName, [modelName])],
    ['is damaged', async (bytes: Uint8Array) => put(bytes.slice(0, -3))],
    ['is of another version', async (bytes: Uint8Array) => put(ofVersion(bytes, 9))],
  ])('leaves the filter to judge alone when it %s, until it was made again', async (_, spoil) => {
    await begun();
    await refit();
    const made = (await file()) as Uint8Array;
    await spoil(made);
    await later();
    expect(await followedFirst()).toBe(ofMusic);
    expect(await refit()).toMatchObject({ model: expect.any(String) });
    await later();
    const inForce = await modelInForce(crawl.ports, jobName);
    expect(inForce.bytes?.length).toBeGreaterThan(100);
  });

  it('goes on where its time was over', async () => {
    await begun();
    expect(await refit({ endBy: Number.NEGATIVE_INFINITY })).toBe('continues');
    expect(await refit()).toMatchObject({ texts: 10 });
  });

  it('forgets pages of blocked hosts, and pages that left the collection', async () => {
    await begun();
    await refit();
    await runCommand(crawl.ports, {
      ...{ requestId: '1', by: 'a test', reason: 'the owner wrote', dryRun: false },
      ...{ command: 'block', host: 'music0.example', purge: true },
    });
    await crawl.ports.jobs.tally(jobName, 'crawl', { pages: 100 });
    expect(await refit()).toMatchObject({ texts: 9 });
  });

  it('tells why a link whose anchor has no word of the topic is near', async () => {
    await begun();
    await refit();
    await followedFirst();
    const { lines } = await why(crawl.ports, await crawl.job(), ofWheat);
    expect(lines.find(({ step }) => step === 'field')?.detail).toMatch(
      /^"spelt" on http:\/\/list\.example\/ is near .*(sickle|threshing).* of the topic's field; the link promised 0\.\d+$/,
    );
  });
});
