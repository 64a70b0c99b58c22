import { defined } from '../../base/defined.ts';
import { endPending, type HostBody, tally } from '../frontier/body.ts';
import { comparePending, isAsked, type PendingEntry } from '../frontier/entry.ts';
import { noOrder, type Order } from '../frontier/order.ts';
import { type CrawlingContext, factsOf, mostKept } from './context.ts';
import type { ContextFacts } from './facts.ts';
import { type StageInForce, siteStrategyOf } from './host-state.ts';
import { openLog } from './log.ts';
import { iterate } from './modules/iterate.ts';
import type { ActiveTarget } from './modules/registry.ts';
import { targetOf, tierTarget } from './targets.ts';

/** Iterations in a row that draw nothing, though there are targets, after which the site is done with its stage. */
export const mostEmpty = 8;

/**
 * Has an iteration of the stage choose which targets of a site are loaded next. Between equal scores the order of the
 * others decides.
 * @param yieldOf the expected yield of a URL's region
 * @param domain what its registered domain has come to now
 */
export function strategyOrder(
  body: HostBody,
  yieldOf: ContextFacts['yieldOf'],
  domain: () => ContextFacts['domain'],
): Order {
  const site = siteStrategyOf(body);
  return {
    ...noOrder,
    key: 'strategy',
    isOver: () => site.isOver,
    choose(pending, weigh, now) {
      const { context, inForce } = site;
      if (context === undefined || inForce === undefined) return 'any';
      const waiting = new Map(pending.map((entry) => [entry.url, entry]));
      const next = (): PendingEntry | undefined => {
        const url = context.drawn.find((one) => waiting.has(one));
        return url === undefined ? undefined : waiting.get(url);
      };
      const known = next();
      if (known !== undefined || waiting.size === 0) return known;
      for (; context.empty < mostEmpty; context.empty++) {
        const facts = factsOf(context, yieldOf, defined({ said: inForce.said, domain: domain() }));
        drawNext(body, { context, inForce, facts }, [...waiting.values()], { weigh, now });
        for (const url of waiting.keys()) if (!body.pending.has(url)) waiting.delete(url);
        const drawn = next();
        if (drawn !== undefined) {
          context.empty = 0;
          return drawn;
        }
        if (waiting.size === 0) return undefined;
      }
      return undefined;
    },
  };
}

interface Open {
  readonly context: CrawlingContext;
  readonly inForce: StageInForce;
  readonly facts: ContextFacts;
}

/**
 * The targets that the next iteration is going to look at, for those who ask rules of one's own before it; undefined: the present
 * one still has targets to load.
 */
export function nextTargets(body: HostBody): readonly ActiveTarget[] | undefined {
  const { context, inForce } = siteStrategyOf(body);
  if (context === undefined || inForce === undefined) return undefined;
  if (context.drawn.some((url) => body.pending.has(url))) return undefined;
  const { order } = body;
  const weigh = (entry: PendingEntry): number => order.weigh?.(entry, entry.rank) ?? entry.rank;
  return activeAmong([...body.pending.values()], weigh).map((entry) =>
    targetOf(context, inForce.modules, entry),
  );
}

/** One iteration over the active targets of the head. */
function drawNext(
  body: HostBody,
  { context, inForce, facts }: Open,
  pending: readonly PendingEntry[],
  { weigh, now }: { readonly weigh: (entry: PendingEntry) => number; readonly now: number },
): void {
  const { modules } = inForce;
  const targets = activeAmong(pending, weigh).map((entry) => targetOf(context, modules, entry));
  const { drawn, dismissed } = iterate(modules, targets, facts, openLog(context.metrics));
  context.metrics.iterations++;
  context.drawn = drawn.map(({ url }) => url);
  context.loaded = [];
  for (const { target, by } of dismissed) dismiss(body, context, target, by, now);
  for (const entry of pending) tierTarget(context, modules, entry);
}

/** The targets that an iteration looks at: the best of the head, in the order that decides between equal scores. */
function activeAmong(
  pending: readonly PendingEntry[],
  weigh: (entry: PendingEntry) => number,
): readonly PendingEntry[] {
  const keyed = pending.filter((entry) => !isAsked(entry)).map((entry) => ({ entry, rank: weigh(entry) }));
  const byWeight = keyed.sort((a, b) =>
    comparePending({ ...keyOf(a.entry), rank: a.rank }, { ...keyOf(b.entry), rank: b.rank }),
  );
  const inOrder = byWeight.map(({ entry }) => entry);
  if (inOrder.length <= mostKept.targets) return inOrder;
  const best = new Set(inOrder.toSorted((a, b) => (a.tier ?? 0) - (b.tier ?? 0)).slice(0, mostKept.targets));
  return inOrder.filter((entry) => best.has(entry));
}

function keyOf({ depth, seq }: PendingEntry): Pick<PendingEntry, 'depth' | 'seq'> {
  return { depth, seq };
}

/** Ends a target without a request. Nothing brings it back but a person. */
function dismiss(
  body: HostBody,
  context: CrawlingContext,
  { url, depth }: Pick<ActiveTarget, 'url' | 'depth'>,
  by: string,
  now: number,
): void {
  context.metrics.dismissed++;
  context.targets.delete(url);
  const rule = `${context.name}: ${by}`;
  const detail = `strategy: ${rule}`;
  endPending(body, {
    url,
    outcome: 'denied',
    at: now,
    firstSeen: now,
    changedAt: now,
    tries: 0,
    depth,
    detail,
  });
  tally(body, { outcome: { kind: 'denied', by: 'strategy', rule }, bytes: 0, repeated: false });
}
