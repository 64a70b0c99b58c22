import type { ListablePage } from './listable-page.ts';
import type { RoundFigures } from './round-figures.ts';
import type { Side } from './side.ts';

/** A page of a list. */
export interface ListedPage extends ListablePage {
  readonly title?: string;
}

/** A class of a topic, such as a cluster, among the pages that were visited. */
export interface ListedClass {
  readonly id: string;
  readonly pages: number;
  /** Those of them that are on topic. */
  readonly relevant: number;
  /** The part of its pages in the clustering that are `in`; absent: the topic was not learnt by clusters. */
  readonly rate?: number;
  readonly best: readonly ListedPage[];
}

/** What a person looks at between two rounds. Pages that a person has judged are in no list. */
export interface ExampleLists {
  readonly v: 1;
  readonly job: string;
  /** Epoch ms. */
  readonly at: number;
  readonly visited: number;
  /** Whether pages are judged at all. */
  readonly hasTopic: boolean;
  /** Best first: likely additions. */
  readonly likely: readonly ListedPage[];
  /** Worst first: likely to be excluded. */
  readonly unlikely: readonly ListedPage[];
  /** The most doubtful first: their labels teach most. */
  readonly doubtful: readonly ListedPage[];
  /** Off topic, those that lie nearest to the topic in the field first; absent: nobody knows what words mean there. */
  readonly contested?: readonly ListedPage[];
  readonly classes: readonly ListedClass[];
  readonly unclassified: {
    readonly pages: number;
    /** Of the visited pages. */
    readonly share: number;
    /** Those that were read first. */
    readonly some: readonly ListedPage[];
    /** The topic does not fit what is crawled. */
    readonly isHigh: boolean;
  };
  readonly rounds: readonly RoundFigures[];
}

/** A share of unclassified pages from which on the topic does not fit the pages. */
export const highShare = 0.3;
/** Doubtful pages are given for each that is listed: of those that are alike one is asked about (`askFirst`). */
export const lookedAt = 8;
/** The middle of relevance: pages there are as likely on topic as not. */
const middle = 0.5;

type Lists = Pick<
  ExampleLists,
  'visited' | 'hasTopic' | 'likely' | 'unlikely' | 'doubtful' | 'classes' | 'unclassified'
>;

export interface ListBuilder {
  /** @param label what a person has said of the page */
  add(page: ListablePage, label: Side | undefined): void;
  /** @param rates of classes, in the clustering that the topic was made of */
  finish(rates?: ReadonlyMap<string, number>): Lists;
}

/**
 * Makes the lists of the pages of a crawl; memory grows with the lists only.
 * @param most pages of each list @param hasTopic whether pages are judged at all
 */
export function openLists(most: number, hasTopic = true): ListBuilder {
  const likely = keeping(most, (page) => page.relevance ?? 0);
  const unlikely = keeping(most, (page) => -(page.relevance ?? 0));
  const doubtful = keeping(lookedAt * most, (page) => -Math.abs((page.relevance ?? 0) - middle));
  const classes = new Map<string, { pages: number; relevant: number; best: Keeping }>();
  const some: ListablePage[] = [];
  let visited = 0;
  let unclassified = 0;
  return {
    add(page, label) {
      visited += 1;
      const { relevance, best } = page;
      if (hasTopic && (relevance === undefined || best === undefined)) {
        unclassified += 1;
        if (some.length < most) some.push(page);
      }
      if (best !== undefined) {
        const one = classes.get(best) ?? {
          pages: 0,
          relevant: 0,
          best: keeping(most, (of) => of.relevance ?? 0),
        };
        classes.set(best, one);
        one.pages += 1;
        if ((relevance ?? 0) >= middle) one.relevant += 1;
        if (label === undefined) one.best.add(page);
      }
      if (label !== undefined || relevance === undefined) return;
      (relevance >= middle ? likely : unlikely).add(page);
      doubtful.add(page);
    },
    finish(rates) {
      const share = visited === 0 ? 0 : unclassified / visited;
      return {
        ...{ visited, hasTopic },
        ...{ likely: likely.kept(), unlikely: unlikely.kept(), doubtful: doubtful.kept() },
        classes: [...classes]
          .map(([id, { pages, relevant, best }]): ListedClass => {
            const rate = rates?.get(id);
            return { id, pages, relevant, best: best.kept(), ...(rate === undefined ? {} : { rate }) };
          })
          .sort((a, b) => b.pages - a.pages || (a.id < b.id ? -1 : 1)),
        unclassified: { pages: unclassified, share, some, isHigh: share >= highShare },
      };
    },
  };
}

interface Keeping {
  add(page: ListablePage): void;
  kept(): readonly ListablePage[];
}

/** The pages of most worth, best first. */
function keeping(most: number, worth: (page: ListablePage) => number): Keeping {
  let pages: ListablePage[] = [];
  const prune = (): void => {
    pages = pages.sort((a, b) => worth(b) - worth(a) || (a.url < b.url ? -1 : 1)).slice(0, most);
  };
  return {
    add(page) {
      pages.push(page);
      if (pages.length >= 4 * most + 100) prune();
    },
    kept() {
      prune();
      return pages;
    },
  };
}
