import { defined } from '../../base/defined.ts';
import type { TopicVerdict } from '../../base/page/topic-verdict.ts';
import type { CanonicalUrl } from '../../base/url/url.ts';
import { contextOf, latentJudgeOf, linkJudgeOf, maxJudged, pageFit } from '../../topic/judge.ts';
import type { ReadRequest } from './page.ts';

/** A link, and where its anchor stands in the text of its page; absent: nobody knows. */
interface PlacedLink {
  readonly anchor: string;
  readonly at?: number;
}

/** Scores links to other pages as they come, each URL once; undefined without a topic. */
export function linkScorer(
  { topic, models, latent, url: page }: Pick<ReadRequest, 'topic' | 'models' | 'latent' | 'url'>,
  verdict: TopicVerdict,
  { text, language }: { readonly text: string; readonly language?: string | undefined },
): ((link: PlacedLink, url: CanonicalUrl) => number | undefined) | undefined {
  if (topic === undefined) return undefined;
  const judge = linkJudgeOf(topic, defined({ models }), latentJudgeOf(latent));
  const fit = pageFit(topic, verdict);
  const scored = new Set<CanonicalUrl>([page]);
  return (link, url) => {
    if (scored.size > maxJudged || scored.has(url)) return undefined;
    scored.add(url);
    const score = judge.score({ url, anchor: link.anchor }, contextOf(text, link), fit, language);
    return Math.round(score * 10_000) / 10_000;
  };
}
