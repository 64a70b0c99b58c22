import { type ChangePlace, pageChange } from '../../domain/collection/change-line.ts';
import type { OutboxPage } from '../../domain/collection/outbox.ts';
import type { WrittenContent } from '../../domain/document/written-content.ts';
import { keptDigest, type OffTopicLocation, readJudgement } from '../../domain/topic/judgement.ts';

/** Off-topic pages of a turn whose content is kept: they go into one object before the commit. */
export interface OffTopicBatch {
  readonly id: string;
  /** In the form of changes. */
  readonly lines: string[];
}

/**
 * Keeps the content of an off-topic page, unless the same is kept of an earlier visit.
 * @param judged of that visit
 * @returns where it is kept
 */
export function addOffTopic(
  offTopic: OffTopicBatch,
  place: Omit<ChangePlace, 'ordinal'>,
  page: OutboxPage,
  content: WrittenContent,
  judged: string | undefined,
): OffTopicLocation {
  const digest = keptDigest(page.digest, content.topic);
  const { kept } = readJudgement(judged);
  if (kept?.digest === digest) return kept;
  const ordinal = offTopic.lines.length;
  offTopic.lines.push(pageChange({ ...place, ordinal }, page, content));
  return { id: offTopic.id, ordinal, digest };
}
