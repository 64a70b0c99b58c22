import { afterEach, describe, expect, it } from 'vitest';
import type { CanonicalUrl } from '../../../lib/base/url/url.ts';
import { fitHere } from '../../../lib/capabilities/latent/fit-here.ts';
import { modelName } from '../../../lib/capabilities/latent/model-in-force.ts';
import { type RefitOptions, refitWhenDue } from '../../../lib/capabilities/latent/refit.ts';
import { defaultFocus } from '../../../lib/domain/focus/focus-settings.ts';
import { seed } from '../../../lib/pipeline/seeds/seed.ts';
import { type Answer, jobName, type SmallCrawl, smallCrawl, type Web } from '../../pipeline/small-crawl.ts';
import { termTopic } from '../../support/topic/topic.ts';

let crawl: SmallCrawl;
afterEach(() => crawl.close());

function written(title: string, text: string, ...anchors: readonly (readonly [string, string])[]): Answer {
  const links = anchors.map(([url, anchor]) => `<li><a href="${url}">${anchor}</a>`).join('');
  return { body: `<title>${title}</title><p>${text}</p><ul>${links}</ul>` };
}

const wheat = 'wheat wheat wheat wheat wheat wheat wheat wheat wheat wheat wheat wheat';
const farming = [
  'harvest sickle',
  'sickle threshing',
  'threshing spelt',
  'spelt sickle',
  'harvest threshing',
];
const music = ['concert reeds', 'reeds woodwind', 'woodwind oboe', 'oboe reeds', 'concert woodwind'];

/** Pages about wheat and about music, each on a host of its own; `spelt` and `oboe` stand in no term of the topic. */
const web: Web = {
  ...Object.fromEntries(
    farming.map((words, at) => [
      `http://farm${at}.example/`,
      written(`Farm ${at}`, `${wheat} ${words} ${words}`),
    ]),
  ),
  ...Object.fromEntries(
    music.map((words, at) => [
      `http://music${at}.example/`,
      written(`Music ${at}`, `${words} ${words} tune`),
    ]),
  ),
  'http://list.example/': written(
    'A list',
    'of two',
    ['http://list.example/1', 'oboe'],
    ['http://list.example/2', 'spelt'],
  ),
};
const read = Object.keys(web).filter((url) => !url.includes('list'));

async function begun(pages: readonly string[] = read, latent: 'always' | 'trained' | 'never' = 'always') {
  crawl = await smallCrawl(web, {
    seeds: pages,
    settings: {
      topic: termTopic('100: wheat = F', { followOffTopic: true }),
      focus: { ...defaultFocus, mode: 'soft', latent },
    },
  });
  await crawl.run();
}

const options: RefitOptions = {
  endBy: Number.POSITIVE_INFINITY,
  called: true,
  fit: fitHere,
  labelled: async () => [],
};
const refit = async (more: Partial<RefitOptions> = {}) =>
  await refitWhenDue(crawl.ports, await crawl.job(), { ...options, ...more });
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
const [ofMusic, ofWheat] = ['http://list.example/1', 'http://list.example/2'];

describe('the latent space of a job', () => {
  it('has a link followed first whose anchor has no word of the topic, once it was made under the running crawl', async () => {
    await begun();
    expect(await refit()).toMatchObject({ texts: 10, model: expect.any(String) });
    expect(await followedFirst()).toBe(ofWheat);
  });

  it('is not asked for where the job has no trained filter, or wants none', async () => {
    for (const latent of ['trained', 'never'] as const) {
      await begun(read, latent);
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
    await begun(read.toReversed());
    await refit();
    expect(await file()).toEqual(one);
  });
});
