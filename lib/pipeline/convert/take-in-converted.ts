import { keptHeaders } from '../../archive/documents.ts';
import { WinnowError } from '../../base/error.ts';
import type { Outcome } from '../../base/fetch/outcome.ts';
import { validatorsOf } from '../../base/fetch/validators.ts';
import { decodeDocument, decodeResult, type StagedResult } from '../../domain/convert/conversion.ts';
import { conversionsOf } from '../../domain/convert/host-state.ts';
import { putBack, settle } from '../../domain/frontier/body.ts';
import type { ConvertedNews } from '../../domain/orders/converted-news.ts';
import { settingsFor } from '../../domain/settings/overrides.ts';
import { permitOf } from '../politeness/permit.ts';
import { isOutboxFull } from '../turn/outbox-room.ts';
import type { SettledVisit } from '../turn/part.ts';
import type { OrderMessage, Turn } from '../turn/turn.ts';
import type { Kept, Visited } from '../turn/visited.ts';
import type { PageVisit } from '../visit/steps.ts';
import { takeInDocument } from '../visit/visit.ts';
import {
  type ConvertingWork,
  endOfDocument,
  settleDocument,
  type TakenIn,
  takeConverting,
  unreadable,
} from './settle-document.ts';

const digestDigits = 16;

/** Takes in what became of documents, without asking their host for anything. */
export async function takeInConverted(
  turn: Turn,
  told: readonly OrderMessage<ConvertedNews>[],
): Promise<TakenIn> {
  const done: string[] = [];
  const settled: SettledVisit[] = [];
  const drop: string[] = [];
  for (const { id: message, order } of told) {
    if (isOutboxFull(turn.harvest) || turn.room.isFull()) break;
    const ended = await takeInOne(turn, order);
    if (ended === 'later') break;
    if (ended !== 'over') settled.push(ended);
    done.push(message);
    drop.push(order.id);
  }
  return { done, settled, drop };
}

/** Gives documents up that killed the workers that were to take them in. */
export async function giveUpDocuments(
  turn: Turn,
  told: readonly OrderMessage<ConvertedNews>[],
): Promise<TakenIn> {
  const settled: SettledVisit[] = [];
  for (const { order } of told) {
    const work = await waitingWork(turn, order);
    if (work === undefined) continue;
    const outcome = unreadable('workers died while they took it in');
    settled.push(settleDocument(turn, work, endOfDocument(turn, work, outcome)));
  }
  return { done: told.map(({ id }) => id), settled, drop: told.map(({ order }) => order.id) };
}

/** Undefined: the host does not wait for this document, because another turn has taken it in, or a later visit took its place. */
async function waitingWork(turn: Turn, { url, id }: ConvertedNews): Promise<ConvertingWork | undefined> {
  const waiting = conversionsOf(turn.body);
  if (waiting.get(url)?.id !== id) return undefined;
  const work = await takeConverting(turn, url);
  if (work === undefined) waiting.delete(url);
  return work;
}

/** `over`: there is nothing to settle. `later`: its text cannot be read now. */
async function takeInOne(turn: Turn, news: ConvertedNews): Promise<SettledVisit | 'over' | 'later'> {
  const { ports, key, body } = turn;
  const work = await waitingWork(turn, news);
  if (work === undefined) return 'over';
  const bytes = await ports.conversions.read(key, news.id, 'result');
  if (bytes === undefined) {
    // Neither the document nor its text is stored any more: the visit has to bring it again.
    conversionsOf(body).delete(work.url);
    settle(body, { ...work.visit, next: ports.clock.now() });
    return 'over';
  }
  const visited = await visitedBy(turn, work, news, resultIn(bytes));
  if (visited !== 'later') return settleDocument(turn, work, visited);
  putBack(body, work);
  return 'later';
}

function resultIn(bytes: Uint8Array): StagedResult | WinnowError {
  try {
    return decodeResult(bytes);
  } catch (error) {
    if (error instanceof WinnowError && error.code === 'corrupt') return error;
    throw error;
  }
}

async function visitedBy(
  turn: Turn,
  work: ConvertingWork,
  { id }: ConvertedNews,
  result: StagedResult | WinnowError,
): Promise<Visited | 'later'> {
  if (result instanceof WinnowError) return endOfDocument(turn, work, unreadable(result.message));
  const { head, conversion } = result;
  const digest = head.digest.slice(0, digestDigits);
  const refusal = refusalOf(turn, work);
  if (refusal !== undefined) return endOfDocument(turn, work, refusal);
  if (conversion.kind !== 'converted') {
    const outcome: Outcome =
      conversion.kind === 'unreadable' && conversion.reason === 'unsupported'
        ? { kind: 'unsupported', mediaType: head.mediaType }
        : unreadable(
            conversion.kind === 'ended' ? conversion.detail : `${conversion.reason}: ${conversion.detail}`,
          );
    return endOfDocument(turn, work, outcome, digest);
  }
  const visit = await pageVisit(turn, work, id, { head, html: conversion.html });
  const end = await takeInDocument(visit);
  if (end.kind === 'put-off') return 'later';
  const seen = { status: head.response.status, ...validatorsOf(visit.result.headers), digest };
  return { ...end, seen, ...(end.kept === undefined ? {} : { kept: datedNow(end.kept, visit.at) }) };
}

/** The record is made now, not when the document came; its text cannot be read again from the raw document (`OutboxPage.at`). */
function datedNow(kept: Kept, at: number): Kept {
  return kept.page === undefined ? kept : { ...kept, page: { ...kept.page, at } };
}

/** What a person has blocked since the visit does not come into the collection. */
function refusalOf({ settings, job }: Turn, { url }: ConvertingWork): Outcome | undefined {
  const blocks = job.holds?.filter(({ verb }) => verb === 'block');
  const reason = permitOf(settings, blocks)(url);
  return reason === undefined ? undefined : { kind: 'denied', by: 'scope', rule: reason };
}

/** The visit of a document as it was when the document came, with the text that it has now. */
async function pageVisit(
  turn: Turn,
  work: ConvertingWork,
  id: string,
  { head, html }: Pick<StagedResult, 'head'> & { readonly html: string },
): Promise<PageVisit> {
  const { ports, key } = turn;
  const settings = settingsFor(turn.settings, work.url);
  const keepsBytes = settings.documents.keep || settings.offTopic.keep === 'all';
  const stored = keepsBytes ? await ports.conversions.read(key, id, 'document') : undefined;
  const body = stored === undefined ? new Uint8Array() : decodeDocument(stored).body;
  const { response, usage } = head;
  const { status, truncated, wireBytes } = response;
  const headers = keptHeaders(response);
  const { visit: before, ...first } = work;
  return {
    ...{ turn, settings, response, spelling: work.url, conditional: false, body: { body } },
    // The visit that brought the document may have been the first.
    work: before.firstSeen === before.at && before.md5 === undefined ? first : work,
    at: ports.clock.now(),
    readings: new Set(['sketch'] as const),
    rules: { verdict: () => ({ allowed: true }), usage: () => usage },
    result: { kind: 'response', status, headers, body, truncated, wireBytes, elapsedMs: 0 },
    converted: { html, mediaType: head.mediaType, digest: head.digest },
  };
}
