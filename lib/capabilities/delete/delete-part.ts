import { type DeleteRule, ruleFor } from '../../domain/control/delete-rule.ts';
import { describeDeletion } from '../../domain/control/deleted-visit.ts';
import { beforeOf, encodeMark } from '../../domain/control/deletion-mark.ts';
import type { Work } from '../../domain/frontier/entry.ts';
import { orderIn } from '../../domain/inbox/order.ts';
import type { RefusedUrl, TurnPart, VisitPreparation } from '../../pipeline/turn/part.ts';
import type { OrderMessage, Turn } from '../../pipeline/turn/turn.ts';
import { type Deletion, deleteOrder, saidBy, type Undoing } from './delete-order.ts';
import { deletePages } from './delete-pages.ts';
import { noteUndone, wasUndone } from './host-state.ts';
import { undoDeletion } from './undo-pages.ts';

/**
 * Deletes pages of the host where a message asks for it, brings them back where one asks for that, and refuses requests for what
 * was deleted, whoever links to it.
 */
export function openDeleting(turn: Turn): TurnPart {
  const asked: OrderMessage<Deletion | Undoing>[] = [];
  /** Those of the job as the turn began, changed by what its inbox says. */
  let rules: readonly DeleteRule[] = turn.job.deletions ?? [];
  return {
    name: 'delete',
    take({ id, message }) {
      const order = orderIn(message, deleteOrder);
      if (order === undefined) return false;
      asked.push({ id, order });
      if ('ends' in order || !wasUndone(turn.body, order.id)) rules = rulesAfter(rules, order);
      return true;
    },
    async beforeVisits(): Promise<VisitPreparation> {
      const done: string[] = [];
      for (const { id, order } of asked) {
        if (!(await carryOut(turn, order, rules))) return { done, visitsNothing: true, stays: true };
        done.push(id);
      }
      return { done };
    },
    refuses(work) {
      const { deleted, detail } = work.visit ?? {};
      if (deleted !== undefined) return refusal(saidBy(detail), deleted);
      const rule = ruleFor(rules, work.url);
      return rule && refusedBy(turn, work, rule);
    },
  };
}

/** @returns whether nothing of it is left */
async function carryOut(
  turn: Turn,
  order: Deletion | Undoing,
  rules: readonly DeleteRule[],
): Promise<boolean> {
  if (!('ends' in order)) return wasUndone(turn.body, order.id) || (await deletePages(turn, order));
  noteUndone(turn.body, order.ends);
  return await undoDeletion(turn, order, rules);
}

function rulesAfter(rules: readonly DeleteRule[], order: Deletion | Undoing): readonly DeleteRule[] {
  if ('ends' in order) return rules.filter(({ id }) => id !== order.ends);
  const { isRule, pages, urls: _, ...head } = order;
  if (!isRule || rules.some(({ id }) => id === order.id)) return rules;
  const { visits: _v, ...byUrl } = pages ?? {};
  return [...rules, { ...head, ...byUrl }];
}

/** A page that a rule covers, and that no order has met yet. */
async function refusedBy({ ports, key }: Turn, { visit }: Work, rule: DeleteRule): Promise<RefusedUrl> {
  const entry = visit?.md5 === undefined ? undefined : await ports.records.record(key.job, visit.md5);
  const was = visit && { was: beforeOf(visit, entry) };
  return refusal(describeDeletion(rule), encodeMark({ id: rule.id, ...was }));
}

function refusal(rule: string, deleted: string): RefusedUrl {
  return { outcome: { kind: 'denied', by: 'deleted', rule }, cause: 'deleted', seen: { deleted } };
}
