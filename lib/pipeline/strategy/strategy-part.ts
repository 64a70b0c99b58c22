import { defined } from '../../base/defined.ts';
import { type CanonicalUrl, hostOf } from '../../base/url/url.ts';
import type { Outbox } from '../../domain/collection/outbox.ts';
import { settle, takeVisits, visitsOf } from '../../domain/frontier/body.ts';
import type { Birth } from '../../domain/frontier/entry.ts';
import { type CrawlingContext, factsOf, noteLink, noteLoad } from '../../domain/strategy/context.ts';
import { domainSums } from '../../domain/strategy/domain-sums.ts';
import type { ContextFacts, OwnSaid, Subject } from '../../domain/strategy/facts.ts';
import type { SiteStrategy } from '../../domain/strategy/host-state.ts';
import { openLog } from '../../domain/strategy/log.ts';
import { endIteration } from '../../domain/strategy/modules/iterate.ts';
import { scoreOf } from '../../domain/strategy/modules/registry.ts';
import { progressOf } from '../../domain/strategy/objectives.ts';
import { mostEmpty, nextTargets, strategyOrder } from '../../domain/strategy/order.ts';
import { ownRulesOf } from '../../domain/strategy/strategy.ts';
import { strategyIn } from '../../domain/strategy/strategy-settings.ts';
import { askLayers, forgetTargets } from '../../domain/strategy/targets.ts';
import { expectedYield } from '../../domain/yield/expected-yield.ts';
import { segmentReader } from '../frontier/segment-reader.ts';
import type { SettledVisit, TurnPart, VisitAnswer } from '../turn/part.ts';
import type { OwedStages, StageLoads } from '../turn/stage-loads.ts';
import type { Turn } from '../turn/turn.ts';
import { askPages, askTargets, type RuleAsking } from './ask-rules.ts';
import { asksBlocks, isRelevant, ownLinks, relevanceOf } from './page-links.ts';
import { endContext, enterStage } from './site-stage.ts';

/** Takes loaded pages out of the collection. They are not visited again. */
async function withdrawPages(
  { ports, key, body, harvest }: Turn,
  context: CrawlingContext,
  pages: ReadonlyMap<CanonicalUrl, string>,
): Promise<void> {
  if (pages.size === 0) return;
  const read = segmentReader(ports, key);
  const at = ports.clock.now();
  const entries = [...(await visitsOf(body, [...pages.keys()], read)).values()];
  for (const { visit } of await takeVisits(body, entries, read)) {
    const { md5, next: _, judged: _judged, ...rest } = visit;
    if (md5 !== undefined) harvest.removals.push({ md5, url: visit.url, cause: 'withdrawn', at });
    context.metrics.withdrawn++;
    const detail = `strategy: ${context.name}: ${pages.get(visit.url)}`;
    // The changed time distinguishes the visit from the copy that it may leave behind in a segment.
    settle(body, { ...rest, at: visit.at + 1, outcome: 'denied', detail });
  }
}

/** Counts loads into what the turn owes the sums of its job. */
function openStageCount(loads: StageLoads[]) {
  return (
    { version, stage }: CrawlingContext,
    { isPage, isRelevant }: { readonly isPage: boolean; readonly isRelevant: boolean },
  ): void => {
    let own = loads.find((one) => one.version === version && one.stage === stage);
    if (own === undefined) {
      own = { version, stage, pages: 0, relevant: 0, targets: 0 };
      loads.push(own);
    }
    own.targets++;
    if (isPage) own.pages++;
    if (isRelevant) own.relevant++;
  };
}

/** Crawls the site by the stages of a job's strategy; the order of the host asks what it has learnt (`strategyOrder`). */
export function openStrategy(turn: Turn): TurnPart {
  const strategy = strategyIn(turn.settings);
  if (strategy === undefined) return { name: 'strategy' };
  const loads: StageLoads[] = [];
  const count = openStageCount(loads);
  const domain = () => domainSums(turn.membership?.sums, loads);
  const facts: FactsIn = (context, said) =>
    factsOf(context, yieldIn(turn), defined({ said, domain: domain() }));
  let site: SiteStrategy | undefined;
  return {
    name: 'strategy',
    order: strategyOrder(turn.body, yieldIn(turn), domain),
    ...(strategy.stages.some((stage) => ownRulesOf(stage).length > 0)
      ? { beforeChoice: () => askBefore(turn, site) }
      : {}),
    reads: () => (site?.inForce !== undefined && asksBlocks(site.inForce.stage) ? ['content-blocks'] : []),
    async beforeVisits() {
      site = await enterStage(turn, strategy);
      return {};
    },
    async visited(visit) {
      if (site?.context === undefined || site.inForce === undefined) return undefined;
      if (visit.work.visit !== undefined) return undefined;
      const { registry } = site.context.targets.get(visit.work.url) ?? {};
      count(site.context, enterLoad(turn, site, visit));
      enterLinks(turn, site, visit, { score: registry && scoreOf(registry), facts });
      return await endOfIteration(turn, site, facts);
    },
    close() {
      if (loads.length > 0) turn.harvest.owed = { ...turn.harvest.owed, stages: owedOf(turn, loads) };
      if (site?.context === undefined) return;
      if (site.context.empty >= mostEmpty)
        endContext(site, 'control rules send all targets back', turn.ports.clock.now());
      else forgetTargets(turn.body, site.context);
      site.isOver ||= site.context === undefined && site.stage >= strategy.stages.length;
    },
  };
}

/** Asks rules of one's own before an iteration, which cannot wait for them. */
async function askBefore(turn: Turn, site: SiteStrategy | undefined): Promise<void> {
  if (site?.context === undefined || site.inForce === undefined) return;
  const targets = nextTargets(turn.body);
  if (targets !== undefined && targets.length > 0)
    site.inForce.said = await askTargets(askingIn(turn, site.context), site.context, site.inForce, targets);
}

function askingIn({ ports, key, harvest }: Turn, { metrics }: CrawlingContext): RuleAsking {
  const log = openLog(metrics);
  return {
    ports,
    host: key.host,
    failed(rule, problem) {
      log.failed(rule, problem);
      const { id } = rule.plugin;
      harvest.pluginFailures[id] = (harvest.pluginFailures[id] ?? 0) + 1;
    },
  };
}

function owedOf({ body, ports }: Turn, loads: readonly StageLoads[]): OwedStages {
  const was = (body.outbox as Partial<Outbox> | undefined)?.stages?.mark;
  return { loads, mark: `m${ports.entropy.id().replace(/\W|_/g, '')}`, ...defined({ was }) };
}

/** Enters a load into the context. @returns whether a page was parsed, and whether it is relevant */
function enterLoad(
  turn: Turn,
  { context }: SiteStrategy,
  { work, visited, report }: SettledVisit,
): { readonly isPage: boolean; readonly isRelevant: boolean } {
  const { kept, outcome } = visited;
  const relevant = isRelevant(turn, visited);
  if (context === undefined) return { isPage: false, isRelevant: false };
  const { url, depth } = work;
  const vector = context.targets.get(url)?.vector;
  const relevance = relevanceOf(turn, url, visited);
  const page = kept && { url, depth, ...(relevance === undefined ? {} : { relevance }) };
  if (outcome.kind === 'redirected' && hostOf(outcome.to) !== turn.key.host) context.metrics.elsewhere++;
  context.metrics.timeMs += Math.max(0, report.elapsedMs);
  noteLoad(context, { url, ...(vector === undefined ? {} : { vector }) }, page, relevant);
  return { isPage: kept !== undefined, isRelevant: relevant };
}

type FactsIn = (context: CrawlingContext, said?: OwnSaid) => ContextFacts;

/** Joins the links of a page to the vectors of their targets, and asks the rules of the layers about new ones. @param score of the page when it was chosen */
function enterLinks(
  turn: Turn,
  { context, inForce }: SiteStrategy,
  { work, visited, births }: SettledVisit,
  { score, facts: factsIn }: { readonly score: number | undefined; readonly facts: FactsIn },
): void {
  if (context === undefined || inForce === undefined) return;
  const { body } = turn;
  const born = new Map<string, Birth>(births.map((birth) => [birth.url, birth]));
  for (const link of ownLinks(turn, inForce.stage, work, { visited, score }))
    noteLink(context, link, born.has(link.url));
  const facts = factsIn(context);
  for (const { url, unchecked } of births) {
    const entry = unchecked ? body.unchecked.get(url) : (body.pending.get(url) ?? body.held.get(url));
    if (entry !== undefined) askLayers(context, inForce.modules, entry, facts);
  }
}

/** When all targets of the iteration are loaded: control rules on its pages and on the site, and the stage's objectives. */
async function endOfIteration(turn: Turn, site: SiteStrategy, factsIn: FactsIn): Promise<VisitAnswer> {
  const { context, inForce } = site;
  if (context === undefined || inForce === undefined) return undefined;
  const { body, ports, key } = turn;
  const now = ports.clock.now();
  if (!context.drawn.some((url) => body.pending.has(url))) {
    const landing: Subject = { url: `https://${key.host}/` as Subject['url'], depth: 0 };
    const said = await askPages(askingIn(turn, context), context, inForce, landing);
    const asked = { context: factsIn(context, said), log: openLog(context.metrics) };
    const end = endIteration(inForce.modules, landing, context.loaded, asked);
    await withdrawPages(turn, context, new Map(end.withdrawn.map(({ page, by }) => [page.url, by])));
    context.loaded = [];
    if (end.endedBy !== undefined) {
      endContext(site, `the rule '${end.endedBy}'`, now);
      return 'stop';
    }
  }
  const { objectives } = inForce.stage;
  if (objectives.of !== 'site') return undefined;
  const { pages, relevant, targets } = context.metrics;
  const counts = { pages, relevant, targets, timeMs: now - context.openedAt, window: context.window };
  const progress = progressOf(objectives, counts);
  if (progress.kind === 'open') {
    context.window = progress.window;
    return undefined;
  }
  endContext(site, progress.why, now);
  return 'stop';
}

function yieldIn({ body, settings }: Turn): (subject: Subject) => number {
  return ({ url }) => expectedYield(body, settings.yield, url);
}
