import type { Outcome } from '../../base/fetch/outcome.ts';
import type { CanonicalUrl } from '../../base/url/url.ts';
import { conversionsOf } from '../../domain/convert/host-state.ts';
import { takeVisits, untally, visitsOf } from '../../domain/frontier/body.ts';
import type { Work } from '../../domain/frontier/entry.ts';
import { segmentReader } from '../frontier/segment-reader.ts';
import type { SettledVisit } from '../turn/part.ts';
import type { Turn } from '../turn/turn.ts';
import type { Visited } from '../turn/visited.ts';
import { enterOutcome } from '../visit/settle-visit.ts';

/** What a turn took in of documents that were converted. */
export interface TakenIn {
  /** Ids of messages that are done; the others stay for the next turn. */
  readonly done: readonly string[];
  readonly settled: readonly SettledVisit[];
  /** Ids of conversions that are over. */
  readonly drop: readonly string[];
}

export const nothingTaken: TakenIn = { done: [], settled: [], drop: [] };

/** A visit whose document is being converted, in progress. */
export type ConvertingWork = Work & Required<Pick<Work, 'visit'>>;

/** Takes the visit of a document that is being converted; undefined: the URL has another outcome, or is not there any more. */
export async function takeConverting(
  { ports, key, body }: Turn,
  url: CanonicalUrl,
): Promise<ConvertingWork | undefined> {
  const read = segmentReader(ports, key);
  const entries = [...(await visitsOf(body, [url], read)).values()];
  const [entry] = entries;
  if (entry?.visit.outcome !== 'converting') return undefined;
  const [work] = await takeVisits(body, entries, read);
  return work;
}

/** Settles a visit as if its document had been read when it came. */
export function settleDocument(turn: Turn, work: ConvertingWork, visited: Visited): SettledVisit {
  const { body, harvest } = turn;
  untally(body, 'converting');
  conversionsOf(body).delete(work.url);
  // The bytes were counted when they came.
  const settled = enterOutcome(turn, work, { ...visited, bytes: 0 }, visited.at);
  harvest.settled.push(settled.report);
  return settled;
}

/** @param bytes a digest of the document, if nothing but other bytes can change the outcome */
export function endOfDocument(turn: Turn, work: ConvertingWork, outcome: Outcome, digest?: string): Visited {
  const { status, etag, lastModified } = work.visit;
  const seen = { status, etag, lastModified, digest };
  return {
    kind: 'visited',
    outcome,
    at: turn.ports.clock.now(),
    bytes: 0,
    seen: Object.fromEntries(Object.entries(seen).filter(([, value]) => value !== undefined)),
  };
}

export function unreadable(detail: string): Outcome {
  return { kind: 'failed', reason: 'unreadable', detail };
}
