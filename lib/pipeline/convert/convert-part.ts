import type { CanonicalUrl } from '../../base/url/url.ts';
import { maxAsks, waitMs } from '../../documents/settings.ts';
import { conversionsOf, maxWaiting, type WaitingConversion } from '../../domain/convert/host-state.ts';
import { settle } from '../../domain/frontier/body.ts';
import { orderIn } from '../../domain/inbox/order.ts';
import { type ConvertedNews, convertedNews } from '../../domain/orders/converted-news.ts';
import type { SettledVisit, TurnPart, VisitPreparation } from '../turn/part.ts';
import { tryWithCare } from '../turn/try-with-care.ts';
import type { OrderMessage, Turn } from '../turn/turn.ts';
import {
  endOfDocument,
  nothingTaken,
  settleDocument,
  type TakenIn,
  takeConverting,
  unreadable,
} from './settle-document.ts';
import { giveUpDocuments, takeInConverted } from './take-in-converted.ts';

/** What a turn notes that it tries (`tryWithCare`) before it takes documents in. */
export const takingIn = 'documents that were converted';

/** Documents that one turn takes in. */
const maxTaken = 25;
/** If so many turns in a row began to take documents in and never ended, the documents kill the workers. */
const maxTries = 3;
/** How long a host rests that waits for more documents than it may, unless one of them arrives. */
const restMs = 60_000;

/**
 * Follows the documents of a host that are being converted: asks for their conversion, takes in what became of them, and
 * asks again for what was lost.
 */
export function openConversions(turn: Turn): TurnPart {
  const { body, harvest, ports } = turn;
  const told: OrderMessage<ConvertedNews>[] = [];
  const ask: ConvertedNews[] = [];
  const drop: string[] = [];

  async function takeIn(): Promise<TakenIn> {
    if (told.length === 0) return nothingTaken;
    const mayTake = !turn.careful || (await tryWithCare(turn, takingIn, maxTries));
    return mayTake ? await takeInConverted(turn, told) : await giveUpDocuments(turn, told);
  }

  return {
    name: 'convert',
    take({ id, message }) {
      const order = orderIn(message, convertedNews);
      if (order === undefined) return false;
      if (told.length < maxTaken) told.push({ id, order });
      return true;
    },
    async beforeVisits(): Promise<VisitPreparation> {
      const taken = await takeIn();
      const again = await askAgain(turn);
      ask.push(...again.ask);
      drop.push(...taken.drop, ...again.drop);
      const isFull = conversionsOf(body).size >= maxWaiting;
      if (isFull) harvest.putOffUntil = ports.clock.now() + restMs;
      // A careful turn does only one thing.
      const visitsNothing = isFull || (turn.careful && told.length > 0);
      return { done: taken.done, settled: [...taken.settled, ...again.settled], visitsNothing };
    },
    visited({ work: { url }, visited: { outcome, at } }) {
      const waiting = conversionsOf(body);
      const before = waiting.get(url);
      if (before !== undefined) drop.push(before.id);
      waiting.delete(url);
      if (outcome.kind !== 'converting') return undefined;
      waiting.set(url, { id: outcome.id, asks: 1, until: at + waitMs(1) });
      ask.push({ url, id: outcome.id });
      return undefined;
    },
    close() {
      if (ask.length + drop.length > 0) harvest.owed = { ...harvest.owed, conversions: { ask, drop } };
    },
  };
}

/** Conversions that one turn asks for again. */
const maxAgain = 25;

interface AskedAgain {
  readonly ask: readonly ConvertedNews[];
  readonly settled: readonly SettledVisit[];
  /** Ids of conversions that are over. */
  readonly drop: readonly string[];
}

/**
 * Asks again for conversions that count as lost. Asking twice does no harm: the id says which document is meant, and its
 * first result counts. A document whose conversion was lost again and again is unreadable.
 */
async function askAgain(turn: Turn): Promise<AskedAgain> {
  const ask: ConvertedNews[] = [];
  const settled: SettledVisit[] = [];
  const drop: string[] = [];
  for (const [url, waiting] of lost(turn).slice(0, maxAgain)) {
    const work = await takeConverting(turn, url);
    if (work === undefined) {
      conversionsOf(turn.body).delete(url);
      drop.push(waiting.id);
    } else if (waiting.asks >= maxAsks) {
      const outcome = unreadable(`its conversion was lost ${waiting.asks} times`);
      settled.push(settleDocument(turn, work, endOfDocument(turn, work, outcome)));
      drop.push(waiting.id);
    } else {
      const asks = waiting.asks + 1;
      const until = turn.ports.clock.now() + waitMs(asks);
      settle(turn.body, { ...work.visit, next: until });
      conversionsOf(turn.body).set(url, { id: waiting.id, asks, until });
      ask.push({ url, id: waiting.id });
    }
  }
  return { ask, settled, drop };
}

function lost({ body, ports }: Turn): readonly (readonly [CanonicalUrl, WaitingConversion])[] {
  const now = ports.clock.now();
  return [...conversionsOf(body)].filter(([, { until }]) => until <= now);
}
