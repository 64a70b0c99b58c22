import type { HostName } from '../../base/url/url.ts';
import {
  clearNames,
  forgetOldName,
  moveIn,
  type SegmentReader,
  spend,
  takeVisits,
  waitAgain,
} from '../../domain/frontier/body.ts';
import type { Visit, VisitEntry } from '../../domain/frontier/entry.ts';
import { orderIn, orderMessage } from '../../domain/inbox/order.ts';
import { orderKind } from '../../domain/orders/order-kind.ts';
import { changeLineOf } from '../../pipeline/collection/change-line-of.ts';
import { arrived } from '../../pipeline/collection/renamed-visit.ts';
import {
  openStoredPages,
  type StoredPage,
  type StoredPages,
} from '../../pipeline/collection/stored-pages.ts';
import { segmentReader } from '../../pipeline/frontier/segment-reader.ts';
import { sendOrder } from '../../pipeline/turn/departures.ts';
import { isOutboxFull } from '../../pipeline/turn/outbox-room.ts';
import type { TurnPart } from '../../pipeline/turn/part.ts';
import type { OrderMessage, Turn } from '../../pipeline/turn/turn.ts';
import type { Ports } from '../../ports/ports.ts';
import type { RecordEntry } from '../../ports/records.ts';
import { deletedSince } from './deleted-since.ts';
import { progressOf } from './host-state.ts';
import { type JournalEntry, type JournalName, partName, readPart } from './journal.ts';

/** Has a host of a group be as it was before: first the alias, which tells the preferred host when it has all back. */
export interface UnaliasOrder extends JournalName {
  readonly alias: HostName;
  readonly parts: number;
  /** The alias has all back. */
  readonly isBack?: true;
}

export const unaliasOrder = orderKind<UnaliasOrder>('unalias');

/** Parts of journals that a turn reads. */
const partsPerTurn = 20;
/** The cause that removals from records give. */
const cause = 'respelled';

/** Undoes what aliases did to the host, in slices. Each slice is part of its turn, and may be done again. */
export function openUnaliasing(turn: Turn): TurnPart {
  const asked: OrderMessage<UnaliasOrder>[] = [];
  return {
    name: 'unalias',
    take({ id, message }) {
      const order = orderIn(message, unaliasOrder);
      if (order !== undefined) asked.push({ id, order });
      return order !== undefined;
    },
    async beforeVisits() {
      const done: string[] = [];
      for (const { id, order } of asked) if (await goOn(turn, order)) done.push(id);
      return { done };
    },
  };
}

/** @returns whether the host has done its share */
async function goOn(turn: Turn, order: UnaliasOrder): Promise<boolean> {
  const { ports, key, body, harvest } = turn;
  const state = progressOf(body);
  const isPreferred = order.isBack === true || key.host !== order.alias;
  const journal = { job: key.job, host: order.preferred };
  let part = state.get(order.id) ?? 0;
  for (const end = Math.min(order.parts, part + partsPerTurn); part < end; part += 1) {
    const entries = await readPart(ports, journal, order, part);
    if (!(await (isPreferred ? giveBack(turn, entries) : takeBack(turn, order, entries)))) break;
    if (isPreferred) spend(body, [partName(order, part)]);
  }
  const isDone = part === order.parts;
  if (isDone) state.delete(order.id);
  else state.set(order.id, part);
  if (isDone && !isPreferred)
    sendOrder(harvest.departures, order.preferred, orderMessage(unaliasOrder, { ...order, isBack: true }));
  return isDone;
}

/**
 * At the alias: enters what it knew, but for pages that were deleted at the preferred host since. What it has come to know since
 * stays.
 * @returns whether there was room for all
 */
async function takeBack(turn: Turn, order: UnaliasOrder, entries: readonly JournalEntry[]): Promise<boolean> {
  const { ports, key, body, harvest } = turn;
  const known = await clearNames(body, new Set(entries.map(({ url }) => url)), segmentReader(ports, key));
  const stored = openStoredPages(ports);
  const deleted = await deletedSince(turn, order.preferred, entries);
  let hasRoom = true;
  for (const { url, was, record } of entries) {
    if (body.visits.has(url) || known.has(url)) continue;
    const away = deleted.get(url);
    if (away !== undefined) moveIn(body, away.visit, away);
    else if ('pending' in was) waitAgain(body, was.pending);
    else if (isOutboxFull(harvest)) hasRoom = false;
    else {
      const visit = await arrived(turn, was.visit.visit, url, orAsItWas(ports, stored, record));
      moveIn(body, visit, was.visit);
    }
  }
  return hasRoom;
}

/** Stored pages; a record that no URL leads to any more is found by the entry that it had. */
function orAsItWas(
  ports: Pick<Ports, 'changes'>,
  stored: StoredPages,
  entry: RecordEntry | undefined,
): Pick<StoredPages, 'of'> {
  return {
    async of(key, visit): Promise<StoredPage | undefined> {
      const found = await stored.of(key, visit);
      if (found !== undefined || entry === undefined) return found;
      const line = await changeLineOf(ports, key.job, entry);
      return line?.record && { line, record: line.record, entry };
    },
  };
}

/**
 * At the preferred host: drops what only the alias knew, and puts back what the alias's took the place of. What was visited
 * since stays: it is a page of this host.
 * @returns whether there was room for all
 */
async function giveBack(turn: Turn, entries: readonly JournalEntry[]): Promise<boolean> {
  const { ports, key, body, harvest } = turn;
  const read = segmentReader(ports, key);
  const known = await clearNames(body, new Set(entries.map(({ to }) => to)), read);
  for (const { to, was, own } of entries) {
    const here = body.visits.get(to) ?? known.get(to);
    if (here !== undefined && isOfAlias(here.visit, was, own)) {
      if (isOutboxFull(harvest)) return false;
      await dropVisit(turn, here, read);
      if (own !== undefined && 'visit' in own) moveIn(body, { ...own.visit.visit, url: to }, own.visit);
    } else if (here !== undefined) continue;
    if (own !== undefined && 'pending' in own) waitAgain(body, own.pending);
  }
  return true;
}

/** Whether a visit came from the alias, and the page was not visited since. */
function isOfAlias(here: Visit, was: JournalEntry['was'], own: JournalEntry['own']): boolean {
  if (!('visit' in was) || (own !== undefined && 'visit' in own && own.visit.visit.at === here.at))
    return false;
  // A visit that takes the place of another one may be a millisecond later (`moveInFor`).
  const laterMs = here.at - was.visit.visit.at;
  return (laterMs === 0 || laterMs === 1) && here.md5 === was.visit.visit.md5;
}

async function dropVisit(
  { body, ports, harvest }: Turn,
  entry: VisitEntry,
  read: SegmentReader,
): Promise<void> {
  const { url, md5 } = entry.visit;
  await takeVisits(body, [entry], read);
  forgetOldName(body, url);
  if (md5 !== undefined) harvest.removals.push({ md5, url, cause, at: ports.clock.now() });
}
