import { defined } from '../../base/defined.ts';
import { WinnowError } from '../../base/error.ts';
import type { FocusSettings } from '../../domain/focus/focus-settings.ts';
import { isRelevanceOrdered } from '../../domain/focus/focus-settings.ts';
import { isOnGoodPath } from '../../domain/focus/hard-rule.ts';
import type { Visit } from '../../domain/frontier/entry.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import { settingsOf } from '../../pipeline/base/settings-cache.ts';
import { openStoredPages } from '../../pipeline/collection/stored-pages.ts';
import { candidateOf, rankingFor } from '../../pipeline/frontier/candidates.ts';
import { linkPriorOfJudged, linkPriorOfRedirect, scoresLinks } from '../../pipeline/links/link-prior.ts';
import { topicToRead } from '../../pipeline/topic/topic-model.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import {
  fitOf,
  type LatentJudge,
  type LinkJudge,
  linkJudgeOf,
  pageFit,
  probabilityOf,
  scoreIn,
  type TopicParts,
} from '../../topic/judge.ts';
import type { TopicSettings } from '../../topic/settings.ts';
import type { CrawlGraph, GraphVerdict } from './crawl-graph.ts';
import { calibrate } from './expectation.ts';
import { likeness } from './likeness.ts';
import {
  type GraphPorts,
  type GraphView,
  type JudgeVisit,
  loadGraph,
  loadPages,
  verdictOf,
} from './load-graph.ts';
import { curveOf, type HarvestCurve, marksOf, type ReplayReport } from './replay-report.ts';
import { asItWas, type Expectation, type Replayed, type ReplayPolicy, replay } from './simulate.ts';

/** The request for a replay. */
export interface ReplayRequest {
  readonly focus: FocusSettings;
  /** The share of fetches that take a random pending URL. */
  readonly explore: number;
  /** Another topic, with its models and loaded stemmers; absent: the job's own. */
  readonly topic?: { readonly settings: TopicSettings; readonly parts: TopicParts };
  /** The topic by which pages count as harvest. */
  readonly counts: 'own' | 'other';
  /** How URLs count that the crawl never fetched. */
  readonly assumed: ReplayReport['assumed'];
  /** The most pages of the replay. */
  readonly most: number;
  /** What judges links of the job's own topic by what words mean in its field; absent: nobody knows, or nobody wants it. */
  readonly latent?: LatentJudge;
}

export type ReplayPorts = GraphPorts &
  Pick<Ports, 'jobs' | 'records' | 'changes' | 'offTopic' | 'models' | 'reader'>;

const breadthFirst = { mode: 'unfocused', order: 'breadth-first', linkScores: false } as const;

/**
 * Replays the stored crawl of a job in other orders. Reads every host, the whole link log (twice with another topic), and
 * with another topic every stored page; writes nothing.
 * @throws WinnowError `usage` for a job without a topic when none is given, and for a job without pages
 */
export async function replayJob(ports: ReplayPorts, job: Job, request: ReplayRequest): Promise<ReplayReport> {
  const settings = await settingsOf(ports.jobs, job.name, job.config);
  const { topic } = request;
  if (settings.topic === undefined && topic === undefined)
    throw new WinnowError(
      'usage',
      `the job ${job.name} has no topic: --topic FILE or --model FILE names one`,
    );
  const counts = settings.topic === undefined ? 'other' : topic === undefined ? 'own' : request.counts;
  const without = { unjudged: 0, missing: 0 };
  const judge = topic && judgeBy(ports, settings, topic, without);
  const { pages, further } = await loadPages(ports, job, settings, {
    most: request.most,
    ...defined({ judge }),
  });
  if (pages.length === 0) throw new WinnowError('usage', `the job ${job.name} has visited no page yet`);
  const graphOf = (view: GraphView): Promise<CrawlGraph> => loadGraph(ports, job, settings, pages, view);
  const scores = await scoresFor(ports, settings, request);
  const asked: GraphView = { steers: topic ? 'other' : 'own', counts, ...(scores ? { scores } : {}) };
  const own = settings.topic && topic ? await graphOf({ steers: 'own', counts }) : undefined;
  const marks = marksOf(pages.length);
  const curves: HarvestCurve[] = [];
  const add = (name: string, focus: FocusSettings, graph: CrawlGraph, explore: number): Replayed => {
    const expectation = expectationOf(graph, request);
    const result = replay(graph, policyOf(focus, explore), expectation?.expected);
    curves.push(curveOf(name, policyText(focus, explore), result, marks));
    return result;
  };
  const before = own ?? (await graphOf(asked));
  const crawl = asItWas(before);
  curves.push(curveOf('the crawl', 'as it was, hosts and gaps and all', crawl, marks));
  add('breadth-first', { ...settings.focus, ...breadthFirst }, before, 0);
  const isOther =
    topic !== undefined || request.explore > 0 || inOrder(settings.focus) !== inOrder(request.focus);
  let queue = isOther && settings.topic !== undefined && add('its policy', settings.focus, before, 0);
  const graph = own === undefined ? before : await graphOf(asked);
  const last = add(isOther ? 'asked for' : 'its policy', request.focus, graph, request.explore);
  if (!isOther) queue = last;
  const calibration = expectationOf(graph, request);
  return {
    v: 1,
    job: job.name,
    ...{ pages: pages.length, further, links: graph.links, unfetched: graph.unfetched },
    assumed: request.assumed,
    ...(calibration === undefined ? {} : { calibration: calibration.bins }),
    ...{ unreachable: pages.length - reached(graph), ...without, marks, curves },
    ...(queue && { order: likeness(crawl.order, queue.order) }),
    notes: notesOf(graph, request, { further, counts, isScored: scores !== undefined }),
  };
}

/** Scores links again; undefined where the crawl has scored them by the same topic, or no scores are asked for. */
export async function scoresFor(
  ports: Pick<Ports, 'models'>,
  settings: JobSettings,
  { topic, focus, latent }: Pick<ReplayRequest, 'topic' | 'focus' | 'latent'>,
): Promise<LinkJudge | undefined> {
  if (!focus.linkScores) return undefined;
  if (topic !== undefined) return linkJudgeOf(topic.settings, topic.parts);
  if (settings.topic === undefined || scoresLinks(settings)) return undefined;
  const { models } = await topicToRead(ports.models, settings.topic);
  return linkJudgeOf(settings.topic, models === undefined ? {} : { models }, latent);
}

function expectationOf(graph: CrawlGraph, { assumed }: ReplayRequest) {
  if (assumed === 'passed-over' || graph.unfetched === 0) return undefined;
  const { bins, expected } = calibrate(graph);
  return { bins, expected: expected satisfies Expectation };
}

/** The functions of the turns of a crawl with this focus. */
export function policyOf(focus: FocusSettings, explore: number): ReplayPolicy {
  const ranking = rankingFor({ focus, topic: anyTopic });
  return {
    focus,
    explore,
    isOrdered: isRelevanceOrdered(focus, true),
    candidate: (link, source) => candidateOf(link, source, ranking),
    merge: (known, found) => ranking.merge(known, found),
    linkPrior(rank, { verdict, moved }) {
      if (moved === true) return linkPriorOfRedirect({ rank });
      return verdict === undefined ? {} : linkPriorOfJudged({ rank }, verdict.relevance, verdict.relevant);
    },
  };
}

/** Whether there is a topic decides the order, not which. */
const anyTopic: TopicSettings = { filters: [], match: 'all', sitesOk: [], followOffTopic: false };

/** Judges stored pages by another topic. @param without counts those of which nothing is kept */
export function judgeBy(
  ports: Omit<ReplayPorts, 'links' | 'segments' | 'hosts' | 'jobs' | 'models'>,
  own: JobSettings,
  { settings, parts }: NonNullable<ReplayRequest['topic']>,
  without: { unjudged: number; missing: number },
): JudgeVisit {
  const stored = openStoredPages(ports);
  return async (host, visit) => {
    const page = await stored.of(host, visit);
    if (page === undefined) {
      const before = own.topic && verdictOf(own.topic, visit);
      const known = before && byScore(own.topic, settings, before, visit);
      if (known !== undefined) return known;
      if (visit.md5 !== undefined) without.missing += 1;
      else if (before !== undefined) without.unjudged += 1;
      return before;
    }
    const { url } = visit;
    const request = { url, urlSettings: own.url, content: page.record, topic: settings, ...parts };
    const result = await ports.reader.judge(request);
    if (result.kind !== 'judged') {
      without.unjudged += 1;
      return undefined;
    }
    const { verdict } = result;
    const relevance = probabilityOf(pageFit(settings, verdict));
    const { relevant, crawlOnly = false, classes, filter, site } = verdict;
    const best = classes[0]?.id;
    const onGoodPath = isOnGoodPath(settings, { filter, best, site });
    return { relevance, relevant, crawlOnly, ...defined({ onGoodPath, best }) };
  };
}

/** The verdict from the stored score, where the other topic is the same model with another threshold. */
function byScore(
  own: TopicSettings | undefined,
  other: TopicSettings,
  before: GraphVerdict,
  visit: Visit,
): GraphVerdict | undefined {
  const [was, is] = [own?.filters[0], other.filters[0]];
  const score = scoreIn(visit.detail)?.score;
  if (own === undefined || is === undefined || is.kind === 'terms' || is.kind === 'plugin') return undefined;
  if (
    score === undefined ||
    JSON.stringify(own) !== JSON.stringify({ ...other, filters: [{ ...is, ...minOf(was) }] })
  )
    return undefined;
  const relevant = score >= is.minRelevance;
  const relevance = probabilityOf(fitOf(is, score));
  return { ...before, relevance, relevant, crawlOnly: !relevant && before.crawlOnly };
}

function minOf(filter: TopicSettings['filters'][number] | undefined): { readonly minRelevance?: number } {
  return filter !== undefined && 'minRelevance' in filter ? { minRelevance: filter.minRelevance } : {};
}

/** The number of pages that can be reached over stored links. */
function reached(graph: CrawlGraph): number {
  const seen = new Uint8Array(graph.pages.length);
  const todo = [...graph.seeds];
  for (const seed of todo) seen[seed] = 1;
  let count = todo.length;
  for (let page = todo.pop(); page !== undefined; page = todo.pop()) {
    for (const { target } of graph.edges(page)) {
      if (target >= graph.pages.length || seen[target] === 1) continue;
      seen[target] = 1;
      count += 1;
      todo.push(target);
    }
  }
  return count;
}

/** As JSON with its keys in order: what is the same has the same. */
export function inOrder(value: unknown): string | undefined {
  return JSON.stringify(value, (_, one: unknown) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  );
}

/** What a crawl of this focus goes by, in words. */
export function policyText(focus: FocusSettings, explore: number): string {
  const { mode, order, parents, linkScores, tunnel } = focus;
  const byRelevance = isRelevanceOrdered(focus, true);
  const parts = [
    mode,
    mode === 'unfocused' && order === 'relevance' ? 'breadth-first' : order,
    ...(byRelevance ? [`${parents} of parents`, linkScores ? 'link scores' : 'no link scores'] : []),
    ...(mode === 'soft' && tunnel < 29 ? [`tunnel ${tunnel}`] : []),
    ...(explore > 0 ? [`${Math.round(1_000 * explore) / 10} % by chance`] : []),
  ];
  return parts.join(', ');
}

function notesOf(
  graph: CrawlGraph,
  { topic, assumed, most }: ReplayRequest,
  shown: { readonly further: number; readonly counts: 'own' | 'other'; readonly isScored: boolean },
): readonly string[] {
  const { further, counts, isScored } = shown;
  const yardstick =
    topic === undefined ? '' : ` by the topic ${counts === 'own' ? 'of the job' : 'that was asked for'}`;
  const notes = [
    `A fetch is a URL that was asked for, whatever came of it; found is what is relevant${yardstick}, of pages that say the same one.`,
    'But for the crawl itself all URLs wait in one queue, and no host is waited for: what that makes out is the difference between the crawl and its policy.',
    `Only what the crawl fetched is known: another policy would have gone where nobody has looked. ${onUnfetched(graph, assumed)}`,
  ];
  if (isScored)
    notes.push('Links are scored anew, by anchor and URL alone: the text around them is not kept.');
  if (further > 0)
    notes.push(
      `The first ${most} pages take part; ${further} that were fetched later count as never fetched.`,
    );
  if (graph.leftOut > 0)
    notes.push(`There was no room for about ${graph.leftOut} more URLs that were never fetched.`);
  return notes;
}

function onUnfetched({ unfetched }: CrawlGraph, assumed: ReplayRequest['assumed']): string {
  if (unfetched === 0) return 'Here it fetched all that links lead to.';
  return assumed === 'passed-over'
    ? 'URLs that were never fetched are passed over and cost nothing, which flatters policies that want many of them.'
    : 'URLs that were never fetched count as a fetch, for as much as fetched pages of the same promise brought; links behind them are not known.';
}
