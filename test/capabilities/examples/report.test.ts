import { gunzipSync } from 'node:zlib';
import { afterEach, expect, it } from 'vitest';
import type { CanonicalUrl } from '../../../lib/base/url/url.ts';
import { report } from '../../../lib/capabilities/examples/operations/report.ts';
import { PagesByClass } from '../../../lib/capabilities/examples/report-files.ts';
import { withRound } from '../../../lib/capabilities/examples/set/change-set.ts';
import { changeExamples } from '../../../lib/capabilities/examples/stored-examples.ts';
import { ask, dataOf } from '../../../lib/operations/ask.ts';
import type { Made } from '../../../lib/pipeline/operation/made.ts';
import { page, type SmallCrawl, smallCrawl } from '../../pipeline/small-crawl.ts';
import { placeOf } from '../../support/export/exported.ts';
import { termTopic } from '../../support/topic/topic.ts';

const site = 'http://a.example';
let crawl: SmallCrawl | undefined;
afterEach(() => crawl?.close());

/** The files of a report, as text. */
async function reported(): Promise<ReadonlyMap<string, string>> {
  const place = placeOf(crawl as SmallCrawl);
  const named = { name: 'examples-report', operation: report };
  const made = dataOf(
    await ask(named, place, { job: 'birds' }, { by: '', reason: '' }),
  ) as AsyncIterable<Made>;
  const files = new Map<string, string>();
  for await (const piece of made) {
    if ('whole' in piece) files.set(piece.file, Buffer.from(piece.whole).toString());
    if ('bytes' in piece)
      files.set(piece.file, (files.get(piece.file) ?? '') + Buffer.from(piece.bytes).toString());
    if ('made' in piece) files.set('made', JSON.stringify(piece.made));
  }
  return files;
}

const rowsOf = (text = ''): readonly (readonly string[])[] =>
  text
    .trimEnd()
    .split('\r\n')
    .map((row) => row.split(','));

it('is a folder of the pages by class, those that stand out, and what each round took and brought', async () => {
  crawl = await smallCrawl(
    {
      [`${site}/`]: page('wren wren wren', `${site}/two`, `${site}/three`),
      [`${site}/two`]: page('wren crane crane crane crane'),
      [`${site}/three`]: page('trains'),
    },
    { seeds: [`${site}/`], settings: { topic: termTopic('100: wren=B.WREN\n100: crane=B.CRANE') } as never },
  );
  const example = {
    ...{ source: '=1+1', side: 'in' as const, title: 'Owls', addedAt: 0, origin: 'named' as const },
  };
  const round = { number: 1, begunAt: 0, learner: 'linear', in: 3, out: 1, unlabelled: 7, learntMs: 1_234 };
  await changeExamples(crawl.ports, 'birds', (set) => withRound({ ...set, examples: [example] }, round));
  await crawl.run(600_000);
  const files = await reported();
  expect([...files.keys()]).toEqual([
    ...['report.json', 'report.html', 'rounds.csv', 'classes.csv'],
    ...['class-001-b-crane.csv', 'class-002-b-wren.csv', 'unclassified.csv'],
    ...['likely', 'unlikely', 'doubtful', 'contested'].map((name) => `outstanding/${name}.csv`),
    ...['examples.csv', 'rules.csv', 'made'],
  ]);
  expect(JSON.parse(files.get('made') ?? '')).toEqual({ pages: 3, unclassified: 1, classes: 2, rounds: 1 });
  const urls = (name: string) =>
    rowsOf(files.get(name))
      .slice(1)
      .map(([url]) => url);
  expect([urls('class-001-b-crane.csv'), urls('class-002-b-wren.csv')]).toEqual([
    [`${site}/two`],
    [`${site}/`],
  ]);
  expect(urls('unclassified.csv')).toEqual([`${site}/three`]);
  expect(rowsOf(files.get('classes.csv')).map((row) => [row[0], row[1], row.at(-1)])).toEqual([
    ['class', 'pages', 'file'],
    ['B.CRANE', '1', 'class-001-b-crane.csv'],
    ['B.WREN', '1', 'class-002-b-wren.csv'],
  ]);
  const [head = [], first = []] = rowsOf(files.get('rounds.csv'));
  const told = Object.fromEntries(head.map((name, at) => [name, first[at]]));
  expect(told).toMatchObject({ round: '1', learner: 'linear', 'learnt in ms': '1234', fetched: '3' });
  expect(JSON.parse(files.get('report.json') ?? '')).toMatchObject({
    ...{ pages: 3, classified: 2, unclassified: 1, rounds: 1, examples: 1 },
    crawlMs: Number(told['crawled in ms']),
  });
  expect(files.get('examples.csv')).toContain("in,'=1+1,,Owls,named,1970-01-01T00:00:00.000Z");
});

it('keeps the pages of many classes in little memory, in their order', () => {
  const pages = new PagesByClass();
  const names = Array.from({ length: 170_000 }, (_, at) => `${site}/${at}` as CanonicalUrl);
  for (const url of names) pages.add({ url, at: 1, relevance: 0.5, best: '../Ünder' });
  const text = pages
    .packed('../Ünder')
    .map((piece) => gunzipSync(piece).toString())
    .join('');
  expect(rowsOf(text).map(([url]) => url)).toEqual(names);
  expect([pages.packed('../Ünder').length, pages.classes()]).toEqual([2, ['../Ünder']]);
});
