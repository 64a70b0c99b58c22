import { encodeRank } from '../../domain/focus/link-rank.ts';
import { isRelevanceOrdered } from '../../domain/focus/ranking.ts';
import { distilTopic, neglectedUrls } from '../../domain/graph/distil-topic.ts';
import type { WebGraph } from '../../domain/graph/web-graph.ts';
import type { Candidate } from '../../domain/links/link.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import { hostOf } from '../../domain/url/url.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import { admissible, rankingFor } from '../frontier/candidates.ts';
import { deliver } from '../frontier/deliver.ts';
import { duePositionOf } from '../frontier/due-bands.ts';

/** Bounds of one round, so that no host and no hub takes all: of hubs that are looked at, of URLs, and of URLs of a host. */
const hubsLookedAt = 50;
const mostUrls = 500;
const mostPerHost = 20;
/** Links to a URL as the order of the frontier counts them: it believes so many. */
const parents = 8;

/**
 * Raises what the best hubs link to and nobody has visited (Chakrabarti et al. 1999, §3.2: neglected neighbours of great
 * hubs). Each such URL is delivered to its host as if many pages of the hub's relevance linked to it; what is known keeps
 * its place if that is better. Idempotent.
 * @param id of the round: a message that is delivered twice is one
 * @returns URLs that were raised; 0 for a job whose frontier is not ordered by relevance
 */
export async function raiseNeglected(
  ports: Pick<Ports, 'hosts' | 'due' | 'clock'>,
  job: Job,
  settings: JobSettings,
  { web, id }: { readonly web: WebGraph; readonly id: string },
): Promise<number> {
  if (!isRelevanceOrdered(settings.focus, settings.topic !== undefined)) return 0;
  const found = distilTopic(web, { share: 0.15, iterations: 50 });
  const neglected = neglectedUrls(web, found, { top: hubsLookedAt, most: 4 * mostUrls });
  const byHost = Map.groupBy(
    neglected.flatMap(({ node, hub }): Candidate[] => {
      const relevance = Math.max(relevantFrom, web.relevance[hub] as number);
      const rank = encodeRank({ relevance, tunnelDepth: 0, parents });
      const candidate = { url: web.urls.urlOf(node), depth: (web.depth[hub] as number) + 1, rank };
      return admissible(candidate, 0, settings) ? [candidate] : [];
    }),
    ({ url }) => hostOf(url),
  );
  const ranking = rankingFor(settings);
  let raised = 0;
  for (const [host, all] of byHost) {
    const candidates = all.slice(0, Math.min(mostPerHost, mostUrls - raised));
    if (candidates.length === 0) continue;
    const place = duePositionOf(ranking, Math.min(...candidates.map(({ rank }) => rank)));
    const message = { candidates, hostHops: unknownHops };
    await deliver(ports, { job: job.name, host }, { id: `distil-${id}`, message }, place);
    raised += candidates.length;
  }
  return raised;
}

/** Host hops of a message that brings no host nearer. */
const unknownHops = 255;

/** A good hub speaks for what it links to, however little it says itself. */
const relevantFrom = 0.5;
