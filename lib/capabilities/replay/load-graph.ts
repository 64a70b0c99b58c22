import { defined } from '../../base/defined.ts';
import type { ListedLink } from '../../base/links/link.ts';
import { decodeLinkLines, type LinkLine } from '../../base/links/link-segment.ts';
import { isFollowed } from '../../base/links/link-settings.ts';
import { identityOf } from '../../base/url/identity.ts';
import { type CanonicalUrl, hostOf } from '../../base/url/url.ts';
import { unlessDamaged } from '../../domain/control/damaged-hosts.ts';
import { isOnGoodPath } from '../../domain/focus/hard-rule.ts';
import type { Visit } from '../../domain/frontier/entry.ts';
import { judgedVisit } from '../../domain/reading/judged-visit.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import { admissible } from '../../pipeline/frontier/candidates.ts';
import { eachVisit } from '../../pipeline/frontier/each-visit.ts';
import { eachHost } from '../../pipeline/frontier/host-pages.ts';
import type { HostKey } from '../../ports/hosts.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import { bestClassIn, isCrawlOnlyIn, type LinkJudge, noContext, scoreIn } from '../../topic/judge.ts';
import {
  type CrawlGraph,
  type GraphLink,
  type GraphPage,
  type GraphVerdict,
  openGraph,
} from './crawl-graph.ts';

export type GraphPorts = Pick<Ports, 'hosts' | 'segments' | 'links'>;

/** A page of a crawl with the verdict of its own topic, and of another one. */
export interface LoadedPage extends Omit<GraphPage, 'verdict' | 'counts'> {
  readonly own?: GraphVerdict;
  readonly other?: GraphVerdict;
}

export interface LoadedPages {
  readonly pages: readonly LoadedPage[];
  /** The number of later pages, for which there was no room. */
  readonly further: number;
}

/** The verdict of another topic on a visited page; undefined: none. */
export type JudgeVisit = (host: HostKey, visit: Visit) => Promise<GraphVerdict | undefined>;

/** The pages that are asked for. */
export interface PagesAsked {
  /** The most pages: the first ones. */
  readonly most: number;
  /** Epoch ms: pages that were visited later do not take part; absent: all do. */
  readonly until?: number;
  /** Gives each page the verdict of another topic. */
  readonly judge?: JudgeVisit;
  /** Called for each host. @throws WinnowError where nobody waits any more */
  readonly check?: () => void;
}

/** Hosts that are read at once, segments per page of the listing, and visits that are judged at once. */
const hostsAtOnce = 8;
const segmentsListed = 200;
const sliceSize = 25;

/**
 * The first pages that a crawl visited, without URLs that it did not ask for because of robots.txt or the scope.
 * Reads every host: for people, not for a hot path.
 */
export async function loadPages(
  ports: Omit<GraphPorts, 'links'>,
  job: Job,
  settings: JobSettings,
  { most, until = Number.POSITIVE_INFINITY, judge, check }: PagesAsked,
): Promise<LoadedPages> {
  let pages: LoadedPage[] = [];
  let all = 0;
  const keepFirst = (): void => {
    pages = pages.sort((a, b) => a.at - b.at).slice(0, most);
  };
  const add = async (key: HostKey, visits: readonly Visit[]): Promise<void> => {
    const others = await Promise.all(visits.map((visit) => judge?.(key, visit)));
    for (const [place, visit] of visits.entries()) pages.push(pageOf(settings, visit, others[place]));
    all += visits.length;
    if (pages.length >= 2 * most) keepFirst();
  };
  await eachHost(
    ports,
    job.name,
    async (host) => {
      check?.();
      const key = { job: job.name, host };
      let some: Visit[] = [];
      await eachVisit(ports, job, host, async (visit) => {
        if ((visit.outcome === 'denied' && !visit.status) || visit.firstSeen > until) return;
        some.push(visit);
        if (some.length < sliceSize) return;
        await add(key, some);
        some = [];
      });
      await add(key, some);
    },
    { atOnce: hostsAtOnce },
  );
  keepFirst();
  return { pages, further: all - pages.length };
}

function pageOf({ topic }: JobSettings, visit: Visit, other: GraphVerdict | undefined): LoadedPage {
  const { url, firstSeen, depth, md5, outcome } = visit;
  const own = topic && verdictOf(topic, visit);
  return {
    ...{ url, at: firstSeen, depth },
    ...defined({ own, other, md5, moved: outcome === 'redirected' ? (true as const) : undefined }),
  };
}

/** The verdict on a page, from the detail of its visit. */
export function verdictOf(topic: NonNullable<JobSettings['topic']>, visit: Visit): GraphVerdict | undefined {
  const judged = judgedVisit(topic, visit);
  if (judged === undefined) return undefined;
  const { relevance, onTopic } = judged;
  const { filter, site } = scoreIn(visit.detail) ?? {};
  const best = bestClassIn(visit.detail);
  const onGoodPath = isOnGoodPath(topic, { filter, best, site });
  return {
    ...{ relevance, relevant: onTopic, crawlOnly: !onTopic && isCrawlOnlyIn(visit.detail) },
    ...defined({ onGoodPath, best }),
  };
}

/** How a graph treats verdicts and links. */
export interface GraphView {
  /** The verdict that steers the replay, and the one that counts as harvest. */
  readonly steers: 'own' | 'other';
  readonly counts: 'own' | 'other';
  /** Scores links again by anchor and URL (the text around them is not stored). Absent: with the crawl's scores. */
  readonly scores?: LinkJudge;
  /** Told of the links of each page that the graph has. */
  readonly onLinks?: (page: LinkLine, links: readonly ListedLink[]) => void;
}

/** Reads the link log; each page has its links as they were first. */
export async function loadGraph(
  ports: Pick<Ports, 'links'>,
  job: Job,
  settings: JobSettings,
  loaded: readonly LoadedPage[],
  view: GraphView,
): Promise<CrawlGraph> {
  const pages = loaded.map((page) => graphPage(page, view));
  const verdicts = new Map(pages.map(({ url, verdict }) => [url, verdict]));
  const graph = openGraph(pages, { named: namedSeeds(settings) });
  for (let after: string | undefined; ; ) {
    const ids = await ports.links.kept(job.name, segmentsListed, after);
    for (const id of ids) {
      const lines = await unlessDamaged(id, async () => {
        const bytes = await ports.links.read(job.name, id);
        return bytes && [...decodeLinkLines(Buffer.from(bytes).toString())];
      });
      for (const line of lines ?? []) {
        const page = line.links.length === 0 || isUnfollowed(line) ? undefined : graph.wants(line.url);
        if (page === undefined) continue;
        const followed = line.links.filter(({ rel }) => isFollowed(settings.links, rel));
        view.onLinks?.(line, followed);
        const links = scored(followed, verdicts.get(line.url), view);
        graph.links(page, line.level, links, (url) => isAdmissible(url, line, settings));
      }
    }
    after = ids.at(-1);
    if (ids.length < segmentsListed) break;
  }
  return graph.finish();
}

function namedSeeds(settings: JobSettings): ReadonlySet<CanonicalUrl> {
  const identity = identityOf(settings);
  const canonical = settings.seeds.map((seed) => identity.canonicalise(seed));
  return new Set(canonical.flatMap((one) => (one.ok ? [one.url] : [])));
}

function graphPage({ own, other, ...page }: LoadedPage, { steers, counts }: GraphView): GraphPage {
  const verdict = steers === 'own' ? own : other;
  const counting = counts === 'own' ? own : other;
  return { ...page, ...(verdict === undefined ? {} : { verdict }), counts: counting?.relevant === true };
}

const kept: ReadonlySet<string> = new Set(['stored', 'unchanged']);

/** Whether a page's owner does not want its links followed. Links of other skipped pages may be followed by other policies. */
function isUnfollowed({ skip, outcome }: LinkLine): boolean {
  return skip === true && kept.has(outcome);
}

function scored(
  followed: readonly ListedLink[],
  verdict: GraphVerdict | undefined,
  { scores }: GraphView,
): readonly GraphLink[] {
  if (scores === undefined || verdict === undefined) return followed;
  const fit = Math.log(verdict.relevance / (1 - verdict.relevance));
  return followed.map(({ score: _, ...link }: ListedLink) => ({
    ...link,
    ...(link.element === 'redirect' ? {} : { score: scores.score(link, noContext, fit) }),
  }));
}

/** Whether a URL could be fetched that a page links to. */
export function isAdmissible(url: CanonicalUrl, line: LinkLine, settings: JobSettings): boolean {
  const hostHops = (line.hostHops ?? 0) + (hostOf(url) === line.host ? 0 : 1);
  return admissible({ url, depth: line.depth + 1, rank: 0 }, hostHops, settings);
}
