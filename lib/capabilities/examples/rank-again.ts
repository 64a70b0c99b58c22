import type { Candidate } from '../../base/links/link.ts';
import { isFollowed } from '../../base/links/link-settings.ts';
import { type CanonicalUrl, hostOf } from '../../base/url/url.ts';
import { unlessDamaged } from '../../domain/control/damaged-hosts.ts';
import { isRelevanceOrdered } from '../../domain/focus/focus-settings.ts';
import { candidateBytes, cutByBytes } from '../../domain/inbox/cut-by-bytes.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import { openStoredPages } from '../../pipeline/collection/stored-pages.ts';
import { admissible, candidateOf, rankingFor } from '../../pipeline/frontier/candidates.ts';
import { deliver } from '../../pipeline/frontier/deliver.ts';
import { duePositionOf } from '../../pipeline/frontier/due-position.ts';
import { topicToRead } from '../../pipeline/topic/topic-model.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import {
  documentText,
  type LatentJudge,
  linkJudgeOf,
  noContext,
  probabilityOf,
  type TopicParts,
  topicFilterOf,
} from '../../topic/judge.ts';
import type { TopicSettings } from '../../topic/settings.ts';
import { eachJudged } from './each-judged.ts';
import { linkLines } from './link-lines.ts';

export type RankPorts = Pick<
  Ports,
  'hosts' | 'segments' | 'due' | 'links' | 'records' | 'changes' | 'offTopic' | 'models' | 'clock'
>;

/** Bounds of one round: pages that are judged again, URLs that get a new rank, and time. */
const [mostPages, mostUrls, mostMs] = [20_000, 200_000, 120_000];
const maxPerItem = 500;
/** Host hops of a message that brings no host nearer. */
const unknownHops = 255;

/**
 * Gives pending URLs the ranks that the present topic gives them: those of an earlier round were ranked by another topic, or by
 * their depth. Pages whose content is stored are judged again for it; nothing is written but messages to hosts. Bounded in
 * count and time: what is left keeps its rank. Idempotent.
 * @param round its id, and what judges by what words mean in the field, where that is known
 * @returns URLs that got a rank
 */
export async function rankAgain(
  ports: RankPorts,
  job: Job,
  settings: JobSettings,
  { id, latent }: { readonly id: string; readonly latent?: LatentJudge },
): Promise<number> {
  const { topic, focus } = settings;
  if (topic === undefined || !isRelevanceOrdered(focus, true)) return 0;
  const endBy = ports.clock.monotonic() + mostMs;
  const { models } = await topicToRead(ports.models, topic);
  const parts = models === undefined ? {} : { models };
  const fits = await pageFits(ports, job, settings, { topic, parts }, endBy);
  const scores = focus.linkScores ? linkJudgeOf(topic, parts, latent) : undefined;
  const ranking = rankingFor(settings);
  const best = new Map<CanonicalUrl, Candidate>();
  for await (const line of linkLines(ports, job.name, endBy)) {
    const fit = fits.get(line.url);
    if (fit === undefined || line.skip === true) continue;
    const page = { ...line, relevance: probabilityOf(fit), tunnelDepth: fit >= 0 ? 0 : 1 };
    for (const link of line.links) {
      if (fits.has(link.url) || !isFollowed(settings.links, link.rel) || best.size >= mostUrls) continue;
      const { score: _, ...bare } = link;
      const score = link.element === 'redirect' ? undefined : scores?.score(link, noContext, fit);
      const candidate = candidateOf(score === undefined ? bare : { ...bare, score }, page, ranking);
      const known = best.get(link.url);
      if (known === undefined && !admissible(candidate, line.hostHops ?? 0, settings)) continue;
      const rank = known === undefined ? candidate.rank : ranking.merge(known.rank, candidate.rank);
      best.set(link.url, {
        ...candidate,
        depth: Math.min(known?.depth ?? candidate.depth, candidate.depth),
        rank,
      });
    }
  }
  let ranked = 0;
  for (const [host, candidates] of Map.groupBy(best.values(), ({ url }) => hostOf(url))) {
    const tell = async (): Promise<void> => {
      let place = 0;
      for (const some of cutByBytes(candidates, { bytesOf: candidateBytes, maxItems: maxPerItem })) {
        const message = { candidates: some, hostHops: unknownHops };
        const best = Math.min(...some.map(({ rank }) => rank));
        const first = (load: number) => duePositionOf(ranking, best, load);
        await deliver(ports, { job: job.name, host }, { id: `round-${id}-${place}`, message }, first);
        place += some.length;
        ranked += some.length;
      }
    };
    await unlessDamaged(host, tell);
  }
  return ranked;
}

/** How well visited pages fit the topic now; of those without stored content by their last verdict. */
async function pageFits(
  ports: RankPorts,
  job: Job,
  settings: JobSettings,
  { topic, parts }: { readonly topic: TopicSettings; readonly parts: TopicParts },
  endBy: number,
): Promise<ReadonlyMap<CanonicalUrl, number>> {
  const filter = topicFilterOf(topic, parts);
  const stored = openStoredPages(ports);
  const fits = new Map<CanonicalUrl, number>();
  await eachJudged(ports, job, settings, async ({ url, relevance = 0.5 }, visit, host) => {
    const mayRead = fits.size < mostPages && ports.clock.monotonic() < endBy;
    const page = mayRead && (await unlessDamaged(host, () => stored.of({ job: job.name, host }, visit)));
    const record = page ? page.record : undefined;
    fits.set(
      url,
      record === undefined ? logOdds(relevance) : filter.fit(documentText(record), record.language),
    );
  });
  return fits;
}

function logOdds(relevance: number): number {
  const inside = Math.min(0.99, Math.max(0.01, relevance));
  return Math.log(inside / (1 - inside));
}
