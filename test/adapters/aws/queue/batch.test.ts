import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type BatchWork,
  type Returned,
  runBatch,
  type SqsRecord,
  type TicketDelivery,
} from '../../../../lib/adapters/aws/queue/batch.ts';
import { encodeTickets } from '../../../../lib/adapters/aws/queue/ticket-message.ts';
import { hostName } from '../../../contracts/fixture.ts';

const ticketOf = (group: string, turn: number) => ({
  job: 'a-job',
  host: hostName(`${group}.example`),
  turn,
  id: `${group}-${turn}`,
  gate: `${group}.example`,
  config: '0123456789abcdef',
  pages: 5,
});

function record(group: string, turn: number, body?: string, receives = 1): SqsRecord {
  return {
    messageId: `m-${group}-${turn}`,
    body: body ?? encodeTickets([ticketOf(group, turn)]),
    attributes: { MessageGroupId: group, ApproximateReceiveCount: String(receives) },
  };
}

/** Work that remembers what it was given and fails these tickets. */
function working(...failing: readonly string[]): {
  readonly work: BatchWork;
  readonly seen: TicketDelivery[];
} {
  const seen: TicketDelivery[] = [];
  const work: BatchWork = async (deliveries) => {
    seen.push(...deliveries);
    return deliveries
      .filter(({ ticket }) => failing.includes(ticket.id))
      .map((delivery) => ({ delivery, error: new Error(delivery.ticket.id) }));
  };
  return { work, seen };
}

async function returned(records: readonly SqsRecord[], work: BatchWork): Promise<readonly string[]> {
  const { batchItemFailures } = await runBatch({ Records: records }, work);
  return batchItemFailures.map(({ itemIdentifier }) => itemIdentifier);
}

describe('a batch of tickets', () => {
  const records = [
    record('a', 1),
    record('b', 1),
    record('a', 2),
    record('c', 1, undefined, 2),
    record('a', 3),
  ];

  it('returns nothing when nothing failed', async () => {
    const { work, seen } = working();
    expect(await returned(records, work)).toEqual([]);
    expect(seen.map(({ ticket }) => ticket.id).sort()).toEqual(['a-1', 'a-2', 'a-3', 'b-1', 'c-1']);
  });

  it('says how often each ticket was received', async () => {
    const { work, seen } = working();
    await returned(records, work);
    expect(seen.find(({ ticket }) => ticket.id === 'c-1')?.receives).toBe(2);
    expect(seen.find(({ ticket }) => ticket.id === 'a-1')?.receives).toBe(1);
  });

  it('returns what failed and the rest of its group, and no other group', async () => {
    expect(await returned(records, working('a-2').work)).toEqual(['m-a-2', 'm-a-3']);
  });

  it('returns everything when the work itself throws: nothing is taken for done', async () => {
    const work: BatchWork = async () => {
      throw new Error('no database');
    };
    expect([...(await returned(records, work))].sort()).toEqual([
      'm-a-1',
      'm-a-2',
      'm-a-3',
      'm-b-1',
      'm-c-1',
    ]);
  });

  it.each(['', '{', '[]', 'null', '{"v":1}', '{"v":2,"job":"x"}'])(
    'returns a message that is no ticket (%j) and what follows it in its group, which is not run',
    async (body) => {
      const { work, seen } = working();
      const bad = [record('a', 1), record('a', 2, body), record('a', 3), record('b', 1)];
      expect(await returned(bad, work)).toEqual(['m-a-2', 'm-a-3']);
      expect(seen.map(({ ticket }) => ticket.id)).toEqual(['a-1', 'b-1']);
    },
  );

  it('runs all tickets of a message, and returns it when one of them failed', async () => {
    const shared = [
      record('m', 1, encodeTickets([ticketOf('a', 1), ticketOf('b', 1), ticketOf('c', 1)])),
      record('n', 1, encodeTickets([ticketOf('d', 1), ticketOf('e', 1)]), 2),
    ];
    const { work, seen } = working('b-1');
    expect(await returned(shared, work)).toEqual(['m-m-1']);
    expect(seen.map(({ ticket, receives }) => [ticket.id, receives])).toEqual([
      ['a-1', 1],
      ['b-1', 1],
      ['c-1', 1],
      ['d-1', 2],
      ['e-1', 2],
    ]);
  });

  it('tells why each message goes back', async () => {
    const why: Returned[] = [];
    await runBatch({ Records: records }, working('a-2').work, (one) => why.push(one));
    expect(why).toEqual([
      { messageId: 'm-a-2', group: 'a', error: new Error('a-2') },
      { messageId: 'm-a-3', group: 'a', error: new Error('a-2') },
    ]);
  });

  it('never returns a ticket before the first failure of its group, and always all after it', async () => {
    const shape = fc.array(
      fc.record({ group: fc.constantFrom('a', 'b', 'c'), fails: fc.boolean(), broken: fc.boolean() }),
      { maxLength: 10 },
    );
    await fc.assert(
      fc.asyncProperty(shape, async (items) => {
        const batch = items.map(({ group, broken }, turn) => record(group, turn, broken ? '{' : undefined));
        const failing = items.flatMap(({ group, fails }, turn) => (fails ? [`${group}-${turn}`] : []));
        const expected = ['a', 'b', 'c'].flatMap((group) => {
          const own = items.flatMap((item, turn) => (item.group === group ? [{ ...item, turn }] : []));
          const first = own.findIndex(({ fails, broken }) => fails || broken);
          return first === -1 ? [] : own.slice(first).map(({ turn }) => `m-${group}-${turn}`);
        });
        expect([...(await returned(batch, working(...failing).work))].sort()).toEqual([...expected].sort());
      }),
    );
  });
});
