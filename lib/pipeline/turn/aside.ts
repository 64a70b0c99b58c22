import { type ChangePlace, pageChange } from '../../domain/collection/change-line.ts';
import type { OutboxPage } from '../../domain/collection/outbox.ts';
import type { WrittenContent } from '../../domain/document/written-content.ts';
import { type KeptPlace, keptDigest, readJudgement } from '../../domain/topic/judgement.ts';

/** Off-topic pages of a turn whose content is kept: they go into one object before the commit. */
export interface Aside {
  readonly id: string;
  /** In the form of changes. */
  readonly lines: string[];
}

/**
 * Keeps the content of an off-topic page, unless the same is kept of an earlier visit.
 * @param judged of that visit
 * @returns where it is kept
 */
export function setAside(
  aside: Aside,
  place: Omit<ChangePlace, 'ordinal'>,
  page: OutboxPage,
  content: WrittenContent,
  judged: string | undefined,
): KeptPlace {
  const digest = keptDigest(page.digest, content.topic);
  const { kept } = readJudgement(judged);
  if (kept?.digest === digest) return kept;
  const ordinal = aside.lines.length;
  aside.lines.push(pageChange({ ...place, ordinal }, page, content));
  return { id: aside.id, ordinal, digest };
}
