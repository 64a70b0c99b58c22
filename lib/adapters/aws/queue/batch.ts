import type { Ticket } from '../../../ports/tickets.ts';
import { parseTickets } from './ticket-message.ts';

/** A message as Lambda's event source mapping passes it. */
export interface SqsRecord {
  readonly messageId: string;
  readonly body: string;
  readonly attributes: {
    readonly MessageGroupId?: string;
    readonly ApproximateReceiveCount?: string;
  };
}

export interface SqsEvent {
  readonly Records: readonly SqsRecord[];
}

/** The messages that Lambda puts back into the queue; it deletes all others of the batch. */
export interface SqsBatchResponse {
  readonly batchItemFailures: readonly { readonly itemIdentifier: string }[];
}

/** One delivery of a ticket to a worker. */
export interface TicketDelivery {
  readonly ticket: Ticket;
  /** How often the ticket was delivered, this time included. */
  readonly receives: number;
}

/** A message that goes back to the queue, and why. */
export interface Returned {
  readonly messageId: string;
  readonly group: string;
  readonly error: unknown;
}

/** Runs the deliveries of a batch and returns the failed ones. Groups run side by side, each in its order. */
export type BatchWork = (
  deliveries: readonly TicketDelivery[],
) => Promise<readonly { readonly delivery: TicketDelivery; readonly error: unknown }[]>;

/**
 * Runs a batch of SQS FIFO messages as deliveries of tickets. After a failure the rest of its group goes back too, which
 * keeps the order of the group; other groups are not touched. A message that is no ticket fails before `work` gets it,
 * and so does the rest of its group: such a message ends in the dead-letter queue. When `work` throws, all goes back.
 * @param onReturned called with each message that goes back
 */
export async function runBatch(
  event: SqsEvent,
  work: BatchWork,
  onReturned: (returned: Returned) => void = () => {},
): Promise<SqsBatchResponse> {
  const failures = new Map<SqsRecord, unknown>();
  /** The tickets of a message come back together: those that are done do nothing the second time. */
  const records = new Map<TicketDelivery, SqsRecord>();
  const groups = [...Map.groupBy(event.Records, groupOf).values()];
  for (const group of groups) {
    for (const record of group) {
      try {
        for (const delivery of deliveriesOf(record)) records.set(delivery, record);
      } catch (error) {
        failures.set(record, error);
        break;
      }
    }
  }
  try {
    for (const { delivery, error } of await work([...records.keys()])) {
      const record = records.get(delivery);
      if (record !== undefined) failures.set(record, error);
    }
  } catch (error) {
    for (const record of records.values()) failures.set(record, error);
  }
  const returned = groups.flatMap((group) => restAfterFailure(group, failures));
  for (const one of returned) onReturned(one);
  return { batchItemFailures: returned.map(({ messageId }) => ({ itemIdentifier: messageId })) };
}

function restAfterFailure(
  group: readonly SqsRecord[],
  failures: ReadonlyMap<SqsRecord, unknown>,
): readonly Returned[] {
  const first = group.findIndex((record) => failures.has(record));
  if (first === -1) return [];
  const why = failures.get(group[first] as SqsRecord);
  return group.slice(first).map((record) => ({
    messageId: record.messageId,
    group: groupOf(record),
    error: failures.has(record) ? failures.get(record) : why,
  }));
}

function deliveriesOf({ body, attributes }: SqsRecord): readonly TicketDelivery[] {
  const receives = Number(attributes.ApproximateReceiveCount ?? 1);
  return parseTickets(body).map((ticket) => ({ ticket, receives }));
}

/** A message without a group (from a standard queue) forms a group of its own. */
function groupOf({ attributes, messageId }: SqsRecord): string {
  return attributes.MessageGroupId ?? messageId;
}
