import type { CanonicalUrl } from '../../lib/base/url/url.ts';
import { followsOffTopic } from '../../lib/domain/focus/ranking.ts';
import type { Work } from '../../lib/domain/frontier/entry.ts';
import { candidateOf, rankingFor } from '../../lib/pipeline/frontier/candidates.ts';
import { linkPriorOf, scoresLinks } from '../../lib/pipeline/links/link-prior.ts';
import { testSettings } from '../../test/support/settings.ts';
import type { WebPage } from './corpus.ts';
import type { FocusCrawl } from './crawl.ts';
import { pageRequest } from './judge.ts';

/**
 * The same crawl by one queue of all URLs, in which nobody waits for a host: what hosts, bands and turns cost in harvest is
 * the difference. Seconds for many crawls, so that policies can be tuned with it.
 */
export async function idealCrawl(crawl: FocusCrawl): Promise<readonly WebPage[]> {
  const { policy, judge, reader, counts } = crawl;
  const settings = { ...testSettings('ideal'), topic: judge.topic, focus: policy.focus };
  const ranking = rankingFor(settings);
  const pages = new Map(crawl.web.pages.map((page) => [page.url, page]));
  const waiting = new Map<CanonicalUrl, Pick<Work, 'rank' | 'depth'>>();
  const seen = new Set<CanonicalUrl>();
  for (const { url } of crawl.seeds) waiting.set(url, { rank: 0, depth: 0 });
  const fetched: WebPage[] = [];
  for (let left = crawl.fetches; left > 0; ) {
    const url = best(waiting);
    if (url === undefined) break;
    const work = waiting.get(url) as Pick<Work, 'rank' | 'depth'>;
    waiting.delete(url);
    seen.add(url);
    const page = pages.get(url);
    if (page === undefined) continue;
    fetched.push(page);
    if (counts(page)) left -= 1;
    const read = await reader.read(pageRequest(judge, page, scoresLinks(settings)));
    const verdict = read.kind === 'page' ? read.content.topic : undefined;
    if (read.kind !== 'page' || verdict === undefined) continue;
    const linkPrior = linkPriorOf(judge.topic, work, verdict);
    if (!verdict.relevant && !followsOffTopic(policy.focus, linkPrior.tunnelDepth ?? 0)) continue;
    const source = { depth: work.depth, at: fetched.length * 1_000, ...linkPrior };
    for (const [place, target] of read.content.targets.entries()) {
      if (seen.has(target)) continue;
      const score = read.content.scores?.[place];
      const link = { url: target, element: 'a' as const, ...(score === undefined ? {} : { score }) };
      const { rank, depth } = candidateOf(link, source, ranking);
      const known = waiting.get(target);
      waiting.set(
        target,
        known === undefined ? { rank, depth } : { ...known, rank: ranking.merge(known.rank, rank) },
      );
    }
  }
  return fetched;
}

/** Of equals the one that was found first. */
function best(waiting: ReadonlyMap<CanonicalUrl, Pick<Work, 'rank'>>): CanonicalUrl | undefined {
  let found: CanonicalUrl | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const [url, { rank }] of waiting) {
    if (rank >= least) continue;
    found = url;
    least = rank;
  }
  return found;
}
