import { afterEach, describe, expect, it } from 'vitest';
import { defaultFocus } from '../../lib/domain/focus/focus-settings.ts';
import { decodeLinkModel } from '../../lib/domain/focus/link-model-text.ts';
import type { JobSettings } from '../../lib/domain/settings.ts';
import { openLearner, saveLearner } from '../../lib/pipeline/link-learning.ts';
import type { JobStore } from '../../lib/ports/jobs.ts';
import { testSettings } from '../support/settings.ts';
import { termTopic } from '../support/topic.ts';
import { type Answer, jobName, type SmallCrawl, smallCrawl, type Web } from './small-crawl.ts';

const opened: SmallCrawl[] = [];
afterEach(() => {
  for (const crawl of opened.splice(0)) crawl.close();
});

const html = (text: string, links: readonly (readonly [string, string])[]): Answer => ({
  body: `<title>x</title><p>${text}</p>${links.map(([url, anchor]) => `<p><a href="${url}">${anchor}</a></p>`).join('')}`,
});

/** Lists whose links say nothing that the topic knows: those called silver lead to pages on topic, others astray. */
function listsOn(leaves: string): Web {
  const web: Record<string, Answer> = {};
  for (let list = 0; list < 30; list += 1) {
    const links: [string, string][] = [];
    for (let at = 0; at < 5; at += 1) {
      const [good, bad] = [`http://${leaves}/${list}-${at}0`, `http://${leaves}/${list}-${at}1`];
      links.push([bad, `tin ${at}`], [good, `silver ${at}`]);
      web[bad] = html(`nothing of interest ${list} ${at}`, [['http://a.example/imprint', 'imprint']]);
      web[good] = html(`orchids orchids ${list} ${at}`, [[`http://a.example/${list + 1}`, 'more']]);
    }
    web[`http://a.example/${list}`] = html(`some lists ${list}`, links);
  }
  return web;
}

const topic = termTopic('10: orchids=FLOWERS');
const learning = { ...defaultFocus, mode: 'soft', learning: true, explore: 0 } as const;

async function crawl(focus: JobSettings['focus'], leaves: string, ticks = 140): Promise<SmallCrawl> {
  const { traps, turn } = testSettings('x');
  const settings = { focus, topic, traps: { ...traps, hold: false }, turn: { ...turn, maxPages: 1 } };
  const small = await smallCrawl(listsOn(leaves), { seeds: ['http://a.example/0'], settings });
  opened.push(small);
  for (let tick = 0; tick < ticks; tick += 1) await small.tick();
  return small;
}

const pagesOf = ({ requests }: SmallCrawl): readonly string[] =>
  requests.map(({ url }) => url).filter((url) => !url.endsWith('/robots.txt'));

const found = (small: SmallCrawl): number =>
  pagesOf(small)
    .slice(0, 120)
    .filter((url) => /\d-\d0$/.test(url)).length;

describe('a crawl that learns which links lead to its topic', () => {
  it('finds more of it on other hosts', async () => {
    const leaves = 'b.example';
    expect(found(await crawl(learning, leaves))).toBeGreaterThan(
      found(await crawl({ ...learning, learning: false }, leaves)) + 5,
    );
  });

  it('finds more of it on the same host, the same pages each time, and keeps what it has learnt', async () => {
    const [without, first, second] = [
      await crawl({ ...learning, learning: false }, 'a.example'),
      await crawl(learning, 'a.example'),
      await crawl(learning, 'a.example'),
    ];
    expect(found(first)).toBeGreaterThan(found(without) + 5);
    expect(pagesOf(second)).toEqual(pagesOf(first));
    const { ports } = first;
    const settings = { ...testSettings(jobName), focus: learning, topic };
    const jobs: JobStore = Object.setPrototypeOf({}, ports.jobs);
    const another = {
      clock: ports.clock,
      jobs: Object.assign(jobs, { note: ports.jobs.note.bind(ports.jobs) }),
    };
    expect((await openLearner(another, settings))?.model.counts.examples).toBeGreaterThanOrEqual(50);
    const other = await openLearner(another, { ...settings, topic: termTopic('10: tulips=FLOWERS') });
    expect(other?.model.counts.examples).toBe(0);
  });

  it('adds up what two processes have learnt at the same time', async () => {
    const { ports } = await crawl({ ...learning, learning: false }, 'a.example', 0);
    const settings = { ...testSettings(jobName), focus: learning, topic };
    const processes = await Promise.all(
      [1, 2].map(async () => {
        const jobs: JobStore = Object.setPrototypeOf({}, ports.jobs);
        const { putNote, note } = ports.jobs;
        Object.assign(jobs, { putNote: putNote.bind(ports.jobs), note: note.bind(ports.jobs) });
        const own = { clock: ports.clock, jobs };
        const learner = await openLearner(own, settings);
        if (learner === undefined) throw new Error('nobody learns');
        return { own, learner };
      }),
    );
    for (const { learner } of processes) Object.assign(learner.model.counts, { examples: 60 });
    for (const { own, learner } of processes) await saveLearner(own, jobName, learner);
    const note = processes[0] && (await ports.jobs.note(jobName, processes[0].learner.note));
    expect(decodeLinkModel(note?.text ?? '').counts.examples).toBe(120);
  });
});
