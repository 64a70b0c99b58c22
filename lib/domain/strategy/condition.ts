/** A number from `min` to `max`; either may be absent. */
export interface Range {
  readonly min?: number;
  readonly max?: number;
}

/** What changes in a context from iteration to iteration. */
export type ContextCount = 'iterations' | 'loads' | 'relevant' | 'targets' | 'dry';

/**
 * What all hosts of the registered domain have come to. `harvest`: the relevant share of loads; `tries`: of its hosts;
 * `yield`: the share of further hosts that is expected to bring something new.
 */
export type DomainSum = 'hosts' | 'loads' | 'relevant' | 'harvest' | 'tries' | 'yield';

/**
 * What a rule asks of its subject: all that is given must hold; of a list one entry is enough. Words are compared with
 * whole words in small letters; `appl*` is every word that begins so.
 */
export interface Condition {
  /** Words of the anchor texts of its links. */
  readonly anchor?: readonly string[];
  /** Words of path and query. */
  readonly url?: readonly string[];
  /** Words of the content block that has a link to it. */
  readonly block?: readonly string[];
  /** Parts of the page that contain a link to it: nav, main, footer … */
  readonly place?: readonly string[];
  /** Languages of the pages that link to it. */
  readonly language?: readonly string[];
  /** Links from the nearest seed. */
  readonly depth?: Range;
  /** The best relevance of the pages that link to it, of a page its own: 0 to 1. */
  readonly relevance?: Range;
  /** How relevant its best link promises it to be: 0 to 1. */
  readonly promise?: Range;
  /** What a plug-in says of the target: the number that it gives in this field of a page that links to it. */
  readonly field?: { readonly name: string } & Range;
  /** Link instances that lead to it. */
  readonly instances?: Range;
  /** The share of fetches in its region that bring something new: 0 to 1. */
  readonly yield?: Range;
  /** The share of relevant pages among those that were loaded by links of the same content block: 0 to 1. */
  readonly blockYield?: Range;
  /** The same of links that stand in the same row of links, on whichever page. */
  readonly rowYield?: Range;
  /** What words of links were worth so far in this context: -1 to 1. */
  readonly learnt?: Range;
  /** The current score of the target; for control rules. */
  readonly score?: Range;
  /** Counts of the context; `dry`: loads since the last relevant page. */
  readonly count?: { readonly [Name in ContextCount]?: Range };
  /** Sums of the registered domain of the site. */
  readonly domain?: { readonly [Name in DomainSum]?: Range };
  /** Other rules of the stage that match as well. */
  readonly rule?: readonly string[];
  readonly any?: readonly Condition[];
  readonly not?: Condition;
}

/** A number that multiplies a score. */
export type Measure = (typeof measures)[number];

export const measures = [
  'depth',
  'relevance',
  'promise',
  'instances',
  'yield',
  'blockYield',
  'rowYield',
  'learnt',
] as const satisfies readonly (keyof Condition)[];

/** What changes while a context is open: a rule that asks for it is active. */
const changing: ReadonlySet<string> = new Set([
  'instances',
  'yield',
  'blockYield',
  'rowYield',
  'learnt',
  'count',
  'domain',
  'score',
]);
/** What costs more than looking something up: the words of a target are judged one by one, or a model judged them. */
const expensive: ReadonlySet<string> = new Set(['learnt', 'promise']);

/** Everything that a condition asks for, in nested conditions too; names of other rules are resolved by `rule`. */
export function askedIn(
  condition: Condition | undefined,
  rule: (name: string) => Condition | undefined,
): ReadonlySet<string> {
  const asked = new Set<string>();
  const visit = (one: Condition | undefined, depth: number): void => {
    if (one === undefined || depth > maxNesting) return;
    for (const [key, value] of Object.entries(one)) {
      if (value === undefined) continue;
      if (key === 'not') visit(one.not, depth + 1);
      else if (key === 'any') for (const other of one.any ?? []) visit(other, depth + 1);
      else if (key === 'rule') for (const name of one.rule ?? []) visit(rule(name), depth + 1);
      else asked.add(key);
    }
  };
  visit(condition, 0);
  return asked;
}

/** Conditions in conditions; `checkStrategy` refuses more. */
export const maxNesting = 20;

export function isChanging(asked: Iterable<string>): boolean {
  return [...asked].some((key) => changing.has(key));
}

export function isExpensive(asked: Iterable<string>): boolean {
  return [...asked].some((key) => expensive.has(key));
}
