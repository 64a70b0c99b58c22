import { pageChange } from '../../domain/collection/change-line.ts';
import type { OutboxPage } from '../../domain/collection/outbox.ts';
import type { WrittenContent } from '../../domain/document/written-content.ts';
import { keptDigest, type OffTopicLocation, readJudgement } from '../../domain/topic/judgement.ts';
import type { Turn } from '../turn/turn.ts';

/**
 * Adds the content of an off-topic page to the turn's batch, unless an earlier visit stored the same content.
 * @param judged the judgement of that visit
 * @returns where the content is stored
 */
export function addOffTopic(
  { key, ticket, harvest: { offTopic } }: Pick<Turn, 'key' | 'ticket' | 'harvest'>,
  page: OutboxPage,
  content: WrittenContent,
  judged: string | undefined,
): OffTopicLocation {
  const digest = keptDigest(page.digest, content.topic);
  const { kept } = readJudgement(judged);
  if (kept?.digest === digest) return kept;
  const ordinal = offTopic.lines.length;
  offTopic.lines.push(pageChange({ ...key, turn: ticket.turn, ordinal }, page, content));
  return { id: offTopic.id, ordinal, digest };
}
