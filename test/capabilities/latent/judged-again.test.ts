import { afterEach, describe, expect, it } from 'vitest';
import { defined } from '../../../lib/base/defined.ts';
import type { CanonicalUrl } from '../../../lib/base/url/url.ts';
import { rankAgain } from '../../../lib/capabilities/examples/rank-again.ts';
import { fieldOfJob } from '../../../lib/capabilities/latent/job-field.ts';
import { lists } from '../../../lib/capabilities/lists.ts';
import { askToReclassify } from '../../../lib/capabilities/reclassify/ask-to-reclassify.ts';
import { judgeHosts } from '../../../lib/capabilities/reclassify/judge-hosts.ts';
import { tellToJudge } from '../../../lib/capabilities/reclassify/reclassify.ts';
import { replayJob } from '../../../lib/capabilities/replay/replay.ts';
import { defaultFocus, type FocusSettings } from '../../../lib/domain/focus/focus-settings.ts';
import { decodeRank } from '../../../lib/domain/focus/link-rank.ts';
import type { JobSettings } from '../../../lib/domain/settings/settings.ts';
import { findPage } from '../../../lib/pipeline/frontier/find-page.ts';
import { ensureJob } from '../../../lib/pipeline/job/open-job.ts';
import type { LatentText } from '../../../lib/topic/train.ts';
import { clockwork, jobName, type SmallCrawl, smallCrawl } from '../../pipeline/small-crawl.ts';
import { testSettings } from '../../support/settings.ts';
import { termTopic } from '../../support/topic/topic.ts';
import { farming, farmingCrawl, music, ofMusic, ofWheat, refitted, web, written } from './farming-web.ts';

let crawl: SmallCrawl;
afterEach(() => crawl.close());

const list = 'http://list.example/';
const soft: FocusSettings = { ...defaultFocus, mode: 'soft', latent: 'always' };
const labelled = async (): Promise<readonly LatentText[]> => [
  ...farming.map((text) => ({ title: '', text: `wheat ${text}`, label: 1 })),
  ...music.map((text) => ({ title: '', text: `tune ${text}`, label: 0 })),
];

/** Makes a space, which the crawl knows of once time has passed. */
async function learn(): Promise<void> {
  await refitted(crawl, { labelled });
  await crawl.stores.clock.advance(60_000);
}
async function settingsNow(): Promise<JobSettings> {
  return await crawl.ports.jobs.settings(jobName, (await crawl.job()).config);
}
/** Those of two links that were followed, in their order. */
const followed = () => crawl.requests.flatMap(({ url }) => (/list\.example\/\d/.test(url) ? [url] : []));

describe('what is judged again', () => {
  it.each([
    ['by the space where there is one', true, [ofWheat, ofMusic]],
    ['by the filter alone without one', false, [ofMusic, ofWheat]],
  ])('are URLs that wait when a round of examples begins, %s', async (_, isLearnt, order) => {
    const turn = { ...testSettings(jobName).turn, maxPages: 1 };
    const settings = { topic: termTopic('100: wheat = F', { followOffTopic: true }), focus: soft, turn };
    crawl = await smallCrawl(web, { seeds: [list], settings });
    await crawl.tick();
    expect(followed()).toEqual([]);
    if (isLearnt) await learn();
    const now = await settingsNow();
    const latent = (await fieldOfJob(crawl.ports, jobName, now))?.judge;
    expect(await rankAgain(crawl.ports, await crawl.job(), now, { id: '1', ...defined({ latent }) })).toBe(2);
    await crawl.run();
    expect(followed()).toEqual(order);
  });

  it('are URLs that wait when a space was made: links near the topic are raised, as many of a host as have room', async () => {
    const turn = { ...testSettings(jobName).turn, maxPages: 1 };
    const settings = { topic: termTopic('100: wheat = F', { followOffTopic: true }), focus: soft, turn };
    const links = Array.from(
      { length: 60 },
      (_, at) => [`${list}${at}`, at < 30 ? 'oboe' : 'spelt'] as const,
    );
    crawl = await smallCrawl({ [list]: written('A list', 'of many', ...links) }, { seeds: [list], settings });
    await crawl.tick();
    const said = ['wheat spelt', 'tune oboe', 'concert reeds'];
    const sure = async (): Promise<readonly LatentText[]> =>
      Array.from({ length: 60 }, (_, at) => ({
        ...{ title: '', label: at % 3 === 0 ? 1 : 0, text: `${said[at % 3]} ${at}` },
      }));
    expect(await refitted(crawl, { labelled: sure })).toMatchObject({ raised: 20 });
    await crawl.tick();
    const raised: number[] = [];
    for (const [at, [url]] of links.entries()) {
      const found = await findPage(crawl.ports, await crawl.job(), url as CanonicalUrl);
      const promised = found?.state === 'pending' ? (decodeRank(found.rank)?.relevance ?? 0) : 1;
      if (promised > 0.07) raised.push(at);
    }
    expect(raised).toHaveLength(20);
    expect(Math.min(...raised)).toBe(30);
  });

  it.each([
    ['by the space where there is one', true, ofWheat],
    ['by the filter alone without one', false, ofMusic],
  ])(
    'are links of pages that come into the collection by a changed topic, %s',
    async (_, isLearnt, first) => {
      const settings: Partial<JobSettings> = {
        topic: termTopic('100: wheat = F'),
        focus: { ...soft, mode: 'hard' },
        offTopic: { keep: 'text' },
        turn: { ...testSettings(jobName).turn, maxPages: 1 },
      };
      crawl = await farmingCrawl([list], { settings });
      expect(followed()).toEqual([]);
      if (isLearnt) await learn();
      const topic = termTopic('100: wheat = F\n100: list = L');
      await ensureJob(crawl.ports, { ...testSettings(jobName), ...settings, topic });
      const job = await askToReclassify(crawl.ports, jobName, {});
      await tellToJudge(crawl.ports, job, Number.POSITIVE_INFINITY);
      await judgeHosts(crawl.ports, job, { timing: clockwork, lists, onTurn: () => undefined });
      await crawl.run();
      expect(followed()[0]).toBe(first);
      expect(await crawl.outcome(list)).toBe('stored');
    },
  );

  it('are links of a crawl that judged none, in its replay', async () => {
    const hub = 'http://hub.example/';
    const said = [...music, ...farming.map((words) => `${words} ${'wheat '.repeat(12)}`)];
    const linked = said.map((text, at) => [`${hub}${at}`, text] as const);
    const anchors = linked.map(([url, text]) => [url, text.split(' ').slice(0, 2).join(' ')] as const);
    const of = {
      ...Object.fromEntries(linked.map(([url, text]) => [url, written('', text)])),
      [hub]: written('A hub', 'of all', ...anchors),
    };
    const focus: FocusSettings = { ...soft, mode: 'unfocused', order: 'breadth-first', linkScores: false };
    crawl = await farmingCrawl([hub], { settings: { focus }, of });
    await ensureJob(crawl.ports, { ...(await settingsNow()), focus: soft });
    await learn();
    const latent = (await fieldOfJob(crawl.ports, jobName, await settingsNow()))?.judge;
    await ensureJob(crawl.ports, { ...(await settingsNow()), focus });
    const found = async (more: object) => {
      const request = { focus: soft, explore: 0, counts: 'own', assumed: 'passed-over', most: 100 } as const;
      const { marks, curves } = await replayJob(crawl.ports, await crawl.job(), { ...request, ...more });
      const curve = curves.find(({ name }) => name === 'asked for');
      return curve?.found[marks.indexOf(6)];
    };
    expect({ without: await found({}), with: await found({ latent }) }).toEqual({ without: 0, with: 5 });
  });
});
