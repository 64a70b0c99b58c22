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
  readonly name: string;
  readonly text: string;
  readonly categories: readonly string[];
}

/** An article with what the taxonomy says of it, and the classes that are right. */
interface Judged {
  readonly article: Article;
  readonly right: readonly string[];
  readonly placement: Placement;
}

const encyclopedia = 'web/encyclopedia.jsonl.gz';
/** Categories with fewer articles say little. */
const fewest = 10;
const minRelevance = 0.5;
const titlesPerCategory = 6;

const isAmong = (path: string, classes: readonly string[]): boolean =>
  classes.some((one) => isWithin(path, one));

/** The first six of each category: whoever wrote the texts had seen these titles when the categories were matched. */
function titlesSeen(articles: readonly Article[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  const seen = new Set<string>();
  for (const { name, categories } of articles) {
    for (const label of categories) {
      const before = counts.get(label) ?? 0;
      counts.set(label, before + 1);
      if (before < titlesPerCategory) seen.add(name);
    }
  }
  return seen;
}

function judge(taxonomy: Taxonomy, articles: readonly Article[]): readonly Judged[] {
  const classifier = openTaxonomy(taxonomy);
  return articles.flatMap((article) => {
    const right = [...new Set(article.categories.flatMap((label) => classesOfLabels[label] ?? []))];
    return right.length === 0 ? [] : [{ article, right, placement: classifier.place(article.text) }];
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

/** A category as the topic of a crawl. */
interface Row {
  readonly label: string;
  readonly own: number;
  readonly one: number;
  readonly three: number;
  readonly kept: number;
  /** Of articles none of whose classes is within a class of the category, or above one. */
  readonly keptOthers: number;
  readonly others: number;
}

function rowOf(taxonomy: Taxonomy, judged: readonly Judged[], label: string): Row {
  const good = classesOfLabels[label] as readonly string[];
  const own = judged.filter(({ article }) => article.categories.includes(label));
  const others = judged.filter(
    ({ right }) => !right.some((path) => isAmong(path, good) || good.some((one) => isWithin(one, path))),
  );
  const kept = (some: readonly Judged[]): number =>
    some.filter(({ placement }) => isKept(taxonomy, placement, good)).length / some.length;
  const { one, three } = accuracy(taxonomy, own);
  return {
    label,
    own: own.length,
    one,
    three,
    kept: kept(own),
    keptOthers: kept(others),
    others: others.length,
  };
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
  const seen = titlesSeen(articles);
  console.log('| articles | | branch | best class | one of the best three |\n|---|--:|--:|--:|--:|');
  const line = (name: string, some: readonly Judged[]): void => {
    const { branch, one, three } = accuracy(taxonomy, some);
    console.log(`| ${[name, some.length, ...[branch, one, three].map(part)].join(' | ')} |`);
  };
  line('all', judged);
  line(
    'title unseen',
    judged.filter(({ article }) => !seen.has(article.name)),
  );
  console.log('');
  table(taxonomy, judged);
  console.log(
    '\n| smoothing | own texts: branch | own texts: class | best class | best three | kept | kept of others |\n|---|--:|--:|--:|--:|--:|--:|',
  );
  for (const smoothing of [0.003, 0.01, 0.1]) {
    const recipe = { ...notes.settings, smoothing };
    const { levels, best } = crossValidateTaxonomy(set, recipe, 2);
    const other = trainTaxonomy(set, recipe);
    const again = judge(other, articles);
    const { one, three } = accuracy(other, again);
    const [first = { right: 0, documents: 1 }] = levels;
    const { kept, keptOthers } = sumOf(
      Object.keys(classesOfLabels).map((label) => rowOf(other, again, label)),
    );
    const figures = [first.right / first.documents, best.accuracy, one, three, kept, keptOthers];
    console.log(`| ${[smoothing, ...figures.map(part)].join(' | ')} |`);
  }
}

function table(taxonomy: Taxonomy, judged: readonly Judged[]): void {
  console.log(
    '| category | articles | best class | best three | kept | kept of others |\n|---|--:|--:|--:|--:|--:|',
  );
  const rows = Object.keys(classesOfLabels).map((label) => rowOf(taxonomy, judged, label));
  for (const { label, own, one, three, kept, keptOthers } of rows) {
    if (own < fewest) continue;
    const name = label.split('.').at(-1)?.replaceAll('_', ' ');
    console.log(`| ${[name, own, ...[one, three, kept, keptOthers].map(part)].join(' | ')} |`);
  }
  const { own, kept, keptOthers } = sumOf(rows);
  console.log(`| all, smaller ones too | ${own} | | | ${part(kept)} | ${part(keptOthers)} |`);
}

function sumOf(rows: readonly Row[]): Pick<Row, 'own' | 'kept' | 'keptOthers'> {
  const sum = (value: (row: Row) => number): number => rows.reduce((total, row) => total + value(row), 0);
  const [own, others] = [sum((row) => row.own), sum((row) => row.others)];
  return {
    own,
    kept: sum((row) => row.kept * row.own) / own,
    keptOthers: sum((row) => row.keptOthers * row.others) / others,
  };
}

if (hasCases(encyclopedia)) await measure();
