import { afterEach, expect, it } from 'vitest';
import type { CanonicalUrl } from '../../../lib/base/url/url.ts';
import { addExamples } from '../../../lib/capabilities/examples/add-examples.ts';
import { beginRound } from '../../../lib/capabilities/examples/operations/round.ts';
import { rankAgain } from '../../../lib/capabilities/examples/rank-again.ts';
import { readExamples } from '../../../lib/capabilities/examples/read-examples.ts';
import { seedMatches } from '../../../lib/capabilities/examples/rule-seeds.ts';
import { withAnswers, withRound } from '../../../lib/capabilities/examples/set/change-set.ts';
import type { Side } from '../../../lib/capabilities/examples/set/side.ts';
import { changeExamples, clearExamples } from '../../../lib/capabilities/examples/stored-examples.ts';
import { settingsInForce } from '../../../lib/capabilities/in-force.ts';
import { findPage } from '../../../lib/pipeline/frontier/find-page.ts';
import { ensureJob } from '../../../lib/pipeline/job/open-job.ts';
import { storeText } from '../../../lib/pipeline/topic/stored-text.ts';
import { topicToRead } from '../../../lib/pipeline/topic/topic-model.ts';
import { writeClusterModel } from '../../../lib/topic/clusters/cluster-model-file.ts';
import { jobName, page, type SmallCrawl, smallCrawl } from '../../pipeline/small-crawl.ts';
import { settled } from '../../support/clock.ts';
import { testSettings } from '../../support/settings.ts';
import { modelOfSubjects } from '../../topic/clusters/examples.ts';

let crawl: SmallCrawl;
afterEach(() => crawl.close());

const owl = 'The barn owl hunts mice by night with silent feathers and sharp talons.';
const rail = 'The steam train runs on rails past the signal box of the old station.';
const at = (name: string) => `http://a.example/${name}` as CanonicalUrl;
const settings = { ...testSettings(jobName), turn: { ...testSettings(jobName).turn, maxPages: 3 } };
/** Lets time pass until the work is done. */
async function passing<T>(work: Promise<T>): Promise<T> {
  let isOver = false;
  const end = () => {
    isOver = true;
  };
  work.then(end, end);
  for (let waits = 0; !isOver && waits < 10_000; waits += 1) {
    await settled();
    await crawl.stores.clock.advance(crawl.stores.clock.nextWake ?? 0);
  }
  return await work;
}
const add = async (side: Side, ...names: readonly string[]) =>
  passing(
    addExamples(crawl.ports, await crawl.job(), settings, { side, origin: 'named', urls: names.map(at) }),
  );

async function openCrawl(): Promise<void> {
  const links = '<a href="/barn-owl">the barn owl at night</a> <a href="/steam">a steam train</a>';
  crawl = await smallCrawl(
    {
      [at('owl')]: page(`<p>${owl}</p>`),
      [at('owl2')]: page(`<p>${owl} It nests in a barn.</p>`),
      [at('start')]: page(`<p>${rail}</p>${links}`),
      [at('train')]: page(`<p>${rail} A whistle blows.</p>`),
      [at('train2')]: page(`<p>${rail} The engine waits.</p>`),
      [at('barn-owl')]: page(`<p>${owl}</p>`),
      [at('steam')]: page(`<p>${rail}</p>`),
    },
    { seeds: [at('start'), at('train'), at('train2')], settings },
  );
}

it('learns of what was crawled without a topic, and ranks by it what was found before', async () => {
  await openCrawl();
  await crawl.tick();
  expect(await findPage(crawl.ports, await crawl.job(), at('steam'))).toMatchObject({
    state: 'pending',
    rank: 1,
  });
  await add('in', 'owl', 'owl2');
  const begun = await passing(beginRound(crawl.ports, await crawl.job(), settings, {}));
  expect(begun).toMatchObject({ round: { number: 1, in: 2, out: 0, unlabelled: 3 } });
  const inForce = await settingsInForce(crawl.ports, settings);
  const job = await ensureJob(crawl.ports, inForce);
  expect(await rankAgain(crawl.ports, job, inForce, { id: '1' })).toBe(2);
  const first = await crawl.tick();
  expect(first.flatMap(({ visits }) => visits.map(({ url }) => url))[0]).toBe(at('barn-owl'));
});

it('keeps of a long title as much as people read', async () => {
  await openCrawl();
  const named = { side: 'in', origin: 'named', urls: [] } as const;
  const files = [{ source: 'a.html', page: { title: 'owl '.repeat(1_000_000), metadata: {}, text: owl } }];
  await addExamples(crawl.ports, await crawl.job(), settings, { ...named, files });
  const [kept] = (await readExamples(crawl.ports, jobName)).examples;
  expect(kept?.title).toMatch(/^owl .{100,250}$/);
});

it('has known URLs that a rule matches join the seeds, but none that an example says is out', async () => {
  await openCrawl();
  await crawl.tick();
  const rules = [
    { side: 'in', kind: 'regex', text: 'a.example/(barn|st)' },
    { side: 'out', kind: 'exact', text: at('train2') },
  ] as const;
  const set = { ...(await readExamples(crawl.ports, jobName)), rules };
  expect(
    await seedMatches(crawl.ports, await crawl.job(), { ...set, rules: rules.slice(1) }),
  ).toBeUndefined();
  const out = {
    source: at('barn-owl'),
    url: at('barn-owl'),
    side: 'out',
    title: '',
    addedAt: 1,
    origin: 'named',
  } as const;
  const examples = { ...set, examples: [out] };
  expect(await seedMatches(crawl.ports, await crawl.job(), examples, rules[0])).toEqual({
    ...{ joined: 1, left: 0, refused: 0 },
  });
  const [first] = await crawl.tick();
  expect(first?.visits[0]).toMatchObject({ url: at('steam') });
  expect((await seedMatches(crawl.ports, await crawl.job(), set))?.joined).toBe(0);
});

it('takes answers in, keeps the word on a page that cannot be had, and learns nothing of it', async () => {
  await openCrawl();
  await add('in', 'owl');
  const answers = [
    { url: at('owl2'), side: 'in', at: 1 },
    { url: at('train'), side: 'out', at: 1 },
    { url: at('nowhere'), side: 'out', at: 1 },
  ] as const;
  await changeExamples(crawl.ports, jobName, (set) => withAnswers(set, answers));
  const { taken, round } = await passing(beginRound(crawl.ports, await crawl.job(), settings, {}));
  expect(taken.map(({ side, added, failed }) => [side, added.length, failed.length])).toEqual([
    ['in', 1, 0],
    ['out', 1, 1],
  ]);
  expect(round).toMatchObject({ in: 2, out: 1 });
  const { examples, answers: left } = await readExamples(crawl.ports, jobName);
  expect(left).toEqual([]);
  expect(examples.map(({ url, side, text }) => [url, side, text !== undefined])).toEqual([
    [at('owl'), 'in', true],
    [at('owl2'), 'in', true],
    [at('train'), 'out', true],
    [at('nowhere'), 'out', false],
  ]);
});

it('asks robots.txt and the gates before it fetches an example, and tells of equal texts', async () => {
  await openCrawl();
  crawl.web['http://a.example/robots.txt'] = { body: 'User-agent: *\nDisallow: /owl2' };
  const { report } = await add('in', 'owl', 'owl2', 'barn-owl');
  expect(report.failed).toEqual([
    { source: at('owl2'), problem: expect.stringMatching(/^robots.txt forbids it/) },
  ]);
  expect(report.equal).toEqual([{ source: at('barn-owl'), to: at('owl') }]);
  expect(crawl.requests[0]?.url).toBe('http://a.example/robots.txt');
});

it('keeps the change of each of two people who change examples at one time', async () => {
  await openCrawl();
  await Promise.all(
    ['owl', 'owl2', 'train'].map((name) =>
      changeExamples(crawl.ports, jobName, (set) => withAnswers(set, [{ url: at(name), side: 'in', at: 1 }])),
    ),
  );
  expect((await readExamples(crawl.ports, jobName)).answers).toHaveLength(3);
});

it.each([
  ['not there', undefined],
  ['damaged', Buffer.from('no archive')],
])('says how to begin anew where the examples are %s', async (what, bytes) => {
  await openCrawl();
  const digest = '0'.repeat(64);
  if (bytes !== undefined) await crawl.ports.models.put(digest, bytes);
  await crawl.ports.jobs.putNote(jobName, 'examples', 0, JSON.stringify({ v: 1, set: digest }));
  await expect(settingsInForce(crawl.ports, settings)).rejects.toThrow(
    `are ${what}: \`winnow examples clear\` begins anew without them`,
  );
  expect(await clearExamples(crawl.ports, jobName)).toBeUndefined();
  expect(await settingsInForce(crawl.ports, settings)).toEqual(settings);
});

it('does not forget the examples of a newer version', async () => {
  await openCrawl();
  const set = await storeText(crawl.ports, '{"v":2}');
  await crawl.ports.jobs.putNote(jobName, 'examples', 0, JSON.stringify({ v: 1, set }));
  await expect(clearExamples(crawl.ports, jobName)).rejects.toThrow(/version 2 of a newer Winnow/);
});

it('says of a model of a later format, or of a language that is not here, what is wrong with it', async () => {
  await openCrawl();
  const model = modelOfSubjects();
  const tokeniser = { stopWords: [], languages: ['tlh' as never] };
  const latin = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');
  const later = Buffer.from(latin(writeClusterModel(model)).replace(/^(\S+) \d+/, '$1 99'), 'latin1');
  const cases = [
    ['later', later, /^winnow examples: it has format 99 of a newer Winnow/],
    ['tongue', writeClusterModel({ ...model, tokeniser }), /a stemmer for tlh, which is not here$/],
    ['cut', writeClusterModel(model).subarray(0, 200), /^winnow examples: it is truncated/],
    ['gone', undefined, /^the model winnow examples .* is not in the installation/],
  ] as const;
  for (const [digest, bytes, problem] of cases) {
    if (bytes !== undefined) await crawl.ports.models.put(digest, bytes);
    const said = { good: ['a'], crawlOnly: [], minRelevance: 0.5 };
    const topic = { kind: 'clusters', id: 'examples', file: 'winnow examples', digest, ...said } as const;
    const round = { number: 1, begunAt: 0, in: 1, out: 0, unlabelled: 9, topic };
    await changeExamples(crawl.ports, jobName, (set) => withRound(set, round));
    const inForce = await settingsInForce(crawl.ports, settings);
    await expect(topicToRead(crawl.ports.models, inForce.topic)).rejects.toThrow(problem);
  }
});
