import { defined } from '../../base/defined.ts';
import { largest } from '../../base/long-lists.ts';
import type { CanonicalUrl } from '../../base/url/url.ts';
import { type ContextFacts, type LinkInstance, type LinkVector, type Subject, wordsOfUrl } from './facts.ts';
import { joined } from './links.ts';
import { type ContextMetrics, emptyMetrics } from './metrics.ts';
import { type EvaluationRegistry, emptyRegistry } from './modules/registry.ts';
import type { YieldWindow } from './objectives.ts';

/** What is kept of an active target beside its place in the frontier. */
export interface KeptTarget {
  vector: LinkVector | undefined;
  readonly registry: EvaluationRegistry;
}

/** Loads, and relevant pages among them. */
export interface LoadCount {
  loads: number;
  relevant: number;
}

/** A page that the present iteration has loaded. */
export interface IteratedPage {
  readonly url: CanonicalUrl;
  readonly depth: number;
  readonly relevance?: number;
  readonly isWithdrawn?: boolean;
}

/** The crawling context of one site in one stage. */
export interface CrawlingContext {
  /** Index of the stage in its strategy. */
  readonly stage: number;
  /** Name of the stage. */
  readonly name: string;
  /** Version of the strategy, and of the settings that have it. */
  readonly version: string;
  readonly config: string;
  /** Epoch ms. */
  readonly openedAt: number;
  /** Targets that the present iteration has still to load, in order. */
  drawn: CanonicalUrl[];
  /** What it has loaded. */
  loaded: IteratedPage[];
  readonly targets: Map<CanonicalUrl, KeptTarget>;
  readonly blocks: Map<string, LoadCount>;
  /** By rows of links. */
  readonly rows: Map<string, LoadCount>;
  readonly words: Map<string, LoadCount>;
  readonly metrics: ContextMetrics;
  /** Counts at which the present window of the marginal yield began. */
  window: YieldWindow;
  /** Iterations in a row that drew nothing. */
  empty: number;
}

/** The most that a context keeps of each kind: active targets, blocks, rows of links, words. */
export const mostKept = { targets: 128, blocks: 48, rows: 48, words: 160 } as const;

export function openContext(
  of: Pick<CrawlingContext, 'stage' | 'name' | 'version' | 'config' | 'openedAt'>,
): CrawlingContext {
  return {
    ...of,
    ...{ drawn: [], loaded: [], window: { pages: 0, relevant: 0 }, empty: 0 },
    targets: new Map(),
    blocks: new Map(),
    rows: new Map(),
    words: new Map(),
    metrics: emptyMetrics(),
  };
}

/** Joins a link to the vector of its target. @param isNew false: only if something is kept of the target */
export function noteLink({ targets }: CrawlingContext, link: LinkInstance, isNew: boolean): void {
  const known = targets.get(link.url);
  if (known !== undefined) known.vector = joined(known.vector, link);
  else if (isNew) targets.set(link.url, { vector: joined(undefined, link), registry: emptyRegistry() });
}

/** Enters a load and what came of it. @param page of the target; undefined: none was parsed */
export function noteLoad(
  context: CrawlingContext,
  target: Pick<Subject, 'url' | 'vector'>,
  page: IteratedPage | undefined,
  isRelevant: boolean,
): void {
  const { metrics, blocks, rows, words } = context;
  metrics.targets++;
  metrics.dry = isRelevant ? 0 : metrics.dry + 1;
  if (isRelevant) metrics.relevant++;
  if (page !== undefined) {
    metrics.pages++;
    context.loaded.push(page);
  }
  for (const id of target.vector?.blocks ?? []) tried(blocks, id, isRelevant, mostKept.blocks);
  for (const id of target.vector?.rows ?? []) tried(rows, id, isRelevant, mostKept.rows);
  for (const word of wordsOf(target)) tried(words, word, isRelevant, mostKept.words);
  context.targets.delete(target.url);
}

/** Counts a load; the entry that was counted longest ago makes room. */
function tried(counts: Map<string, LoadCount>, key: string, isRelevant: boolean, size: number): void {
  const { loads, relevant } = counts.get(key) ?? { loads: 0, relevant: 0 };
  counts.delete(key);
  counts.set(key, { loads: loads + 1, relevant: relevant + (isRelevant ? 1 : 0) });
  const [oldest] = counts.keys();
  if (counts.size > size && oldest !== undefined) counts.delete(oldest);
}

function wordsOf({ vector, url }: Pick<Subject, 'url' | 'vector'>): ReadonlySet<string> {
  return new Set([...(vector?.anchor ?? []), ...wordsOfUrl(url)]);
}

/** Loads by which the worth of a word is drawn to that of all. */
const wordCaution = 2;

/** The share of relevant pages, drawn to one half by one load: what nobody has tried is as good as bad. */
function shareOf({ loads, relevant }: LoadCount = { loads: 0, relevant: 0 }): number {
  return (relevant + 0.5) / (loads + 1);
}

/** The best share of some blocks or rows; undefined: there are none. */
function bestShare(counts: ReadonlyMap<string, LoadCount>, ids: ReadonlySet<string>): number | undefined {
  const shares = [...ids].map((id) => shareOf(counts.get(id)));
  return shares.length === 0 ? undefined : largest(shares);
}

export function countsOf({ metrics, targets: kept }: CrawlingContext): ContextFacts['counts'] {
  const { iterations, targets, relevant, dry } = metrics;
  return { iterations, loads: targets, relevant, dry, targets: kept.size };
}

/** What rules may ask a context. @param yieldOf the expected yield of a URL's region */
export function factsOf(
  context: CrawlingContext,
  yieldOf: ContextFacts['yieldOf'],
  { said, domain }: Pick<ContextFacts, 'said' | 'domain'> = {},
): ContextFacts {
  const { metrics, blocks, rows, words } = context;
  const { targets, relevant } = metrics;
  const usual = (relevant + 1) / (targets + 2);
  return {
    ...defined({ said, domain }),
    counts: countsOf(context),
    yieldOf,
    blockYieldOf: (ids) => bestShare(blocks, ids),
    rowYieldOf: (ids) => bestShare(rows, ids),
    worthOf(of) {
      let [sum, known] = [0, 0];
      for (const word of of) {
        const one = words.get(word);
        if (one === undefined) continue;
        sum += (one.relevant + wordCaution * usual) / (one.loads + wordCaution) - usual;
        known++;
      }
      return known === 0 ? 0 : sum / known;
    },
  };
}
