import { probabilityOf } from '../../domain/focus/fit.ts';
import { pageFit } from '../../domain/focus/page-fit.ts';
import { isRelevanceOrdered } from '../../domain/focus/ranking.ts';
import { maxStrayed, standingOf } from '../../domain/focus/standing.ts';
import type { Work } from '../../domain/frontier/entry.ts';
import type { LinkLine } from '../../domain/links/link-segment.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import type { TopicSettings } from '../../domain/topic/topic-settings.ts';
import type { TopicVerdict } from '../../domain/topic/topic-verdict.ts';

/** Whether links are judged as their page is read. */
export function scoresLinks({ focus, topic }: Pick<JobSettings, 'focus' | 'topic'>): boolean {
  return focus.linkScores && isRelevanceOrdered(focus, topic !== undefined);
}

/** What a page gives to the URLs that it links to. */
export type Prospect = Pick<LinkLine, 'relevance' | 'strayed'>;

/** Of a page that was judged. */
export function prospectOf(topic: TopicSettings, work: Pick<Work, 'rank'>, verdict: TopicVerdict): Prospect {
  return prospectOfJudged(work, probabilityOf(pageFit(topic, verdict)), verdict.relevant);
}

/** Of a page that is so relevant. */
export function prospectOfJudged({ rank }: Pick<Work, 'rank'>, relevance: number, isKept: boolean): Prospect {
  const before = standingOf(rank)?.strayed ?? 0;
  return {
    relevance: Math.round(relevance * 1_000) / 1_000,
    strayed: isKept ? 0 : Math.min(maxStrayed, before + 1),
  };
}

/** Of a URL that redirects: its target is worth what it was worth itself. */
export function prospectOfRedirect({ rank }: Pick<Work, 'rank'>): Prospect {
  const standing = standingOf(rank);
  return standing === undefined ? {} : { relevance: standing.relevance, strayed: standing.strayed };
}
