import * as z from 'zod/mini';
import { WinnowError } from '../../base/error.ts';
import { formatCount, formatRelativeTime } from '../../base/quantity.ts';
import { field, optional, text, whole } from '../../pipeline/operation/input.ts';
import { operation } from '../../pipeline/operation/operation.ts';
import type { Workplace } from '../../pipeline/operation/place.ts';
import { note, table } from '../../pipeline/operation/view.ts';
import type { DeadLetters } from '../../ports/dead-letters.ts';

/** @throws WinnowError `usage` where no queue gives anything up */
function lettersOf({ letters }: Workplace): DeadLetters {
  if (letters !== undefined) return letters;
  throw new WinnowError(
    'usage',
    'give --stack NAME: dead letters exist on AWS only. On one machine, a turn that breaks is run again at once, and a page that kills its worker is counted as failed (winnow status)',
  );
}

/** The tickets and orders that their queues gave up. */
export const letters = operation({
  about: 'installation',
  input: {
    limit: field(z._default(whole(1, 10_000), 50), {
      says: 'list at most <number> dead letters, 1 to 10000',
      shown: 'number',
    }),
  },
  effect: 'reads',
  run: async (place, { limit }) => lettersOf(place).list(limit),
  view(listed, { now }) {
    if (listed.length === 0)
      return [[note('none was given up; those just looked at show again in a minute')]];
    const columns = [
      { title: 'id', value: 'id' },
      { title: 'sent', value: ({ sentAt }) => formatRelativeTime(sentAt, now) },
      { title: 'queue', value: 'queue' },
      { title: 'job', value: ({ ticket, order }) => (ticket ?? order)?.job ?? '?' },
      { title: 'host', width: 60, value: ({ ticket, order, body }) => (ticket ?? order)?.host ?? body },
      {
        ...{ title: 'turn', unit: 'number' },
        value: ({ ticket, order }) => ticket?.turn ?? (order === undefined ? '?' : ''),
      },
    ] as const satisfies Parameters<typeof table<(typeof listed)[number]>>[0];
    return [[table(columns, listed)]];
  },
});

const ids = 'must be a list of at most 1000 ids of dead letters';

/** Empties the queue of dead letters, of all or of those that are named. @param done what becomes of them, in words */
function emptying(verb: 'redrive' | 'drop', done: string) {
  return operation({
    about: 'installation',
    input: {
      ids: field(optional(z.array(text(ids, 100), ids).check(z.maxLength(1_000, ids))), {
        says: `${verb} only dead letters of these ids`,
      }),
    },
    effect: 'changes',
    hasNoDryRun: true,
    run: async (place, given) => ({ letters: await lettersOf(place)[verb](given.ids) }),
    view: ({ letters: number }) => [[note(`${formatCount(number, 'dead letter')} ${done}`)]],
  });
}

export const redrive = emptying('redrive', 'sent back to the queue');
export const drop = emptying('drop', 'deleted');
