import { afterEach, describe, expect, it } from 'vitest';
import { defined } from '../../../lib/base/defined.ts';
import type { CanonicalUrl } from '../../../lib/base/url/url.ts';
import { findNear, type NearOptions } from '../../../lib/capabilities/examples/find-near.ts';
import { noExamples } from '../../../lib/capabilities/examples/read-examples.ts';
import { readLists } from '../../../lib/capabilities/examples/read-lists.ts';
import { fieldOfJob } from '../../../lib/capabilities/latent/job-field.ts';
import { adviseSeeds } from '../../../lib/capabilities/replay/seed-advice.ts';
import { defaultFocus } from '../../../lib/domain/focus/focus-settings.ts';
import type { JobSettings } from '../../../lib/domain/settings/settings.ts';
import { keptPage } from '../../../lib/pipeline/collection/kept-page.ts';
import { cosine } from '../../../lib/topic/judge.ts';
import { jobName, type SmallCrawl } from '../../pipeline/small-crawl.ts';
import { termTopic } from '../../support/topic/topic.ts';
import { farmingCrawl, ofWheat, pages, refitted, web, written } from './farming-web.ts';

let crawl: SmallCrawl;
afterEach(() => crawl.close());

const [list, music] = ['http://list.example/', 'http://music3.example/'];
const hard: Partial<JobSettings> = {
  topic: termTopic('100: wheat = F'),
  focus: { ...defaultFocus, mode: 'hard', latent: 'always' },
};

/** A crawl that has read all pages and did not follow the links of the list, which is off topic. */
async function begun(settings = hard, of = web) {
  crawl = await farmingCrawl([...pages, list], { settings, of });
  await refitted(crawl);
  // What the crawl knows of its model is known again: a harvester looks from time to time.
  await crawl.stores.clock.advance(60_000);
}
async function known() {
  const job = await crawl.job();
  const settings = await crawl.ports.jobs.settings(jobName, job.config);
  return { job, settings, field: await fieldOfJob(crawl.ports, jobName, settings) };
}

describe('what a job has learnt of its field', () => {
  it('has pages proposed as seeds that nobody fetched, by what links say of them', async () => {
    await begun();
    const { job, field } = await known();
    const { near } = await adviseSeeds(crawl.ports, job, { most: 5, first: 100, ...defined({ field }) });
    expect(near).toMatchObject([{ url: ofWheat, anchor: 'spelt', on: list }]);
    expect(await adviseSeeds(crawl.ports, job, { most: 5, first: 100 })).not.toHaveProperty('near');
  });

  it('proposes no page that the crawl has visited since', async () => {
    await begun({ ...hard, focus: { ...defaultFocus, mode: 'soft', latent: 'always' } });
    const { job, field } = await known();
    expect(await crawl.outcome(ofWheat)).not.toBe('pending');
    const { near } = await adviseSeeds(crawl.ports, job, { most: 5, first: 1, ...defined({ field }) });
    expect(near).toEqual([]);
  });

  it('ranks pages near an example by where their titles lie in it', async () => {
    const example = 'http://farm0.example/';
    const beside = written(
      'A list',
      'of three',
      [example, 'one'],
      [pages[2] as string, 'threshing spelt'],
      [music, 'oboe'],
    );
    await begun(hard, { ...web, [list]: beside });
    const { job, settings, field } = await known();
    const found = async (more: Partial<NearOptions> = {}) => {
      const asked = { url: example, most: 5, ...more };
      const { near } = await findNear(crawl.ports, job, settings, noExamples, asked);
      return near;
    };
    const [byWords] = await found();
    const [byMeaning, ...others] = await found(defined({ field }));
    expect(others).toEqual([]);
    expect(byMeaning).toMatchObject({ url: pages[2], title: 'threshing spelt' });
    const place = (text: string) => field?.judge.place(text) as Float64Array;
    const { title = '', text = '' } = (await keptPage(crawl.ports, job, example)) ?? {};
    const [own, other] = [place(`${title}\n${text}`), place('threshing spelt')];
    const topic = field?.judge.topic as Float64Array;
    expect(byMeaning?.score).toBe(cosine(own, other) + cosine(topic, other));
    expect(byWords?.score).not.toBe(byMeaning?.score);
  });

  it('has those pages shown first that the topic refuses and that lie nearest to it, until a person has judged them', async () => {
    const near = 'http://near.example/';
    const of = { ...web, [near]: written('Spelt', 'spelt sickle threshing harvest') };
    const settings = { ...hard, topic: termTopic('100: wheat = F\n60: threshing = F') };
    crawl = await farmingCrawl([...pages, near], { settings, of });
    await refitted(crawl);
    await crawl.stores.clock.advance(60_000);
    const { job, field, ...own } = await known();
    const shown = async (set = noExamples) =>
      (await readLists(crawl.ports, job, own.settings, set, { most: 5, ...defined({ field }) })).contested;
    expect((await shown())?.map(({ url }) => url)[0]).toBe(near);
    expect(await shown()).toHaveLength(5);
    const answers = [{ url: near as CanonicalUrl, side: 'out', at: 0 }] as const;
    const others = await shown({ ...noExamples, answers });
    expect(others?.every(({ url }) => url.includes('music'))).toBe(true);
    const without = await readLists(crawl.ports, job, own.settings, noExamples, { most: 5 });
    expect(without).not.toHaveProperty('contested');
  });

  it('is nothing where the job wants no latent space, or has none yet', async () => {
    await begun({ ...hard, focus: { ...defaultFocus, mode: 'hard', latent: 'never' } });
    expect((await known()).field).toBeUndefined();
    crawl.close();
    crawl = await farmingCrawl(pages, { settings: hard });
    expect((await known()).field).toBeUndefined();
  });
});
