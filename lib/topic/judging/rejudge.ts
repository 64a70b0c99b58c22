import type { TopicVerdict } from '../../base/page/topic-verdict.ts';
import type { ClassHierarchy } from '../terms/class-file.ts';

/**
 * What a changed topic makes of a page that was judged before.
 * - `same`: nothing. - `revised`: it stays what it is, with another verdict.
 * - `dropped`: its record no longer passes, and this URL leads to it no more. - `marked`: the same, but it stays, by request.
 * - `restored`: an off-topic page that passes now is part of the collection.
 * - `missing`: an off-topic page of which nothing is kept: nobody knows without fetching it again. - `queued`: so it is
 *   fetched again, by request. - `failed`: the filter itself failed, and it stays what it is.
 */
export type Rejudgement = (typeof rejudgements)[number];

export const rejudgements = [
  'dropped',
  'marked',
  'restored',
  'revised',
  'queued',
  'missing',
  'failed',
  'same',
] as const;

/**
 * @param stored whether the page is part of the collection now
 * @param was the verdict that is stored with it; undefined: it was never judged
 * @param now undefined: the job has no topic any more, and takes every page
 * @param mark records that are off topic now stay
 */
export function rejudge(
  stored: boolean,
  was: TopicVerdict | undefined,
  now: TopicVerdict | undefined,
  mark: boolean,
): Exclude<Rejudgement, 'queued' | 'missing' | 'failed'> {
  const passes = now?.relevant ?? true;
  if (!stored && passes) return 'restored';
  if (stored && !passes && !mark) return 'dropped';
  if (isSame(was, now)) return 'same';
  return stored && !passes ? 'marked' : 'revised';
}

/** Compared as they are stored. When a verdict was reached is no part of it. */
function isSame(was: TopicVerdict | undefined, now: TopicVerdict | undefined): boolean {
  const { judged: _, ...plain }: Partial<TopicVerdict> & { readonly judged?: unknown } = was ?? {};
  return JSON.stringify(plain) === JSON.stringify(now ?? {});
}

/** A page that was judged again. Scores and best classes are absent where there is no verdict. */
export interface RejudgedPage {
  readonly url: string;
  readonly kind: Rejudgement;
  readonly was?: BestScore;
  readonly now?: BestScore;
}

/** A verdict in short. */
export interface BestScore {
  readonly score: number;
  readonly best?: string;
}

export function bestScoreOf(verdict: TopicVerdict | undefined): BestScore | undefined {
  if (verdict === undefined) return undefined;
  const [best] = verdict.classes;
  return { score: verdict.score, ...(best === undefined ? {} : { best: best.id }) };
}

/** Whether a verdict has one of these classes, or one below it, among its own. */
export function hasClass(
  verdict: TopicVerdict | undefined,
  classes: readonly string[],
  hierarchy: ClassHierarchy,
): boolean {
  return verdict?.classes.some(({ id }) => isBelow(id, classes, hierarchy)) ?? false;
}

/** Whether a class is one of these, or below one. */
export function isBelow(id: string, classes: readonly string[], { isWithin }: ClassHierarchy): boolean {
  return classes.some((above) => isWithin(id, above));
}
