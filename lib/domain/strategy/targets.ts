import type { HostBody } from '../frontier/body.ts';
import type { PendingEntry } from '../frontier/entry.ts';
import { type CrawlingContext, mostKept } from './context.ts';
import type { ContextFacts } from './facts.ts';
import { openLog } from './log.ts';
import type { Modules } from './modules/iterate.ts';
import { layerOf } from './modules/layer-module.ts';
import { type ActiveTarget, emptyRegistry } from './modules/registry.ts';
import { drawnTier, recalled, rememberedIn, rememberOf, tierOf } from './tier.ts';

/** A pending URL as an active target. What is not kept of it any more is what its tier remembers. */
export function targetOf(
  context: CrawlingContext,
  { layers, ranking }: Modules,
  entry: PendingEntry,
): ActiveTarget {
  const { url, depth, tier } = entry;
  let kept = context.targets.get(url);
  if (kept === undefined) {
    const remembered = tier === undefined ? undefined : rememberedIn(tier);
    const signatures = ranking.flatMap(({ rules }) =>
      rules.filter(({ nature }) => nature === 'passive').map(({ signature }) => signature),
    );
    const registry =
      remembered?.stage === context.stage ? recalled(remembered, layers, signatures) : emptyRegistry();
    kept = { vector: undefined, registry };
    context.targets.set(url, kept);
  }
  const { vector, registry } = kept;
  return vector === undefined ? { url, depth, registry } : { url, depth, vector, registry };
}

/** Writes into the frontier what rules said of a target last. */
export function tierTarget(
  context: CrawlingContext,
  { layers }: Modules,
  entry: { url: PendingEntry['url']; tier?: number },
): void {
  const kept = context.targets.get(entry.url);
  if (context.drawn.includes(entry.url)) entry.tier = drawnTier;
  else if (kept !== undefined) entry.tier = tierOf(rememberOf(context.stage, layers, kept.registry));
}

/** Asks the rules of the layers about a new target, so that it can be spilled in their order. */
export function askLayers(
  context: CrawlingContext,
  modules: Modules,
  entry: { readonly url: PendingEntry['url']; readonly depth: number; tier?: number },
  facts: ContextFacts,
): void {
  const target = targetOf(context, modules, entry as PendingEntry);
  const log = openLog(context.metrics);
  for (const module of modules.layers) layerOf(module, target, facts, log);
  tierTarget(context, modules, entry);
}

/** Keeps the most that a context may keep of active targets: those of the head that come first. What is spilled is left to its tier. */
export function forgetTargets(
  body: Pick<HostBody, 'pending' | 'held' | 'unchecked'>,
  { targets, drawn }: CrawlingContext,
): void {
  const places = [...targets.keys()].flatMap((url) => {
    const entry = body.pending.get(url) ?? body.held.get(url) ?? body.unchecked.get(url);
    return entry === undefined ? [] : [{ url, tier: entry.tier ?? 0 }];
  });
  const kept = places.sort((a, b) => a.tier - b.tier).slice(0, mostKept.targets);
  const isKept = new Set([...kept.map(({ url }) => url), ...drawn]);
  for (const url of targets.keys()) if (!isKept.has(url)) targets.delete(url);
}
