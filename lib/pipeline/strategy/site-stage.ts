import { WinnowError } from '../../base/error.ts';
import { pendingCount } from '../../domain/frontier/counters.ts';
import { type CrawlingContext, openContext } from '../../domain/strategy/context.ts';
import { type SiteStrategy, siteStrategyOf } from '../../domain/strategy/host-state.ts';
import { modulesOf } from '../../domain/strategy/modules/apply.ts';
import { hasObjective } from '../../domain/strategy/objectives.ts';
import { ownRulesOf, type Stage, type Strategy } from '../../domain/strategy/strategy.ts';
import { strategyIn } from '../../domain/strategy/strategy-settings.ts';
import { strategyVersion } from '../../domain/strategy/strategy-version.ts';
import { settingsOf } from '../base/settings-cache.ts';
import type { Turn } from '../turn/turn.ts';
import { jobStageOf } from './job-stages.ts';

/**
 * Brings a site to the stage of its job: ends a context whose stage is over, and opens the one of the next stage if the
 * site has targets. A context of an earlier strategy goes on under that one.
 */
export async function enterStage(turn: Turn, strategy: Strategy): Promise<SiteStrategy> {
  const { ports, key, body, ticket } = turn;
  const site = siteStrategyOf(body);
  const version = strategyVersion(strategy);
  const now = ports.clock.now();
  const ofJob = await jobStageOf(ports, key.job, strategy);
  const { context } = site;
  if (context !== undefined) {
    const of = context.version === version ? strategy : await earlierStrategy(turn, context);
    const stage = of?.stages[context.stage];
    const over = overBecause(context, stage, { version, stage: ofJob.stage, strategy });
    if (over !== undefined) endContext(site, over, now);
    else if (stage !== undefined) putInForce(site, stage);
  }
  if (site.context === undefined && site.version !== version) {
    site.version = version;
    site.stage = 0;
  }
  if (site.context === undefined) {
    site.stage = Math.max(site.stage, ofJob.stage);
    const stage = strategy.stages[site.stage];
    if (stage !== undefined && pendingCount(body) > 0) {
      const of = { stage: site.stage, name: stage.name, version, config: ticket.config, openedAt: now };
      site.context = openContext(of);
      putInForce(site, stage);
    }
  }
  site.isOver = site.context === undefined && site.stage >= strategy.stages.length;
  return site;
}

/** Disposes of the open context: its metrics are kept, and the site is at the next stage. */
export function endContext(site: SiteStrategy, why: string, now: number): void {
  const { context } = site;
  if (context === undefined) return;
  const { name: stage, version, openedAt, metrics } = context;
  const isElsewhere = metrics.pages === 0 && metrics.elsewhere > 0;
  const because = isElsewhere ? `${why}; the site leads to another host` : why;
  site.ended.push({ stage, version, openedAt, endedAt: now, why: because, metrics });
  site.context = undefined;
  site.inForce = undefined;
  if (site.version === version) site.stage = context.stage + 1;
}

function putInForce(site: SiteStrategy, stage: Stage): void {
  if (site.inForce?.stage !== stage) site.inForce = { stage, modules: modulesOf(stage) };
}

/** Why a context cannot go on; undefined: it can. */
function overBecause(
  context: CrawlingContext,
  stage: Stage | undefined,
  job: { readonly version: string; readonly stage: number; readonly strategy: Strategy },
): string | undefined {
  if (stage === undefined) return 'its strategy is not stored any more';
  if (context.version === job.version)
    return job.stage > context.stage ? 'the job went on to the next stage' : undefined;
  // Neither runtime keeps a module that the job names no more.
  const kept = new Set(job.strategy.stages.flatMap(ownRulesOf).map(({ plugin }) => plugin.digest));
  const gone = ownRulesOf(stage).find(({ plugin }) => !kept.has(plugin.digest));
  if (gone !== undefined) return `the plug-in of its rule '${gone.name}' was exchanged`;
  const { objectives, control } = stage;
  const ends =
    (objectives.of === 'site' && hasObjective(objectives)) ||
    control.some(({ rules }) => rules.some(({ act }) => act === 'end'));
  return ends
    ? undefined
    : 'the strategy was changed, and nothing in the old one would have ended the stage here';
}

/** The strategy under which a context was opened. */
async function earlierStrategy(
  { ports, key }: Turn,
  { config }: CrawlingContext,
): Promise<Strategy | undefined> {
  try {
    return strategyIn(await settingsOf(ports.jobs, key.job, config));
  } catch (error) {
    if (error instanceof WinnowError && error.code === 'not-found') return undefined;
    throw error;
  }
}
