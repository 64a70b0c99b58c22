/**
 * The taxonomy that ships with Winnow, on articles of an encyclopedia that it was not made of: whether the best class is
 * right, and what a crawl would keep. `node bench/master-taxonomy.ts`, Markdown as in bench/results/master-taxonomy.md; on
 * documents of the open cases, and without them it says so.
 */
import { trainMaster } from '../bin/commands/taxonomy/master-taxonomy.ts';
import { processIo } from '../bin/process-io.ts';
import { withoutExamples, writeTaxonomy } from '../lib/topic/models.ts';
import { isWithin } from '../lib/topic/settings.ts';
import {
  crossValidateTaxonomy,
  openTaxonomy,
  type Placement,
  type Taxonomy,
  trainTaxonomy,
} from '../lib/topic/train.ts';
import { hasCases, readCases } from '../test/support/cases.ts';
import { classesOfLabels } from './master-taxonomy/labels.ts';

interface Article {
  readonly text: string;
  readonly categories: readonly string[];
}

/** An article with what the taxonomy says of it, and the classes that are right. */
interface Judged extends Article {
  readonly right: readonly string[];
  readonly placement: Placement;
}

const encyclopedia = 'web/encyclopedia.jsonl.gz';
/** Categories with fewer articles say little. */
const fewest = 10;
const minRelevance = 0.5;

const isAmong = (path: string, classes: readonly string[]): boolean =>
  classes.some((one) => isWithin(path, one));

function judge(taxonomy: Taxonomy, articles: readonly Article[]): readonly Judged[] {
  const classifier = openTaxonomy(taxonomy);
  return articles.flatMap((article) => {
    const right = [...new Set(article.categories.flatMap((label) => classesOfLabels[label] ?? []))];
    return right.length === 0 ? [] : [{ ...article, right, placement: classifier.place(article.text) }];
  });
}

/** Leaves, the likeliest first. */
function ranked({ tree }: Taxonomy, { endLogs }: Placement): readonly string[] {
  const order = [...endLogs.keys()].sort((a, b) => (endLogs[b] as number) - (endLogs[a] as number));
  return order.slice(0, 3).map((place) => tree[place]?.path as string);
}

const branchOf = (path: string): string => path.split('/')[1] as string;

function accuracy(
  taxonomy: Taxonomy,
  judged: readonly Judged[],
): Readonly<Record<'branch' | 'one' | 'three', number>> {
  const rate = (isRight: (one: Judged, best: readonly string[]) => boolean): number =>
    judged.filter((one) => isRight(one, ranked(taxonomy, one.placement))).length / judged.length;
  return {
    branch: rate(({ right }, [best = '']) => right.some((path) => branchOf(path) === branchOf(best))),
    one: rate(({ right }, [best = '']) => isAmong(best, right)),
    three: rate(({ right }, best) => best.some((path) => isAmong(path, right))),
  };
}

/** A crawl with these good classes: whether it keeps the page. */
function isKept({ tree }: Taxonomy, { logs }: Placement, good: readonly string[]): boolean {
  const topmost = good.filter((path) => !good.some((other) => other !== path && isWithin(path, other)));
  const relevance = tree.reduce(
    (sum, { path }, place) => (topmost.includes(path) ? sum + Math.exp(logs[place] as number) : sum),
    0,
  );
  return relevance >= minRelevance;
}

function rowOf(taxonomy: Taxonomy, judged: readonly Judged[], label: string): readonly number[] {
  const good = classesOfLabels[label] as readonly string[];
  const own = judged.filter(({ categories }) => categories.includes(label));
  const related = (one: Judged): boolean =>
    one.right.some((path) => isAmong(path, good) || good.some((g) => isWithin(g, path)));
  const others = judged.filter((one) => !related(one));
  const kept = (some: readonly Judged[]): number =>
    some.filter(({ placement }) => isKept(taxonomy, placement, good)).length / some.length;
  const { one, three } = accuracy(taxonomy, own);
  return [own.length, one, three, kept(own), kept(others), others.length];
}

const part = (value: number): string => value.toFixed(3);

async function measure(): Promise<void> {
  const { taxonomy, set, notes } = await trainMaster(processIo(), '');
  const missing = new Set(
    Object.values(classesOfLabels)
      .flat()
      .filter((path) => !taxonomy.tree.some((one) => one.path === path)),
  );
  if (missing.size > 0) console.log(`no such class: ${[...missing].join(', ')}`);
  const bytes = writeTaxonomy({ taxonomy, set, notes });
  const leaves = taxonomy.tree.filter(({ children }) => children.length === 0);
  const started = process.cpuUsage();
  trainTaxonomy(set, notes.settings);
  const { user, system } = process.cpuUsage(started);
  console.log(
    `${leaves.length} classes in ${taxonomy.tree[0]?.children.length} branches, ${set.examples.length} texts, ${set.words.length} words; trained in ${((user + system) / 1e3).toFixed(0)} ms of one core; file ${bytes.length} bytes, for a crawl ${withoutExamples(bytes, 'master').length}\n`,
  );
  const articles = readCases<Article>(encyclopedia);
  const judged = judge(taxonomy, articles);
  const { branch, one, three } = accuracy(taxonomy, judged);
  console.log(
    `${judged.length} of ${articles.length} articles: branch ${part(branch)}, best class ${part(one)}, one of the best three ${part(three)}\n`,
  );
  table(taxonomy, judged);
  console.log(
    '\n| smoothing | own texts, branch | own texts, class | branch | best class | best three |\n|---|--:|--:|--:|--:|--:|',
  );
  for (const smoothing of [0.001, 0.003, 0.01, 0.03, 0.1]) {
    const recipe = { ...notes.settings, smoothing };
    const { levels, best } = crossValidateTaxonomy(set, recipe, 2);
    const other = trainTaxonomy(set, recipe);
    const figures = accuracy(other, judge(other, articles));
    const first = levels[0] ?? { right: 0, documents: 1 };
    console.log(
      `| ${[smoothing, ...[first.right / first.documents, best.accuracy, figures.branch, figures.one, figures.three].map(part)].join(' | ')} |`,
    );
  }
}

function table(taxonomy: Taxonomy, judged: readonly Judged[]): void {
  console.log(
    '| category | articles | best class | best three | kept | kept of others |\n|---|--:|--:|--:|--:|--:|',
  );
  const sums = [0, 0, 0, 0];
  for (const label of Object.keys(classesOfLabels)) {
    const [own = 0, one = 0, three = 0, kept = 0, keptOthers = 0, others = 0] = rowOf(
      taxonomy,
      judged,
      label,
    );
    sums[0] = (sums[0] as number) + own;
    sums[1] = (sums[1] as number) + kept * own;
    sums[2] = (sums[2] as number) + others;
    sums[3] = (sums[3] as number) + keptOthers * others;
    if (own < fewest) continue;
    const name = label.replaceAll('.', ' / ').replaceAll('_', ' ');
    console.log(`| ${[name, own, ...[one, three, kept, keptOthers].map(part)].join(' | ')} |`);
  }
  const [all = 0, kept = 0, others = 0, keptOthers = 0] = sums;
  console.log(
    `| all categories, also smaller ones | ${all} | | | ${part(kept / all)} | ${part(keptOthers / others)} |`,
  );
}

if (hasCases(encyclopedia)) await measure();
