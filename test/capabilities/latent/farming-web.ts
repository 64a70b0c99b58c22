import { makeHere } from '../../../lib/capabilities/latent/make-here.ts';
import { type RefitOptions, refitWhenDue } from '../../../lib/capabilities/latent/refit.ts';
import { defaultFocus } from '../../../lib/domain/focus/focus-settings.ts';
import type { JobSettings } from '../../../lib/domain/settings/settings.ts';
import { type Answer, type SmallCrawl, smallCrawl, type Web } from '../../pipeline/small-crawl.ts';
import { termTopic } from '../../support/topic/topic.ts';

export function written(
  title: string,
  text: string,
  ...anchors: readonly (readonly [string, string])[]
): Answer {
  const links = anchors.map(([url, anchor]) => `<li><a href="${url}">${anchor}</a>`).join('');
  return { body: `<title>${title}</title><p>${text}</p><ul>${links}</ul>` };
}

const wheat = 'wheat wheat wheat wheat wheat wheat wheat wheat wheat wheat wheat wheat';
export const farming = [
  'harvest sickle',
  'sickle threshing',
  'threshing spelt',
  'spelt sickle',
  'harvest threshing',
];
export const music = ['concert reeds', 'reeds woodwind', 'woodwind oboe', 'oboe reeds', 'concert woodwind'];

/** Pages about wheat and about music, each on a host of its own; `spelt` and `oboe` stand in no term of the topic. */
export const web: Web = {
  ...Object.fromEntries(
    farming.map((words, at) => [`http://farm${at}.example/`, written(words, `${wheat} ${words} ${words}`)]),
  ),
  ...Object.fromEntries(
    music.map((words, at) => [`http://music${at}.example/`, written(words, `${words} ${words} tune`)]),
  ),
  'http://list.example/': written(
    'A list',
    'of two',
    ['http://list.example/1', 'oboe'],
    ['http://list.example/2', 'spelt'],
  ),
};
/** All but the list. */
export const pages = Object.keys(web).filter((url) => !url.includes('list'));
/** What the list links to. */
export const [ofMusic, ofWheat] = ['http://list.example/1', 'http://list.example/2'] as const;

/** A soft crawl of pages of a web, with a latent space where its topic is the list of terms alone. */
export async function farmingCrawl(
  seeds: readonly string[] = pages,
  { settings = {}, of = web }: { readonly settings?: Partial<JobSettings>; readonly of?: Web } = {},
): Promise<SmallCrawl> {
  const crawl = await smallCrawl(of, {
    seeds,
    settings: {
      topic: termTopic('100: wheat = F', { followOffTopic: true }),
      focus: { ...defaultFocus, mode: 'soft', latent: 'always' },
      ...settings,
    },
  });
  await crawl.run();
  return crawl;
}

const options: RefitOptions = {
  endBy: Number.POSITIVE_INFINITY,
  called: true,
  makeModel: makeHere,
  labelled: async () => [],
};

export async function refitted({ ports, job }: SmallCrawl, more: Partial<RefitOptions> = {}) {
  return await refitWhenDue(ports, await job(), { ...options, ...more });
}

/** The bytes of a model whose file says that it is of this version. */
export const ofVersion = (bytes: Uint8Array, version: number): Uint8Array =>
  Buffer.from(
    Buffer.from(bytes)
      .toString('latin1')
      .replace(/^(\S+) \d+/, `$1 ${version}`),
    'latin1',
  );
