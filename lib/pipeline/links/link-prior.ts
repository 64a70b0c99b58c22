import type { LinkLine } from '../../base/links/link-segment.ts';
import type { TopicVerdict } from '../../base/page/topic-verdict.ts';
import { isRelevanceOrdered } from '../../domain/focus/focus-settings.ts';
import { decodeRank, maxTunnelDepth } from '../../domain/focus/link-rank.ts';
import type { Work } from '../../domain/frontier/entry.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import { pageFit, probabilityOf } from '../../topic/judge.ts';
import { modelsOf, type TopicSettings } from '../../topic/settings.ts';

/** Whether links are scored when their page is read. */
export function scoresLinks({ focus, topic }: Pick<JobSettings, 'focus' | 'topic'>): boolean {
  return focus.linkScores && isRelevanceOrdered(focus, topic !== undefined);
}

/** Whether links are judged by what words mean in the field of the job, too. */
export function usesLatent(settings: Pick<JobSettings, 'focus' | 'topic'>): boolean {
  const { focus, topic } = settings;
  if (focus.latent === 'never' || topic === undefined || !scoresLinks(settings)) return false;
  return focus.latent === 'always' || modelsOf(topic).length > 0;
}

/** What a page passes on to the URLs that it links to. */
export type LinkPrior = Pick<LinkLine, 'relevance' | 'tunnelDepth'>;

/** The link prior of a page with a verdict. */
export function linkPriorOf(
  topic: TopicSettings,
  work: Pick<Work, 'rank'>,
  verdict: TopicVerdict,
): LinkPrior {
  return linkPriorOfJudged(work, probabilityOf(pageFit(topic, verdict)), verdict.relevant);
}

/** The link prior of a page with this relevance. */
export function linkPriorOfJudged(
  { rank }: Pick<Work, 'rank'>,
  relevance: number,
  isKept: boolean,
): LinkPrior {
  const before = decodeRank(rank)?.tunnelDepth ?? 0;
  return {
    relevance: Math.round(relevance * 1_000) / 1_000,
    tunnelDepth: isKept ? 0 : Math.min(maxTunnelDepth, before + 1),
  };
}

/** The link prior of a redirect: its target gets the relevance of the URL itself. */
export function linkPriorOfRedirect({ rank }: Pick<Work, 'rank'>): LinkPrior {
  const linkRank = decodeRank(rank);
  return linkRank === undefined ? {} : { relevance: linkRank.relevance, tunnelDepth: linkRank.tunnelDepth };
}
