import type { Json } from '../../base/json.ts';
import type { Block, BlockTree } from '../blocks/block.ts';
import { blockText } from '../blocks/block-text.ts';
import { collapse } from '../html/visible-text.ts';
import type { ContentMarks } from './content-marks.ts';
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

/** What tells who wrote a page. */
interface AuthorSigns {
  readonly tree: BlockTree;
  /** All linked data, which may refer to each other. */
  readonly all: readonly LinkedThing[];
  /** Linked data about the page itself. */
  readonly things: readonly LinkedThing[];
  readonly marks: ContentMarks;
  /** Whether a block is the page's own. */
  readonly isOwn: (block: Block) => boolean;
}

/** Who wrote the page, as it says itself: linked data, then metadata, then its own byline. Several are joined by a comma. */
export function authorOf(signs: AuthorSigns): string | undefined {
  const { tree, all, things } = signs;
  for (const thing of things) {
    if (!typesOf(thing).some((type) => written.has(type))) continue;
    const name = cleaned(namesOf(thing.author ?? null, all).join(', '));
    if (name !== undefined) return name;
  }
  for (const name of names) {
    const author = cleaned(tree.metadata.get(name)?.join(', '));
    if (author !== undefined) return author;
  }
  return bylineOf(signs);
}

/** Names nest in what has a name, and in lists of such. */
function namesOf(author: Json, all: readonly LinkedThing[], depth = 0): readonly string[] {
  if (typeof author === 'string') return [author];
  if (typeof author !== 'object' || author === null || depth > 8) return [];
  if (Array.isArray(author)) {
    return [...new Set(author.slice(0, 10).flatMap((one) => namesOf(one, all, depth + 1)))];
  }
  const { name, '@id': id, '@value': value, givenName, additionalName, familyName } = author as LinkedThing;
  const parts = [givenName, additionalName, familyName].filter((part) => typeof part === 'string');
  const its = name ?? value ?? (parts.length === 0 ? undefined : parts.join(' '));
  if (its !== undefined) return namesOf(its, all, depth + 1);
  const referred = all.find((thing) => thing['@id'] === id && thing.name !== undefined)?.name;
  return typeof id === 'string' && typeof referred === 'string' ? [referred] : [];
}

/** Blocks in blocks that all claim to be a byline would be read again and again. */
const maxTried = 20;

/** The first short text that the markup calls an author. */
function bylineOf({ tree, marks, isOwn }: AuthorSigns): string | undefined {
  let tried = 0;
  for (const block of tree.blocks) {
    if (!isByline(block, marks) || !isOwn(block)) continue;
    for (const line of blockText(tree, block, ({ isUnshown }) => isUnshown).split('\n', 2)) {
      const name = cleaned(line);
      if (name !== undefined) return name;
    }
    if (++tried >= maxTried) return undefined;
  }
  return undefined;
}

/** Words of ids, and parts of words, name other things. */
const bylineClass = /(?:^|[^a-z])(?:author|byline)(?:name)?(?![a-z])/i;

function isByline(block: Block, { namesOf }: ContentMarks): boolean {
  const { itemprop, rel, class: classes } = block.attributes;
  if (itemprop === 'author' || rel === 'author') return true;
  return namesOf(block).isByline && bylineClass.test(classes ?? '');
}

/** Words in place of a name. */
const nobody = /^(?:admin(?:istrator)?|authors?|by|undefined|null|none|unknown|(?:written|posted) by)$/i;
/** Addresses, templates and keys, markup. */
const noName = /https?:|www\.|@|[{}<>=!?]|^\w+(?:\.\w+)+$/i;
const date =
  /\b(?:on )?(?:\w{3,6}day,? )?(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\.? \d.*$/s;

/** The name that a text is, without what stands around names; undefined where it is no name. */
function cleaned(text: string | undefined): string | undefined {
  if (text === undefined || text.length > 10 * longest) return undefined;
  const name = collapse(text.replace(/<[^<>]*>/g, ' '))
    .replace(/^(?:(?:written|posted|reviewed|published)\s+)?by:?\s+/i, '')
    .replace(/^(?:(?:[Ww]ritten|[Pp]osted)\s)?[Bb]y:?(?=\p{Lu})/u, '')
    .replace(/[|•·].*$/s, '')
    .replace(date, '')
    .replace(/^[\s,:–~-]+|(?: says)?[\s,:–-]*$/g, '');
  if (name.length > longest || nobody.test(name) || noName.test(name) || !/\p{L}{2}/u.test(name))
    return undefined;
  // A sentence.
  return name.split(',').some((part) => part.trim().split(' ').length > 8) ? undefined : name;
}
