import * as z from 'zod/mini';
import { WinnowError } from '../../base/error.ts';
import { formatCount, formatRelativeTime, formatTime } from '../../base/quantity.ts';
import { field, flag, optional, text, whole } from '../../pipeline/operation/input.ts';
import { operation } from '../../pipeline/operation/operation.ts';
import type { Workplace } from '../../pipeline/operation/place.ts';
import { facts, note, table } from '../../pipeline/operation/view.ts';
import type { HostControl } from '../../ports/hosts.ts';
import type { DeadLetter, DeadLetters } from '../../ports/operate/dead-letters.ts';

/** @throws WinnowError `not-found` where no queue gives anything up */
function lettersOf({ letters }: Workplace): DeadLetters {
  if (letters !== undefined) return letters;
  throw new WinnowError(
    'not-found',
    'there are no dead letters on one machine, only on a stack (--stack NAME): here no queue gives anything up, a turn that breaks is run again at once, and a page that kills its worker is counted as failed (winnow status)',
  );
}

/** So many letters are looked at. */
const most = 10_000;

/** The tickets and orders that their queues gave up. */
export const letters = operation({
  about: 'installation',
  input: {
    limit: field(z._default(whole(1, most), 100), {
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

const wrongId = 'must be the id of a dead letter';

/** One dead letter, with the present state of its host: undefined where the letter names none, or the host is not known. */
export const letter = operation({
  about: 'installation',
  input: { id: field(text(wrongId, 100), { says: 'as the list shows it', isArgument: true }) },
  effect: 'reads',
  async run(place, { id }) {
    const found = (await lettersOf(place).list(most)).filter((one) => one.id === id);
    if (found.length === 0) throw new WinnowError('not-found', `there is no dead letter ${id}`);
    return await Promise.all(
      found.map(async (one) => {
        const meant = one.ticket ?? one.order;
        const host = meant && (await place.ports.hosts.control({ job: meant.job, host: meant.host }));
        return { ...one, host };
      }),
    );
  },
  view: (found, { now }) => found.map((one) => [viewLetter(one, now)]),
});

function viewLetter(found: DeadLetter & { readonly host: HostControl | undefined }, now: number) {
  const { id, sentAt, queue, ticket, order, body, host } = found;
  const meant = ticket ?? order;
  const state =
    host === undefined ? 'it is not known' : `${host.state}, turn ${host.turn}${whenDue(host, now)}`;
  return facts([
    ['id', id],
    ['sent', formatTime(sentAt)],
    ['queue', queue],
    ['job', meant?.job],
    ['host', meant?.host],
    ['turn', ticket && String(ticket.turn)],
    ['document', order?.url],
    ['host now', meant && state],
    [queue === 'tickets' ? 'ticket' : 'order', body],
  ]);
}

function whenDue({ dueAt, ticketExpires, state }: HostControl, now: number): string {
  if (state === 'due' && dueAt !== undefined) return `, due ${formatRelativeTime(dueAt, now)}`;
  if (state === 'ticketed' && ticketExpires !== undefined)
    return `, its ticket is valid until ${formatTime(ticketExpires)}`;
  return '';
}

const wrongIds = 'must be a list of at most 1000 ids of dead letters';

const either = (verb: string): string =>
  `give either IDs or --all: winnow dlq ${verb} ID…, or winnow dlq ${verb} --all`;

/** Empties the queue of dead letters, of all or of those that are named. @param done what becomes of them, in words */
function emptying(verb: 'redrive' | 'drop', done: string) {
  return operation({
    about: 'installation',
    input: {
      ids: field(optional(z.array(text(wrongIds, 100), wrongIds).check(z.maxLength(1_000, wrongIds))), {
        says: 'only dead letters of these ids',
        isArgument: true,
      }),
      all: flag(`${verb} all dead letters`),
    },
    effect: 'changes',
    hasNoDryRun: true,
    refuses: ({ ids, all }) => (ids !== undefined && all ? either(verb) : undefined),
    refusesTyped: ({ ids, all }) => (ids === undefined && !all ? either(verb) : undefined),
    run: async (place, given) => ({ letters: await lettersOf(place)[verb](given.ids) }),
    view: ({ letters: number }) => [[note(`${formatCount(number, 'dead letter')} ${done}`)]],
  });
}

export const redrive = emptying('redrive', 'sent back to the queue');
export const drop = emptying('drop', 'deleted');
