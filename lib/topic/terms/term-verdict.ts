import type { ClassScore, TopicScores } from './topic-scores.ts';

/** What a document must reach to be on topic. */
export interface CutOffs {
  /** Least total score. */
  readonly total: number;
  /** Least total score for the length of the text. */
  readonly relative: number;
  /** Least share of a class in the total relative score, in percent; classes with less do not count. */
  readonly share: number;
}

/** Combine's, for plain matching. */
export const plainCutOffs: CutOffs = { total: 90, relative: 0.2, share: 10 };
/** Combine's, for position-weighted matching. */
export const positionCutOffs: CutOffs = { total: 1, relative: 0.002, share: 1 };

/** Combine's for the algorithm, but for those that are given. */
export function cutOffsOf(topic: {
  readonly algorithm: 'plain' | 'position';
  readonly cutOffs: Partial<CutOffs>;
}): CutOffs {
  return { ...(topic.algorithm === 'plain' ? plainCutOffs : positionCutOffs), ...topic.cutOffs };
}

export interface TermVerdict {
  readonly relevant: boolean;
  /** The classes that count, the best relative score first, with their shares from 0 to 1. */
  readonly classes: readonly (ClassScore & { readonly share: number })[];
  /** Sum of the scores of the good classes that count: more than 1 is relevant. */
  readonly counted: number;
}

/** Judges scores by the three cut-offs, as Combine does. @param isGood whether a class makes a page relevant */
export function termVerdict(
  { score, relative, classes }: TopicScores,
  cutOffs: CutOffs,
  isGood: (id: string) => boolean = () => true,
): TermVerdict {
  if (score < cutOffs.total || relative < cutOffs.relative)
    return { relevant: false, classes: [], counted: 0 };
  const counting = classes
    .map((one) => ({ ...one, share: one.relative / relative }))
    .filter(({ share }) => 100 * share >= cutOffs.share);
  const counted = counting.reduce((sum, one) => (isGood(one.id) ? sum + one.score : sum), 0);
  return { relevant: counted > 1, classes: counting, counted };
}
