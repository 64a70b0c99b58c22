import { defined } from '../../base/defined.ts';
import type { CrawlView, RuleSubject, TargetLinks } from '../plugins/strategy-rule.ts';
import { type CrawlingContext, countsOf } from './context.ts';
import type { LinkVector, Subject } from './facts.ts';
import type { ActiveTarget } from './modules/registry.ts';

/** A crawling context as rules of one's own see it. */
export function crawlView(
  context: CrawlingContext,
  host: string,
  targets: readonly ActiveTarget[],
): CrawlView {
  const { name: stage, blocks, words, loaded } = context;
  return {
    stage,
    host,
    counts: countsOf(context),
    blocks: Object.fromEntries(blocks),
    words: Object.fromEntries(words),
    loaded: loaded.map(({ url, depth, relevance }) => defined({ url, depth, relevance })),
    targets: targets.map(subjectView),
  };
}

/** A target, or a page that was loaded. */
export function subjectView({
  url,
  depth,
  vector,
  relevance,
  registry,
}: Subject & Partial<ActiveTarget>): RuleSubject {
  const said: Record<string, number> = {};
  for (const [rule, { score }] of registry?.passive ?? []) said[rule] = score;
  return { url, depth, said, ...defined({ relevance, links: vector && linksView(vector) }) };
}

function linksView({
  anchor,
  block,
  blocks,
  places,
  languages,
  sources = [],
  ...rest
}: LinkVector): TargetLinks {
  return {
    ...rest,
    anchor: [...anchor],
    block: [...block],
    blocks: [...blocks],
    places: [...places],
    languages: [...languages],
    sources,
  };
}
