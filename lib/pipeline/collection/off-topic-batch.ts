import { lineText } from '../../base/line.ts';
import { pageChange } from '../../domain/collection/change-line.ts';
import type { OutboxPage } from '../../domain/collection/outbox.ts';
import { type KeptContent, storedContent } from '../../domain/reading/written-content.ts';
import { keptDigest, type OffTopicLocation, readJudgement } from '../../topic/settings.ts';
import type { Turn } from '../turn/turn.ts';
import type { TurnDocuments } from '../turn/turn-documents.ts';

/**
 * Adds the content of an off-topic page to the turn's batch, unless an earlier visit stored the same content.
 * @param judged the judgement of that visit
 * @returns where the content is stored
 */
export function addOffTopic(
  { harvest: { offTopic } }: Pick<Turn, 'harvest'>,
  page: OutboxPage,
  content: KeptContent,
  judged: string | undefined,
): OffTopicLocation {
  const digest = keptDigest(page.digest, content.topic);
  const { kept } = readJudgement(judged);
  if (kept?.digest === digest) return kept;
  const ordinal = offTopic.pages.length;
  offTopic.pages.push({ page, content: storedContent(content) });
  return { id: offTopic.id, ordinal, digest };
}

/** Stores the off-topic pages of a turn, in the form of change lines. Their documents are stored already. */
export async function putOffTopic({ ports, key, ticket, harvest, documents }: Turn): Promise<void> {
  const { id, pages } = harvest.offTopic;
  if (pages.length === 0) return;
  const lines = pages.map(({ page, content }, ordinal) =>
    lineText(pageChange({ ...key, turn: ticket.turn, ordinal }, sealedPage(documents, page), content)),
  );
  await ports.offTopic.put(key, id, lines);
}

/** A page with the name of its document in place of a handle. */
export function sealedPage(documents: TurnDocuments, page: OutboxPage): OutboxPage {
  return page.document === undefined ? page : { ...page, document: documents.nameOf(page.document) };
}
