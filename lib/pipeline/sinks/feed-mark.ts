import { defined } from '../../base/defined.ts';
import type { Ports } from '../../ports/ports.ts';
import { type ConsumerAccount, ToldSoFar } from '../feed/account.ts';
import { type FeedObject, type FeedPlace, readFeed } from '../feed/read-feed.ts';

/** How much of the feed was handed on. */
export interface FeedMark {
  /** Where a listing that was begun goes on. */
  readonly place?: FeedPlace;
  /** What earlier listings brought, and this one so far; of stores that list in another order than objects are put. */
  readonly told?: ConsumerAccount;
  readonly soFar?: ConsumerAccount;
}

export interface MarkedObject {
  /** Absent: the listing has ended. */
  readonly found?: FeedObject;
  /** Behind it. */
  readonly mark: FeedMark;
}

/**
 * The changes objects of a job behind a mark.
 * @param isOrdered objects that are put later come later in a listing: a place in it is all that is to be known
 */
export async function* objectsBehind(
  ports: Pick<Ports, 'changes'>,
  job: string,
  { place, told, soFar }: FeedMark,
  isOrdered: boolean,
): AsyncGenerator<MarkedObject> {
  const from = defined({ from: place });
  if (isOrdered) {
    for await (const found of readFeed(ports, job, { since: 0, ...from }))
      yield { found, mark: { place: found.place } };
    return;
  }
  const account = new ToldSoFar(told, soFar);
  const read = { since: told?.since ?? 0, ...from };
  for await (const found of readFeed(ports, job, read, (object) => !account.has(object))) {
    account.add(found.object);
    yield { found, mark: { place: found.place, soFar: account.told(), ...defined({ told }) } };
  }
  yield { mark: { told: account.told() } };
}
