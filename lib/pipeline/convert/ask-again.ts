import type { CanonicalUrl } from '../../base/url/url.ts';
import { conversionsOf, type WaitingConversion } from '../../domain/convert/host-state.ts';
import { maxAsks, waitMs } from '../../domain/convert/lost.ts';
import { settle } from '../../domain/frontier/body.ts';
import type { ConvertedNews } from '../../domain/inbox/inbox-item.ts';
import type { SettledVisit } from '../turn/part.ts';
import type { Turn } from '../turn/turn.ts';
import { endOfDocument, settleDocument, takeConverting, unreadable } from './settle-document.ts';

/** Conversions that one turn asks for again. */
const maxAgain = 25;

export interface AskedAgain {
  readonly ask: readonly ConvertedNews[];
  readonly settled: readonly SettledVisit[];
  /** Ids of conversions that are over. */
  readonly drop: readonly string[];
}

/**
 * Asks again for conversions that count as lost. Asking twice does no harm: the id says which document is meant, and its
 * first result counts. A document whose conversion was lost again and again is unreadable.
 */
export async function askAgain(turn: Turn): Promise<AskedAgain> {
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
