/**
 * Crawling by example, on articles of an encyclopedia as a web: `npm run bench:examples -- [--topics all] [--draws 1] [--only session,labels,learners]`.
 *
 * A newcomer's session: ten pages in, a crawl without a topic, a round, a crawl, five pages accepted and five rejected, another
 * round, and a crawl; beside it the same crawl that goes on without the answers. By the use cases and the pipeline of production, in time that
 * passes as fast as it can.
 *
 * Learners: how well each tells pages on a topic from others.
 *
 * Labels: how well a topic is learnt of labels that are asked for by chance, and of those that active learning asks for.
 */
import { parseArgs } from 'node:util';
import { type Asking, type LabelCurve, labelCurve } from './examples/labels.ts';
import { compared, precisionOfLearners } from './examples/learners.ts';
import { newcomer, session } from './examples/newcomer.ts';
import { hasWeb, openWeb, type Web } from './focus/corpus.ts';

const { values } = parseArgs({
  options: {
    topics: { type: 'string', default: 'all' },
    draws: { type: 'string', default: '1' },
    only: { type: 'string', default: 'session,labels,learners' },
  },
});

const mean = (numbers: readonly number[]): number =>
  numbers.reduce((sum, one) => sum + one, 0) / Math.max(1, numbers.length);

async function sessions(web: Web, topics: readonly string[], draws: number): Promise<void> {
  console.log(
    `\n| topic | round 1 | round 2 | ${session.last} more without answers | with ${session.answers} accepted and ${session.answers} rejected |`,
  );
  console.log('|---|---:|---:|---:|---:|');
  const all: { first: number; second: number; without: number; with: number }[] = [];
  for (const topic of topics) {
    const own = [];
    for (let draw = 0; draw < draws; draw += 1) {
      const without = await newcomer(web, topic, draw, false);
      const { first, second, last } = await newcomer(web, topic, draw, true);
      own.push({ first, second, without: without.last, with: last });
    }
    all.push(...own);
    row(topic, own);
  }
  row('mean', all);
}

function row(
  name: string,
  all: readonly { first: number; second: number; without: number; with: number }[],
): void {
  const cells = (['first', 'second', 'without', 'with'] as const).map((key) =>
    mean(all.map((one) => one[key])).toFixed(1),
  );
  console.log(`| ${name} | ${cells.join(' | ')} |`);
}

function labelTable(web: Web, topics: readonly string[], draws: number): void {
  const ways = ['random', 'active', 'field'] as const;
  const curves: Record<Asking, LabelCurve[]> = { random: [], active: [], field: [] };
  for (const topic of topics)
    for (let draw = 0; draw < draws; draw += 1)
      for (const how of ways) curves[how].push(labelCurve(web, topic, draw, how));
  console.log('\n| labels | by chance | asked first | by places |\n|---:|---:|---:|---:|');
  const at = (how: Asking, place: number) =>
    mean(curves[how].flatMap((curve) => curve[place]?.precision ?? [])).toFixed(3);
  for (const [place, { labels }] of (curves.random[0] ?? []).entries())
    console.log(
      `| ${labels} | ${ways.map((how) => (place < (curves[how][0]?.length ?? 0) ? at(how, place) : '')).join(' | ')} |`,
    );
}

function learnerTable(web: Web, topics: readonly string[], draws: number): void {
  console.log(`\n| in | out | ${compared.map(({ name }) => name).join(' | ')} |`);
  console.log(`|---:|---:|${compared.map(() => '---:').join('|')}|`);
  for (const examples of [
    { in: 10, out: 0 },
    { in: 10, out: 10 },
  ]) {
    const all = topics.flatMap((topic) =>
      Array.from({ length: draws }, (_, draw) => precisionOfLearners(web, topic, draw, examples)),
    );
    const cells = compared.map((_, place) => mean(all.map((one) => one[place] ?? 0)).toFixed(3));
    console.log(`| ${examples.in} | ${examples.out} | ${cells.join(' | ')} |`);
  }
}

if (hasWeb()) {
  const web = openWeb(60);
  const topics = values.topics === 'all' ? web.topics : values.topics.split(',');
  const only = values.only.split(',');
  if (only.includes('session')) await sessions(web, topics, Number(values.draws));
  if (only.includes('learners')) learnerTable(web, topics, Number(values.draws));
  if (only.includes('labels')) labelTable(web, topics, Number(values.draws));
}
