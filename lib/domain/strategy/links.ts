import { hashOf } from '../../base/bytes/hash.ts';
import { defined } from '../../base/defined.ts';
import type { CanonicalUrl } from '../../base/url/url.ts';
import type { SourcePage } from '../plugins/strategy-rule.ts';
import { type ContentBlock, type LinkInstance, type LinkVector, wordsIn } from './facts.ts';

/** Bounds of what is kept of the links to one target, and of a block. */
const mostKept = {
  anchor: 12,
  blocks: 4,
  rows: 4,
  languages: 4,
  fields: 4,
  blockWords: 24,
  sources: 4,
} as const;

/** A link as a page has it, in the order of the page. */
export interface PageLink {
  readonly url: CanonicalUrl;
  readonly anchor: string;
  readonly place: string;
  readonly score?: number;
}

/** What all links of one page have in common. */
export interface FoundOn {
  readonly language?: string;
  readonly relevance?: number;
  /** Whether rules ask for content blocks, for their words, for rows of links. */
  readonly hasBlocks: boolean;
  readonly hasBlockWords: boolean;
  readonly hasRows: boolean;
  /** The id of the content block of each link, empty where it has none; absent: no page was read for them. */
  readonly blocks?: readonly string[];
  /** The page itself, where rules of one's own ask. */
  readonly source?: SourcePage;
  /** What plug-ins say of targets of the page: numbers by URL, by field. */
  readonly fields?: Readonly<Record<string, ReadonlyMap<string, number>>>;
}

/** The links of a page as link instances. */
export function instancesOf(links: readonly PageLink[], page: FoundOn): readonly LinkInstance[] {
  const blocks = page.hasBlocks ? blocksOf(links, page) : [];
  const rows = page.hasRows ? rowsOf(links) : [];
  return links.map((link, at) => ({
    ...instanceOf(link, page),
    ...defined({ block: blocks[at], row: rows[at] }),
  }));
}

/** The content block of each link. Where no element of the page is known, links of one part of it are a block. */
function blocksOf(links: readonly PageLink[], { blocks, hasBlockWords }: FoundOn): readonly ContentBlock[] {
  const known = new Map<string, { readonly id: string; readonly words: Set<string> }>();
  return links.map(({ place, anchor }, at) => {
    const id = blocks?.[at] || place;
    const block = known.get(id) ?? { id, words: new Set<string>() };
    known.set(id, block);
    const isWanted = hasBlockWords && block.words.size < mostKept.blockWords;
    for (const word of isWanted ? wordsIn(anchor) : []) block.words.add(word);
    return block;
  });
}

/** The row of each link: links that follow each other in one part of the page. */
function rowsOf(links: readonly PageLink[]): readonly string[] {
  const rows: string[] = [];
  for (let start = 0; start < links.length; ) {
    let end = start + 1;
    while (end < links.length && links[end]?.place === links[start]?.place) end++;
    const own = links.slice(start, end);
    const id = hashOf([own[0]?.place, ...own.map(({ url }) => url)].join('\n')).toString(36);
    for (const _ of own) rows.push(id);
    start = end;
  }
  return rows;
}

function instanceOf({ url, anchor, place, score }: PageLink, page: FoundOn): LinkInstance {
  const fields = Object.entries(page.fields ?? {}).flatMap(([name, numbers]) => {
    const number = numbers.get(url);
    return number === undefined ? [] : [[name, number] as const];
  });
  return {
    ...{ url, anchor, place },
    ...(page.language === undefined ? {} : { language: page.language }),
    ...(page.relevance === undefined ? {} : { relevance: page.relevance }),
    ...(score === undefined ? {} : { promise: score }),
    ...(page.source === undefined ? {} : { source: page.source }),
    ...(fields.length === 0 ? {} : { fields: Object.fromEntries(fields) }),
  };
}

/** Adds a link instance to what is known of the links to its target. */
export function joined(known: LinkVector | undefined, link: LinkInstance): LinkVector {
  const relevance = best(known?.relevance, link.relevance);
  const promise = best(known?.promise, link.promise);
  const fields = { ...known?.fields, ...link.fields };
  return {
    instances: (known?.instances ?? 0) + 1,
    anchor: united(known?.anchor, wordsIn(link.anchor), mostKept.anchor),
    block: united(known?.block, link.block?.words ?? [], mostKept.blockWords),
    blocks: united(known?.blocks, link.block === undefined ? [] : [link.block.id], mostKept.blocks),
    rows: united(known?.rows, link.row === undefined ? [] : [link.row], mostKept.rows),
    places: united(known?.places, [link.place], mostKept.languages),
    languages: united(
      known?.languages,
      link.language === undefined ? [] : [link.language],
      mostKept.languages,
    ),
    ...(relevance === undefined ? {} : { relevance }),
    ...(promise === undefined ? {} : { promise }),
    ...(Object.keys(fields).length === 0
      ? {}
      : { fields: Object.fromEntries(Object.entries(fields).slice(0, mostKept.fields)) }),
    ...(link.source === undefined ? {} : { sources: withSource(known?.sources, link.source) }),
  };
}

function withSource(known: readonly SourcePage[] = [], source: SourcePage): readonly SourcePage[] {
  const isKnown = known.length >= mostKept.sources || known.some(({ url }) => url === source.url);
  return isKnown ? known : [...known, source];
}

function best(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? (one ?? other) : Math.max(one, other);
}

function united(known: Iterable<string> = [], more: Iterable<string>, size: number): ReadonlySet<string> {
  const all = new Set(known);
  for (const one of more) if (all.size < size) all.add(one);
  return all;
}
