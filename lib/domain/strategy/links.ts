import { hashOf } from '../../base/bytes/hash.ts';
import type { CanonicalUrl } from '../../base/url/url.ts';
import type { SourcePage } from '../plugins/strategy-rule.ts';
import { type ContentBlock, type LinkInstance, type LinkVector, wordsIn } from './facts.ts';

/** Bounds of what is kept of the links to one target, and of a block. */
const mostKept = { anchor: 12, blocks: 4, languages: 4, fields: 4, blockWords: 24, sources: 4 } as const;

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
  /** Whether rules ask for the words of blocks. */
  readonly hasBlockWords: boolean;
  /** The page itself, where rules of one's own ask. */
  readonly source?: SourcePage;
  /** What plug-ins say of targets of the page: numbers by URL, by field. */
  readonly fields?: Readonly<Record<string, ReadonlyMap<string, number>>>;
}

/** The links of a page as link instances: those that follow each other in one part of the page are a content block. */
export function instancesOf(links: readonly PageLink[], page: FoundOn): readonly LinkInstance[] {
  const instances: LinkInstance[] = [];
  for (let start = 0; start < links.length; ) {
    let end = start + 1;
    while (end < links.length && links[end]?.place === links[start]?.place) end++;
    const own = links.slice(start, end);
    const block = blockOf(own, page.hasBlockWords);
    for (const link of own) instances.push(instanceOf(link, block, page));
    start = end;
  }
  return instances;
}

function blockOf(links: readonly PageLink[], hasWords: boolean): ContentBlock {
  const id = hashOf([links[0]?.place, ...links.map(({ url }) => url)].join('\n')).toString(36);
  const words = new Set<string>();
  for (const { anchor } of hasWords ? links : []) {
    for (const word of wordsIn(anchor)) if (words.size < mostKept.blockWords) words.add(word);
  }
  return { id, words };
}

function instanceOf(
  { url, anchor, place, score }: PageLink,
  block: ContentBlock,
  page: FoundOn,
): LinkInstance {
  const fields = Object.entries(page.fields ?? {}).flatMap(([name, numbers]) => {
    const number = numbers.get(url);
    return number === undefined ? [] : [[name, number] as const];
  });
  return {
    ...{ url, anchor, place, block },
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
    block: united(known?.block, link.block.words, mostKept.blockWords),
    blocks: united(known?.blocks, [link.block.id], mostKept.blocks),
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
