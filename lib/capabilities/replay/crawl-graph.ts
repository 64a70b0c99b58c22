import { hash } from 'node:crypto';
import { openNumbers } from '../../base/growing-numbers.ts';
import type { ListedLink } from '../../base/links/link.ts';
import type { CanonicalUrl } from '../../base/url/url.ts';

/** What is known of how a page was judged. */
export interface GraphVerdict {
  /** From 0 to 1. */
  readonly relevance: number;
  readonly relevant: boolean;
  /** It is not relevant, and its links are followed in any mode. */
  readonly crawlOnly: boolean;
  /** As `isOnGoodPath` says it, where it does. */
  readonly onGoodPath?: boolean;
  /** The best class of the topic. */
  readonly best?: string;
}

/** A page that a crawl visited. */
export interface GraphPage {
  readonly url: CanonicalUrl;
  /** Epoch ms: of its first visit. */
  readonly at: number;
  readonly depth: number;
  /** Absent for one that no topic filter judged: a redirect, a failure, an image. */
  readonly verdict?: GraphVerdict;
  /** It led on to another URL, which is worth what it was worth itself. */
  readonly moved?: true;
  /** Whether it counts as harvest. */
  readonly counts: boolean;
  /** Pages of the same content count once. */
  readonly md5?: string;
}

export type GraphLink = Pick<ListedLink, 'url' | 'element' | 'score'>;

/** What only some links are to the order of a frontier; all others are alike. */
const linkKinds = ['a', 'redirect', 'robots', 'index'] as const;
export type LinkKind = (typeof linkKinds)[number];

/** A link by the numbers of its ends: a page, or from `pages.length` on a URL that was not fetched. */
export interface Edge {
  readonly target: number;
  readonly kind: LinkKind;
  readonly score?: number;
}

/**
 * The stored link graph of a crawl, packed: about 500 bytes a page, 9 a link and 60 a URL that was never fetched
 * (`bench/replay.ts`).
 */
export interface CrawlGraph {
  /** In the order in which they were visited first. */
  readonly pages: readonly GraphPage[];
  /** Pages and URLs that were not fetched. */
  readonly nodes: number;
  readonly links: number;
  /** URLs that were not fetched, and of them those that there was no room for: they are in no queue. */
  readonly unfetched: number;
  readonly leftOut: number;
  /** The pages that a crawl begins with. */
  readonly seeds: readonly number[];
  /** In the order in which they stand on the page, each target once. */
  edges(page: number): Iterable<Edge>;
  /** Indexes that led to a page that is a sitemap; undefined for other pages. */
  levelOf(page: number): number | undefined;
  /** Of pages with the same content the same number. */
  contentOf(page: number): number;
}

/** Takes the links of the pages of a crawl, page by page. */
export interface GraphBuilder {
  /** Whether links of this URL are wanted: it is a page, and has none yet. Its number. */
  wants(url: CanonicalUrl): number | undefined;
  /** @param level as `LinkLine` has it @param admits whether a URL that was not fetched could be, asked once for each */
  links(
    page: number,
    level: number | undefined,
    links: readonly GraphLink[],
    admits: (url: CanonicalUrl) => boolean,
  ): void;
  finish(): CrawlGraph;
}

/** Hex digits of a digest that make a number: 52 bits tell ten million URLs apart. */
const digits = 13;
const noLevel = 255;
/** URLs that were not fetched and have room in a graph: 100 MB. */
const maxUnfetched = 2_000_000;

/** The number of a URL that is in no queue. */
const refused = -1;

/**
 * @param visited all pages that take part, in any order
 * @param named URLs that somebody named as seeds: they are seeds whatever leads to them
 */
export function openGraph(
  visited: readonly GraphPage[],
  { most = maxUnfetched, named }: { readonly most?: number; readonly named?: ReadonlySet<CanonicalUrl> } = {},
): GraphBuilder {
  const pages = visited.toSorted((a, b) => a.at - b.at);
  const numbers = new Map<CanonicalUrl, number>(pages.map(({ url }, place) => [url, place]));
  const others = new Map<number, number>();
  const [targets, scores, kinds] = [
    openNumbers(Int32Array),
    openNumbers(Float32Array),
    openNumbers(Uint8Array),
  ];
  const from = new Int32Array(pages.length);
  const to = new Int32Array(pages.length);
  const levels = new Uint8Array(pages.length).fill(noLevel);
  const has = new Uint8Array(pages.length);
  /** An earlier page as shallow as a seed led to it, by what does not go deeper: so it need not be one itself. */
  const led = new Uint8Array(pages.length);
  let unfetched = 0;
  let leftOut = 0;

  function numberOf(url: CanonicalUrl, admits: (url: CanonicalUrl) => boolean): number {
    const known = numbers.get(url);
    if (known !== undefined) return known;
    const print = Number.parseInt(hash('md5', url).slice(0, digits), 16);
    const other = others.get(print);
    if (other !== undefined) return other;
    if (unfetched >= most) {
      if (admits(url)) leftOut += 1;
      return refused;
    }
    const number = admits(url) ? pages.length + unfetched : refused;
    others.set(print, number);
    if (number !== refused) unfetched += 1;
    return number;
  }

  return {
    wants(url) {
      const page = numbers.get(url);
      return page === undefined || has[page] === 1 ? undefined : page;
    },
    links(page, level, links, admits) {
      has[page] = 1;
      if (level !== undefined) levels[page] = level;
      from[page] = targets.length();
      const seen = new Set<number>();
      for (const { url, element, score } of links) {
        const target = numberOf(url, admits);
        if (target === refused || seen.has(target)) continue;
        seen.add(target);
        const kind = Math.max(0, linkKinds.indexOf(element as LinkKind));
        if (kind > 0 && page < target && target < pages.length && pages[page]?.depth === 0) led[target] = 1;
        targets.add(target);
        scores.add(score ?? Number.NaN);
        kinds.add(kind);
      }
      to[page] = targets.length();
    },
    finish() {
      const [ends, worth, which] = [targets.values(), scores.values(), kinds.values()];
      const contents = contentNumbers(pages);
      return {
        pages,
        nodes: pages.length + unfetched,
        links: ends.length,
        unfetched,
        leftOut,
        seeds: [...pages.keys()].filter((place) => {
          const page = pages[place] as GraphPage;
          return page.depth === 0 && (led[place] === 0 || named?.has(page.url) === true);
        }),
        *edges(page) {
          for (let at = from[page] as number; at < (to[page] as number); at += 1) {
            const score = worth[at] as number;
            const kind = linkKinds[which[at] as number] as LinkKind;
            yield { target: ends[at] as number, kind, ...(Number.isNaN(score) ? {} : { score }) };
          }
        },
        levelOf: (page) => (levels[page] === noLevel ? undefined : levels[page]),
        contentOf: (page) => contents[page] as number,
      };
    },
  };
}

/** For each page the first one that says the same. */
function contentNumbers(pages: readonly GraphPage[]): Int32Array {
  const first = new Map<string, number>();
  return Int32Array.from(pages, ({ md5 }, place) => {
    if (md5 === undefined) return place;
    const known = first.get(md5);
    if (known === undefined) first.set(md5, place);
    return known ?? place;
  });
}
