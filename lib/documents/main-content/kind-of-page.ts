import type { PageKind } from '../../base/page/page-kind.ts';
import type { BlockTree } from '../blocks/block.ts';
import type { ContentMarks } from './content-marks.ts';
import { type LinkedThing, typesOf } from './linked-data.ts';
import type { BlockMeasures } from './measure.ts';

/** What tells the kind of a page. */
export interface KindSigns {
  readonly tree: BlockTree;
  readonly things: readonly LinkedThing[];
  readonly url: string;
  /** Of the whole page. */
  readonly all: BlockMeasures;
  readonly marks: ContentMarks;
}

/** The kind with the most signs for it; an article if none has any. */
export function kindOfPage(signs: KindSigns): PageKind {
  const scores = new Map<PageKind, number>([['article', 1]]);
  const add = (kind: PageKind, score: number) => scores.set(kind, (scores.get(kind) ?? 0) + score);
  for (const [kind, score] of byAddress(signs.url)) add(kind, score);
  for (const [kind, score] of byTypes(signs)) add(kind, score);
  for (const [kind, score] of byShape(signs)) add(kind, score);
  let best: PageKind = 'article';
  for (const [kind, score] of scores) if (score > (scores.get(best) ?? 0)) best = kind;
  return best;
}

type Sign = readonly [PageKind, number];

const addresses: readonly (readonly [RegExp, PageKind, number])[] = [
  [
    /^https?:\/\/(?:forums?|community|discuss(?:ions?)?|boards?|answers|users|talk|stackoverflow|ask)\./i,
    'forum',
    3,
  ],
  [/stackexchange\.com|stackoverflow\.com|reddit\.com|news\.ycombinator|quora\.com/i, 'forum', 4],
  [
    /\/(?:forums?|threads?|topics?|discussions?|viewtopic|showthread|questions?|t|comments)(?:[/.?-]|$)/i,
    'forum',
    2.5,
  ],
  [
    /^https?:\/\/(?:docs?|developers?|devdocs|manual|wiki|learn|support|help|reference|api)\./i,
    'documentation',
    2.5,
  ],
  [
    /\/(?:docs?|documentation|reference|manual|api|guides?|tutorials?|handbook|man|wiki)(?:\/|$)|readthedocs|\.github\.io/i,
    'documentation',
    2,
  ],
  [/\/(?:products?|item|itm|dp|pdp|p|listing|pr|sku)\//i, 'product', 2.5],
  [/\/(?:collections?|shop|category|product-category|c|store|departments?)(?:\/|$)/i, 'collection', 2],
  [
    /\/(?:categor(?:y|ies)|tags?|topics|archives?|search|browse|jobs?|listings?|events?|courses|market|directory)(?:\/|$|\?)/i,
    'listing',
    1.5,
  ],
  [
    /\/(?:services?|solutions?|features?|pricing|platform|about(?:-us)?|plans|enterprise)(?:[/?-]|$)/i,
    'service',
    2,
  ],
  [/\/(?:blog|news|article|story|stories|posts?|20\d\d\/\d\d?|magazine|insights)(?:[/-]|$)/i, 'article', 2.5],
];

function* byAddress(url: string): Iterable<Sign> {
  for (const [pattern, kind, score] of addresses) if (pattern.test(url)) yield [kind, score];
  if (/^https?:\/\/[^/?]+\/?(?:\?.*)?$/.test(url)) yield ['service', 1.5];
}

const types: ReadonlyMap<string, Sign> = new Map<string, Sign>([
  ['DiscussionForumPosting', ['forum', 4]],
  ['QAPage', ['forum', 4]],
  ['Question', ['forum', 0]],
  ['Product', ['product', 3]],
  ['ProductGroup', ['product', 3]],
  ['Article', ['article', 3]],
  ['NewsArticle', ['article', 4]],
  ['BlogPosting', ['article', 4]],
  ['Recipe', ['article', 3]],
  ['TechArticle', ['documentation', 3]],
  ['APIReference', ['documentation', 3]],
  ['CollectionPage', ['listing', 1.5]],
  ['ItemList', ['listing', 1]],
  ['Service', ['service', 2]],
  ['LocalBusiness', ['service', 1]],
]);

function* byTypes({ things, tree: { metadata } }: KindSigns): Iterable<Sign> {
  const seen = new Set<string>();
  let products = 0;
  for (const thing of things) {
    for (const type of typesOf(thing)) {
      if (type === 'Product') products++;
      if (seen.has(type)) continue;
      seen.add(type);
      const sign = types.get(type);
      if (sign !== undefined) yield sign;
    }
  }
  if (products > 3) yield ['collection', 3];
  const ogType = metadata.get('og:type')?.[0]?.toLowerCase() ?? '';
  if (ogType.includes('product')) yield ogType.includes('group') ? ['collection', 3] : ['product', 3];
  else if (ogType === 'article') yield ['article', 1.5];
  if (metadata.has('article:published_time')) yield ['article', 1.5];
  const generator = metadata.get('generator')?.join(' ') ?? '';
  if (/discourse|vbulletin|xenforo|phpbb|flarum|nodebb/i.test(generator)) yield ['forum', 5];
  const isDocsy = /hugo/i.test(generator) && /docsy/i.test(generator);
  if (isDocsy || /sphinx|docusaurus|mkdocs|mdbook|gitbook|vitepress|doxygen|antora/i.test(generator))
    yield ['documentation', 4];
}

/** How the text of the page is spread. */
function* byShape(signs: KindSigns): Iterable<Sign> {
  const { tree, all } = signs;
  const text = Math.max(1, all.text[tree.root.id] ?? 0);
  const prose = (all.prose[tree.root.id] ?? 0) / text;
  const links = (all.linked[tree.root.id] ?? 0) / text;
  const { codes, linkedHeadings, headings, prices } = countsOf(signs);
  if (prose > 0.6) yield ['article', 1.5];
  if (prose < 0.4) yield ['article', -1];
  if (links > 0.5) yield ['listing', 1];
  if (linkedHeadings >= 10 && linkedHeadings > headings / 2) yield ['listing', 2];
  if (prices >= 10) yield ['collection', 2];
  if (codes >= 4) yield ['documentation', 2];
}

/** Words of ids, and parts of words, name other things. */
const priceClass = /(?:^|[^a-z])price(?![a-z])/i;

/** Preformatted blocks, blocks that are named price, and headings below the first, of which some are nothing but a link. */
function countsOf({
  tree: { blocks },
  all,
  marks: { namesOf },
}: KindSigns): Record<'codes' | 'headings' | 'linkedHeadings' | 'prices', number> {
  const counts = { codes: 0, headings: 0, linkedHeadings: 0, prices: 0 };
  for (const block of blocks) {
    const { id, name, attributes } = block;
    if (namesOf(block).isPrice && priceClass.test(attributes.class ?? '')) counts.prices++;
    if (name === 'pre') counts.codes++;
    else if (name === 'h2' || name === 'h3' || name === 'h4') {
      counts.headings++;
      const text = all.text[id] ?? 0;
      if (text > 0 && (all.linked[id] ?? 0) > text * 0.8) counts.linkedHeadings++;
    }
  }
  return counts;
}
