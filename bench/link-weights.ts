/**
 * What a link's score is best made of: `node bench/link-weights.ts [--draws 1] [--layout random]`. Links of the pages that soft
 * crawls of an encyclopedia fetch, with a latent space of the training texts, and of the first 200 pages read beside them. Weights by
 * logistic regression on the other topics; each topic counts as much as another.
 */
import { parseArgs } from 'node:util';
import { parseBody } from '../lib/documents/parse.ts';
import { contextOf, type LinkFits, linkJudgeOf, openLatentJudge, topicFilterOf } from '../lib/topic/judge.ts';
import { decodeLatent } from '../lib/topic/models.ts';
import { logistic } from '../lib/topic/train.ts';
import { drawOf, hasWeb, isOn, layouts, openWeb, type Web, type WebPage } from './focus/corpus.ts';
import { idealCrawl } from './focus/ideal.ts';
import { learn, pageRequest, rememberingReader } from './focus/judge.ts';
import { sampledOf, spaceOf } from './focus/latent-reader.ts';
import { best } from './focus/policies.ts';

const { values } = parseArgs({
  options: { draws: { type: 'string', default: '1' }, layout: { type: 'string', default: 'random' } },
});

interface Row {
  readonly topic: string;
  readonly fits: LinkFits;
  readonly isRelevant: boolean;
  readonly weight: number;
}

const fetches = 300;
const readBeside = 200;
const sets: readonly (readonly (keyof LinkFits)[])[] = [
  ['anchor', 'near', 'passage', 'page'],
  ['anchor', 'near', 'passage', 'page', 'meaning'],
];

async function rowsOf(web: Web, topic: string, draw: number, isGrown: boolean): Promise<readonly Row[]> {
  const { training, seeds } = drawOf(web, topic, draw, 'topic');
  const { judge, texts } = learn(web, topic, training, { kind: 'svm' });
  const of = {
    web,
    policy: best,
    judge,
    reader: rememberingReader(),
    seeds,
    fetches,
    workers: 1,
    gapMs: 1_000,
  };
  const fetched = await idealCrawl({ ...of, counts: (page) => !training.has(page) });
  const others = fetched.filter((page) => !training.has(page)).slice(0, isGrown ? readBeside : 0);
  const bytes = spaceOf([...texts, ...others.map(sampledOf)]);
  const models = new Map([[judge.digest, judge.bytes]]);
  const links = linkJudgeOf(judge.topic, { models }, bytes && openLatentJudge(decodeLatent(bytes, topic)));
  const fitOfPage = ({ title, text }: WebPage) =>
    topicFilterOf(judge.topic, { models }).fit(`${title}\n${text}`);
  const targets = new Map(web.pages.map((page) => [page.url as string, page]));
  const rows = fetched.flatMap((page) => {
    const parsed = parseBody(pageRequest(judge, page, false));
    if (parsed.kind !== 'parsed') return [];
    const fit = fitOfPage(page);
    return parsed.markup.links.flatMap((link) => {
      const target = targets.get(link.href);
      if (target === undefined || training.has(target)) return [];
      const fits = links.fits(
        { url: target.url, anchor: link.anchor },
        contextOf(parsed.markup.text, link),
        fit,
      );
      return [{ topic, fits, isRelevant: isOn(topic, target) }];
    });
  });
  return rows.map((row) => ({ ...row, weight: 1_000 / rows.length }));
}

function weightsOf(rows: readonly Row[], names: readonly (keyof LinkFits)[]) {
  const examples = rows.map(({ fits, isRelevant, weight }) => {
    return { place: Float64Array.from(names, (name) => fits[name]), label: isRelevant ? 1 : 0, weight };
  });
  return logistic(examples, names.length, 1);
}

/** How probable it is that a relevant target is rated above another. */
function areaUnderCurve(rows: readonly Row[], scoreOf: (row: Row) => number): number {
  let [relevant, below] = [0, 0];
  for (const row of rows.toSorted((a, b) => scoreOf(b) - scoreOf(a))) {
    if (row.isRelevant) relevant += 1;
    else below += relevant;
  }
  return below / Math.max(1, relevant * (rows.length - relevant));
}

const shown = (value: number): string => value.toFixed(2);

if (hasWeb()) {
  const web = openWeb(
    60,
    layouts.find((one) => one === values.layout),
  );
  console.log(`| space | fits | area under the curve | bias | weights |\n|---|---|---:|---:|---|`);
  for (const isGrown of [false, true]) {
    const rows: Row[] = [];
    for (let draw = 0; draw < Number(values.draws); draw += 1)
      for (const topic of web.topics)
        for (const row of await rowsOf(web, topic, draw, isGrown)) rows.push(row);
    for (const names of sets) {
      const areas = web.topics.map((topic) => {
        const { weights, bias } = weightsOf(
          rows.filter((row) => row.topic !== topic),
          names,
        );
        return areaUnderCurve(
          rows.filter((row) => row.topic === topic),
          ({ fits }) => names.reduce((sum, name, at) => sum + (weights[at] as number) * fits[name], bias),
        );
      });
      const { weights, bias } = weightsOf(rows, names);
      const mean = areas.reduce((sum, area) => sum + area, 0) / areas.length;
      const cells = [isGrown ? 'grown' : 'training texts', names.join(', '), mean.toFixed(3), shown(bias)];
      console.log(`| ${cells.join(' | ')} | ${[...weights].map(shown).join(', ')} |`);
    }
  }
}
