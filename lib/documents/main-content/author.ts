import type { Json } from '../../base/json.ts';
import type { Block } from '../blocks/block.ts';
import { collapse } from '../html/visible-text.ts';
import { blockText } from './block-text.ts';
import type { KindSigns } from './kind-of-page.ts';
import { type LinkedThing, typesOf } from './linked-data.ts';

/** Longer ones are no names. UTF-16 units. */
const longest = 100;

const names = [
  'author',
  'article:author',
  'dc.creator',
  'dcterms.creator',
  'parsely-author',
  'sailthru.author',
  'citation_author',
  'byl',
];

const written = new Set([
  'Article',
  'NewsArticle',
  'BlogPosting',
  'TechArticle',
  'Report',
  'WebPage',
  'Recipe',
  'DiscussionForumPosting',
  'ScholarlyArticle',
  'Review',
  'ReportageNewsArticle',
  'OpinionNewsArticle',
  'AnalysisNewsArticle',
]);

/** Who wrote the page, as it says itself: linked data, then metadata, then its own byline. Several are joined by a comma. */
export function authorOf({ things, tree }: Pick<KindSigns, 'things' | 'tree'>): string | undefined {
  for (const thing of things) {
    if (!typesOf(thing).some((type) => written.has(type))) continue;
    const name = cleaned(nameOf(thing.author, things));
    if (name !== undefined) return name;
  }
  for (const name of names) {
    const author = cleaned(tree.metadata.get(name)?.join(', '));
    if (author !== undefined) return author;
  }
  return cleaned(bylineOf(tree.blocks));
}

function nameOf(author: Json | undefined, things: KindSigns['things']): string | undefined {
  if (typeof author === 'string') return author;
  if (Array.isArray(author)) {
    const all = author.slice(0, 10).flatMap((one) => nameOf(one, things) ?? []);
    return all.length === 0 ? undefined : [...new Set(all)].join(', ');
  }
  if (typeof author !== 'object' || author === null) return undefined;
  const { name, '@id': id } = author as LinkedThing;
  if (typeof name === 'string') return name;
  if (typeof id !== 'string') return undefined;
  const referred = things.find((thing) => thing['@id'] === id && typeof thing.name === 'string')?.name;
  return typeof referred === 'string' ? referred : undefined;
}

const bylineName =
  /(?:^|[^a-z])(?:author-?name|byline(?:-?name)?|author|post-author|entry-author|p-author)(?![a-z])/i;

/** Blocks in blocks that all claim to be a byline would be read again and again. */
const maxTried = 20;

/** The first short text that the markup calls an author. */
function bylineOf(blocks: readonly Block[]): string | undefined {
  let tried = 0;
  for (const block of blocks) {
    if (!isByline(block)) continue;
    const text = blockText(block, () => false).split('\n')[0] ?? '';
    if (cleaned(text) !== undefined) return text;
    if (++tried >= maxTried) return undefined;
  }
  return undefined;
}

function isByline({ attributes: { itemprop, rel, class: classes } }: Block): boolean {
  return itemprop === 'author' || rel === 'author' || (classes !== undefined && bylineName.test(classes));
}

function cleaned(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const name = collapse(text)
    .replace(/^(?:(?:written|posted|reviewed|published)\s+)?by:?\s+/i, '')
    .replace(/[|•·].*$/s, '')
    .trim();
  if (
    name === '' ||
    name.length > longest ||
    /^https?:|@|^admin$|^by$/i.test(name) ||
    !/\p{L}{2}/u.test(name)
  )
    return undefined;
  return name;
}
