import { defined } from '../../base/defined.ts';
import type { Json } from '../../base/json.ts';
import type { CanonicalUrl } from '../../base/url/url.ts';
import type { SourcePage } from '../plugins/strategy-rule.ts';
import type { CrawlingContext, IteratedPage, KeptTarget, LoadCount } from './context.ts';
import type { LinkVector } from './facts.ts';
import type { ContextMetrics, EndedContext } from './metrics.ts';
import { emptyRegistry, type Result } from './modules/registry.ts';

/** A number as the state keeps it: two decimals; null: there is none. */
type Stored = number | null;

/** Words of one kind, in one text. */
type StoredVector = readonly [
  instances: number,
  anchor: string,
  block: string,
  blocks: string,
  places: string,
  languages: string,
  relevance: Stored,
  promise: Stored,
  fields?: Readonly<Record<string, number>> | null,
  sources?: readonly StoredSource[],
];
type StoredSource = readonly [url: string, relevance: Stored, score: Stored];
/** Results as a list: index of the rule's signature, score, layer (-1: none). */
type StoredTarget = readonly [url: string, results: readonly number[], vector?: StoredVector];
type StoredCount = readonly [key: string, loads: number, relevant: number];
type StoredMetrics = readonly [
  counts: readonly number[],
  rules: readonly (readonly [string, number, number, number])[],
];
type StoredPage = readonly [url: string, depth: number, relevance: Stored, withdrawn?: 1];

export interface StoredContext {
  readonly of: readonly [stage: number, name: string, version: string, config: string, openedAt: number];
  readonly drawn: readonly string[];
  readonly loaded: readonly StoredPage[];
  readonly signatures: readonly string[];
  readonly targets: readonly StoredTarget[];
  readonly blocks: readonly StoredCount[];
  /** Absent: none. */
  readonly rows?: readonly StoredCount[];
  readonly words: readonly StoredCount[];
  readonly metrics: StoredMetrics;
  readonly window: readonly [number, number];
  readonly empty: number;
}

export type StoredEnded = readonly [
  stage: string,
  version: string,
  openedAt: number,
  endedAt: number,
  why: string,
  metrics: StoredMetrics,
];

export function storeContext(context: CrawlingContext): Json {
  const { stage, name, version, config, openedAt, drawn, loaded, blocks, rows, words, window } = context;
  const signatures: string[] = [];
  const targets = [...context.targets].map(([url, target]) => storeTarget(url, target, signatures));
  const stored: StoredContext = {
    of: [stage, name, version, config, openedAt],
    drawn,
    loaded: loaded.map(({ url, depth, relevance, isWithdrawn }) =>
      isWithdrawn === true ? [url, depth, short(relevance), 1] : [url, depth, short(relevance)],
    ),
    signatures,
    targets,
    blocks: storeCounts(blocks),
    ...(rows.size === 0 ? {} : { rows: storeCounts(rows) }),
    words: storeCounts(words),
    metrics: storeMetrics(context.metrics),
    window: [window.pages, window.relevant],
    empty: context.empty,
  };
  return stored as unknown as Json;
}

export function restoreContext(json: Json): CrawlingContext {
  const stored = json as unknown as StoredContext;
  const [stage, name, version, config, openedAt] = stored.of;
  const [pages, relevant] = stored.window;
  return {
    ...{ stage, name, version, config, openedAt },
    drawn: stored.drawn as CanonicalUrl[],
    loaded: stored.loaded.map(
      ([url, depth, known, withdrawn]): IteratedPage => ({
        url: url as CanonicalUrl,
        depth,
        ...(known === null ? {} : { relevance: known }),
        ...(withdrawn === 1 ? { isWithdrawn: true } : {}),
      }),
    ),
    targets: new Map(stored.targets.map((target) => restoreTarget(target, stored.signatures))),
    blocks: restoreCounts(stored.blocks),
    rows: restoreCounts(stored.rows ?? []),
    words: restoreCounts(stored.words),
    metrics: restoreMetrics(stored.metrics),
    window: { pages, relevant },
    empty: stored.empty,
  };
}

function storeTarget(url: string, { vector, registry }: KeptTarget, signatures: string[]): StoredTarget {
  const results: number[] = [];
  for (const [signature, { score, layer = -1 }] of registry.passive) {
    let index = signatures.indexOf(signature);
    if (index === -1) index = signatures.push(signature) - 1;
    results.push(index, short(score) as number, layer);
  }
  return vector === undefined ? [url, results] : [url, results, storeVector(vector)];
}

function restoreTarget(
  [url, results, vector]: StoredTarget,
  signatures: readonly string[],
): readonly [CanonicalUrl, KeptTarget] {
  const registry = emptyRegistry();
  for (let at = 0; at + 2 < results.length; at += 3) {
    const [index, score, layer] = results.slice(at, at + 3) as [number, number, number];
    const result: Result = layer === -1 ? { score } : { score, layer };
    registry.passive.set(signatures[index] ?? '', result);
  }
  return [url as CanonicalUrl, { vector: vector && restoreVector(vector), registry }];
}

/** Begins the id of a row of links among those of blocks. */
const rowMark = '~';

function storeVector(vector: LinkVector): StoredVector {
  const { instances, anchor, block, blocks, rows, places, languages, relevance, promise, fields, sources } =
    vector;
  const ids = [...blocks, ...[...rows].map((row) => `${rowMark}${row}`)];
  const texts = [anchor, block, ids, places, languages].map((words) => [...words].join(' '));
  const [a = '', b = '', c = '', d = '', e = ''] = texts;
  const numbers = [instances, a, b, c, d, e, short(relevance), short(promise)] as const;
  if (sources === undefined) return fields === undefined ? numbers : [...numbers, fields];
  const from = sources.map((one): StoredSource => [one.url, short(one.relevance), short(one.score)]);
  return [...numbers, fields ?? null, from];
}

function restoreVector(stored: StoredVector): LinkVector {
  const [instances, anchor, block, blocks, places, languages, relevance, promise, fields, sources] = stored;
  const ids = [...wordsOf(blocks)];
  return {
    instances,
    anchor: wordsOf(anchor),
    block: wordsOf(block),
    blocks: new Set(ids.filter((id) => !id.startsWith(rowMark))),
    rows: new Set(ids.flatMap((id) => (id.startsWith(rowMark) ? id.slice(rowMark.length) : []))),
    places: wordsOf(places),
    languages: wordsOf(languages),
    ...(relevance === null ? {} : { relevance }),
    ...(promise === null ? {} : { promise }),
    ...(fields === undefined || fields === null ? {} : { fields }),
    ...(sources === undefined ? {} : { sources: sources.map(restoreSource) }),
  };
}

function restoreSource([url, relevance, score]: StoredSource): SourcePage {
  return { url, ...defined({ relevance: relevance ?? undefined, score: score ?? undefined }) };
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text === '' ? [] : text.split(' '));
}

function storeCounts(counts: ReadonlyMap<string, LoadCount>): readonly StoredCount[] {
  return [...counts].map(([key, { loads, relevant }]) => [key, loads, relevant]);
}

function restoreCounts(stored: readonly StoredCount[]): Map<string, LoadCount> {
  return new Map(stored.map(([key, loads, relevant]) => [key, { loads, relevant }]));
}

export function storeEnded({ stage, version, openedAt, endedAt, why, metrics }: EndedContext): StoredEnded {
  return [stage, version, openedAt, endedAt, why, storeMetrics(metrics)];
}

export function restoreEnded([stage, version, openedAt, endedAt, why, metrics]: StoredEnded): EndedContext {
  return { stage, version, openedAt, endedAt, why, metrics: restoreMetrics(metrics) };
}

function storeMetrics(of: ContextMetrics): StoredMetrics {
  const { iterations, targets, pages, relevant, dismissed, withdrawn, elsewhere, dry, timeMs, rules } = of;
  return [
    [iterations, targets, pages, relevant, dismissed, withdrawn, elsewhere, dry, timeMs],
    [...rules].map(([name, use]) => [name, use.evaluations, use.failures, use.isExpensive ? 1 : 0]),
  ];
}

function restoreMetrics([counts, rules]: StoredMetrics): ContextMetrics {
  const [iterations = 0, targets = 0, pages = 0, relevant = 0, dismissed = 0] = counts;
  const [withdrawn = 0, elsewhere = 0, dry = 0, timeMs = 0] = counts.slice(5);
  return {
    ...{ iterations, targets, pages, relevant, dismissed, withdrawn, elsewhere, dry, timeMs },
    rules: new Map(
      rules.map(([name, evaluations, failures, expensive]) => [
        name,
        { evaluations, failures, isExpensive: expensive === 1 },
      ]),
    ),
  };
}

function short(value: number | undefined): Stored {
  return value === undefined ? null : Math.round(value * 1_000) / 1_000;
}
