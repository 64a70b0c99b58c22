import { countsAsPage } from '../../base/links/url-role.ts';
import { heldCount } from './counters.ts';
import { isAsked, isSeed, type PendingEntry } from './entry.ts';
import { type HeldReason, type HeldTries, noTries, type Order } from './order.ts';
import type { HostBody } from './store/state.ts';

/** Sets the order of this turn. URLs that were held under another key are checked again. */
export function setOrder(body: HostBody, order: Order): void {
  body.order = order;
  if (order.key === body.heldKey) return;
  body.heldKey = order.key;
  checkHeldAgain(body);
}

/** Has all held URLs checked again, the spilled ones as they are pulled. */
export function checkHeldAgain(body: HostBody): void {
  body.thaw = body.heldRuns.length > 0;
  body.siftedAt = -1;
}

/** Why a pending URL is held; undefined when it is not. */
export function holdOf({ order }: HostBody, entry: PendingEntry): HeldReason | undefined {
  return isAsked(entry) || isSeed(entry) || !countsAsPage(entry) ? undefined : order.holdOf(entry);
}

/**
 * Notes a further link to a waiting URL: a source that speaks for the URL takes the place of its own. That may free the URL,
 * and so may another rank; another rank may hold it, too.
 * @param isOther whether the link changed the rank
 */
export function creditLink(body: HostBody, entry: PendingEntry, from: number, isOther: boolean): void {
  const better = body.order.betterSource?.(entry, from);
  if (better !== undefined) entry.from = better;
  const isHeld = body.held.has(entry.url);
  if (!isOther && (better === undefined || !isHeld)) return;
  (isHeld ? body.held : body.pending).delete(entry.url);
  place(body, entry);
}

/** Puts a URL among the pending or the held ones. */
export function place(body: HostBody, entry: PendingEntry): void {
  (mustWait(body, entry) ? body.held : body.pending).set(entry.url, entry);
}

/** Whether a URL is held even by the source that speaks for it best. */
function mustWait(body: HostBody, entry: PendingEntry): boolean {
  if (holdOf(body, entry) === undefined) return false;
  const better = body.order.betterSource?.(entry);
  if (better === undefined) return true;
  entry.from = better;
  return holdOf(body, entry) !== undefined;
}

/** Checks the pending and held URLs of the head again: holds those that are to be held, and lets the others go. */
export function sift(body: HostBody): void {
  const { order, pending, held } = body;
  const epoch = order.epoch();
  if (body.siftedAt === epoch) return;
  if (order.takeFreed() && body.heldRuns.length > 0) body.thaw = true;
  body.siftedAt = epoch;
  for (const entry of pending.values()) {
    if (!mustWait(body, entry)) continue;
    pending.delete(entry.url);
    held.set(entry.url, entry);
  }
  for (const entry of [...held.values()]) {
    held.delete(entry.url);
    place(body, entry);
  }
}

/** @param now epoch ms */
export function heldTries({ order }: HostBody, now: number): HeldTries {
  return order.tries?.(now) ?? noTries;
}

/** The held URL of the head that may be taken now. @param now epoch ms */
export function heldToTry({ order, held }: HostBody, now: number): PendingEntry | undefined {
  return held.size === 0 ? undefined : order.tryFirst?.(held.values(), now);
}

/** Whether a held URL may be taken. @param now epoch ms */
export function mayTryHeld(body: HostBody, now: number): boolean {
  if (heldCount(body) === 0) return false;
  return heldTries(body, now).now > 0 || (body.thaw && body.heldRuns.length > 0);
}
