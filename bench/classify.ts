/**
 * Trained classifiers on one core: how exact in cross-validation with five folds, as they
 * are and as cross-validation chooses them, how fast. `node bench/classify.ts`;
 * on documents of the open cases, and without them it says so.
 */

import { openModel, readModel, withoutExamples, writeModel, writeTaxonomy } from '../lib/topic/models.ts';
import {
  type Corpus,
  chooseRecipe,
  crossValidateTaxonomy,
  defaultBayes,
  defaultSvmRecipe,
  defaultTaxonomyRecipe,
  editClasses,
  type LinearModel,
  openCorpus,
  openExampleSet,
  outputsOf,
  type Tried,
  train,
  trainTaxonomy,
  variants,
  vectoriser,
  wordsOf,
} from '../lib/topic/train.ts';
import { hasCases, readCases } from '../test/support/cases.ts';

interface Labelled {
  readonly text: string;
  readonly class: string;
}

interface Article {
  readonly name: string;
  readonly text: string;
  readonly categories: readonly string[];
}

interface Page {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly classes: readonly string[];
}

const folds = 5;
const pageLength = 50_000;

const encyclopedia = 'web/encyclopedia.jsonl.gz';
const university = 'web/university-1997.jsonl.gz';

/** Articles of one top category each. */
function articles(): readonly Labelled[] {
  return readCases<Article>(encyclopedia).flatMap(({ text, categories }) => {
    const [top, ...others] = new Set(categories.map((path) => path.split('.')[0] as string));
    return top === undefined || others.length > 0 ? [] : [{ text, class: top }];
  });
}

/** Those of the largest classes. */
function largest(documents: readonly Labelled[], classes: number): readonly Labelled[] {
  const sizes = new Map<string, number>();
  for (const { class: id } of documents) sizes.set(id, (sizes.get(id) ?? 0) + 1);
  const kept = new Set(
    [...sizes]
      .sort((a, b) => b[1] - a[1])
      .slice(0, classes)
      .map(([id]) => id),
  );
  return documents.filter(({ class: id }) => kept.has(id));
}

/** As short as news agency reports, lower case and letters only: what the eight classes of Reuters look like. */
function shortened({ text, class: id }: Labelled): Labelled {
  const words = text.toLowerCase().match(/[a-z]+/g) ?? [];
  return { text: words.slice(0, 70).join(' '), class: id };
}

function pages(): readonly Labelled[] {
  return readCases<Page>(university).flatMap(({ headers, body, classes }) => {
    const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    return classes.length === 1
      ? [{ text: [...head, '', body].join('\n'), class: classes[0] as string }]
      : [];
  });
}

function corpusOf(documents: readonly Labelled[]): Corpus {
  const builder = openCorpus();
  for (const { text, class: id } of documents) builder.add(text, id);
  return builder.finish();
}

/** Milliseconds, the best of three. */
function timed(run: () => unknown): number {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 3; round += 1) {
    const start = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(start);
    best = Math.min(best, (user + system) / 1_000);
  }
  return best;
}

function measure(name: string, documents: readonly Labelled[]): void {
  const corpus = corpusOf(documents);
  console.log(`\n${name}: ${documents.length} documents, ${corpus.classes.length} classes`);
  console.log(`words counted in ${timed(() => corpusOf(documents)).toFixed(0)} ms`);
  for (const recipe of [defaultSvmRecipe, defaultBayes]) {
    row(corpus, chooseRecipe(corpus, [recipe], folds), documents);
    const all = variants(recipe, { pairs: true, smoothing: true });
    row(corpus, chooseRecipe(corpus, all, folds), documents);
  }
}

function row(corpus: Corpus, { recipe, figures }: Tried, documents: readonly Labelled[]): void {
  const { accuracy, macro } = figures;
  const all = Uint32Array.from(corpus.labels.keys());
  const training = timed(() => train(corpus, all, recipe));
  const model = train(corpus, all, recipe);
  const bytes = writeModel(model, {
    kind: recipe.kind,
    date: '',
    settings: {},
    trainingSet: { documents: documents.length, digest: corpus.digest },
  });
  const opening = timed(() => vectoriser(readModel(bytes, recipe.kind).model.features));
  console.log(
    [
      (recipe.kind === 'svm' ? 'svm' : `bayes ${recipe.smoothing}`).padEnd(12),
      recipe.weighting.pairs ? 'pairs' : 'words',
      `accuracy ${accuracy.toFixed(4)}`,
      `macro F1 ${macro.f1.toFixed(4)}`,
      `training ${training.toFixed(0)} ms`,
      `model ${(bytes.length / 1e6).toFixed(1)} MB, opened in ${opening.toFixed(0)} ms`,
      pageCost(model, documents),
    ].join('  '),
  );
}

/** A tree of all categories, and what its page costs. */
function measureTree(documents: readonly Article[]): void {
  const builder = openExampleSet();
  const single = documents.filter(({ categories }) => categories.length === 1);
  for (const { name, text, categories } of single)
    builder.add(name, `/${(categories[0] as string).replaceAll('.', '/')}`, text);
  const set = builder.finish();
  const recipe = defaultTaxonomyRecipe;
  const taxonomy = trainTaxonomy(set, recipe);
  const { best, levels } = crossValidateTaxonomy(set, recipe, folds);
  const parts = levels.map(({ documents, right }) => (right / documents).toFixed(4));
  console.log(
    `\ntree: ${set.examples.length} documents, ${taxonomy.tree.length} classes with those above them`,
  );
  console.log(`right down to each level ${parts.join(', ')}; the very class ${best.accuracy.toFixed(4)}`);
  const moved = editClasses(set, {
    act: 'move',
    names: [single[0]?.name as string],
    to: set.examples[100]?.path as string,
  }).set;
  const training = timed(() => trainTaxonomy(set, recipe)).toFixed(0);
  const again = timed(() => trainTaxonomy(moved, recipe, taxonomy)).toFixed(0);
  console.log(`training ${training} ms, after a document has moved ${again} ms`);
  const notes = { date: '', settings: recipe };
  const bytes = writeTaxonomy({ taxonomy, set, notes });
  const small = withoutExamples(bytes, 'tree');
  const judgeOf = () => openModel(small, 'tree', { good: ['/Science'], crawlOnly: [] });
  const judge = judgeOf();
  const text = pageOf(single);
  const opening = timed(() => judgeOf()(''));
  const rounds = 20;
  const repeat = (run: () => unknown) => () => {
    for (let round = 0; round < rounds; round += 1) run();
  };
  const words = timed(repeat(() => wordsOf(text))) / rounds;
  const whole = timed(repeat(() => judge(text))) / rounds;
  console.log(
    [
      `file ${(bytes.length / 1e6).toFixed(1)} MB, for a crawl ${(small.length / 1e6).toFixed(1)} MB, opened in ${opening.toFixed(0)} ms`,
      `a page of 50 kB: words ${words.toFixed(2)} ms, the rest with its evidence ${(whole - words).toFixed(2)} ms`,
    ].join('\n'),
  );
}

/** A page of 50,000 characters. */
function pageOf(documents: readonly { readonly text: string }[]): string {
  return documents
    .map((document) => document.text)
    .join('\n')
    .slice(0, pageLength);
}

/** What a page of 50,000 characters costs. */
function pageCost(model: LinearModel, documents: readonly Labelled[]): string {
  const text = pageOf(documents);
  const vectorOf = vectoriser(model.features);
  const rounds = 50;
  const repeat = (run: () => unknown) => () => {
    for (let round = 0; round < rounds; round += 1) run();
  };
  const words = timed(repeat(() => wordsOf(text))) / rounds;
  const whole = timed(repeat(() => outputsOf(model, vectorOf(text)))) / rounds;
  return `a page of 50 kB: words ${words.toFixed(2)} ms, the rest ${(whole - words).toFixed(2)} ms`;
}

if (hasCases(encyclopedia) && hasCases(university)) {
  measure('short articles, the 8 largest categories', largest(articles(), 8).map(shortened));
  measure('articles, 12 categories', largest(articles(), 12));
  measure('pages of a university with their headers', pages());
  measureTree(readCases<Article>(encyclopedia));
}
