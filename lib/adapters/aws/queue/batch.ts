import type { Ticket } from '../../../ports/tickets.ts';
import { parseTicket } from './ticket-message.ts';

/** A message as Lambda's event source mapping hands it over. */
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

/** What Lambda puts back into the queue; everything else it deletes. */
export interface SqsBatchResponse {
  readonly batchItemFailures: readonly { readonly itemIdentifier: string }[];
}

/** A ticket in a worker's hands. */
export interface TicketDelivery {
  readonly ticket: Ticket;
  /** 1 the first time. */
  readonly receives: number;
}

/** Why a message goes back to the queue. */
export interface Returned {
  readonly messageId: string;
  readonly group: string;
  readonly error: unknown;
}

/** Runs the deliveries of a batch and says which failed; groups side by side, in their order inside a group. */
export type BatchWork = (
  deliveries: readonly TicketDelivery[],
) => Promise<readonly { readonly delivery: TicketDelivery; readonly error: unknown }[]>;

/**
 * A batch of SQS FIFO messages as deliveries of tickets. After a failure the rest of that group goes back too, so
 * that its order stays, and no other group's. A message that is no ticket fails before `work` sees it or what follows
 * it in its group: it ends in the dead-letter queue. When `work` itself throws, everything goes back.
 * @param onReturned is told of each message that goes back
 */
export async function runBatch(
  event: SqsEvent,
  work: BatchWork,
  onReturned: (returned: Returned) => void = () => {},
): Promise<SqsBatchResponse> {
  const failures = new Map<SqsRecord, unknown>();
  const records = new Map<TicketDelivery, SqsRecord>();
  const groups = [...Map.groupBy(event.Records, groupOf).values()];
  for (const group of groups) {
    for (const record of group) {
      try {
        records.set(deliveryOf(record), record);
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

function deliveryOf({ body, attributes }: SqsRecord): TicketDelivery {
  return { ticket: parseTicket(body), receives: Number(attributes.ApproximateReceiveCount ?? 1) };
}

/** A message without a group (from a standard queue) is a group of its own. */
function groupOf({ attributes, messageId }: SqsRecord): string {
  return attributes.MessageGroupId ?? messageId;
}
