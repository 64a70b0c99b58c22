import { defined } from '../../base/defined.ts';
import type { Candidate } from '../../base/links/link.ts';
import { presentName } from '../../base/url/present-name.ts';
import { type CanonicalUrl, hostOf } from '../../base/url/url.ts';
import { isMarked as isMarkedPage, isPlain, type RevisitMark } from '../../domain/control/revisit-mark.ts';
import {
  admitWithin,
  forgetCutOff,
  markDueBefore,
  markVisits,
  reached,
  revisit,
} from '../../domain/frontier/body.ts';
import type { Visit } from '../../domain/frontier/entry.ts';
import { decodeInboxMessage, type InboxMessage, urlsIn } from '../../domain/inbox/inbox-item.ts';
import { linkedBy } from '../../domain/revisit/linked-by.ts';
import { settingsFor } from '../../domain/settings/overrides.ts';
import { classHierarchy } from '../../topic/settings.ts';
import { admissible } from '../frontier/candidates.ts';
import { segmentReader } from '../frontier/segment-reader.ts';
import { sendAsked, sendCandidate, sendSites } from '../turn/departures.ts';
import { isOutboxFull } from '../turn/outbox-room.ts';
import { inPresentNames, isLeaving, spellingIn } from '../turn/present-names.ts';
import type { Turn } from '../turn/turn.ts';

/** Inbox items that one turn takes in. */
const maxInboxItems = 50;

/** The inbox as a turn took it in. */
export interface Inbox {
  /** Items that were read. */
  readonly items: number;
  /** Ids of items that are done; some items wait for a turn with the job's present settings. */
  readonly taken: readonly string[];
}

/**
 * Reads the inbox of a host, gives each part its messages, and takes in the links of the rest, under their present names.
 * Links that belong to another host are sent there.
 */
export async function takeInbox(turn: Turn): Promise<Inbox> {
  const items = await turn.ports.hosts.inbox(turn.key, maxInboxItems);
  const letters = items.map(({ id, bytes }) => ({ id, message: decodeInboxMessage(bytes) }));
  const mayTake = await isUpToDate(
    turn,
    letters.map(({ message }) => message),
  );
  const readable = letters.filter(({ message }) => mayTake || message.again === undefined);
  const own = readable.filter((letter) => !turn.parts.some((part) => part.take?.(letter)));
  const taken: string[] = [];
  const present = newsFor(turn);
  for (const { id, message } of own) {
    // What is sent on stays in the outbox until it is delivered.
    if (isOutboxFull(turn.harvest)) continue;
    if (message.mark === undefined || (await markPages(turn, message.mark))) {
      taken.push(id);
      turn.harvest.taken += urlsIn(message);
    }
    await takeIn(turn, message, present);
  }
  return { items: items.length, taken };
}

async function takeIn(
  { ports, key, body, settings }: Turn,
  message: InboxMessage,
  present: News,
): Promise<void> {
  const isOrder = message.candidates.length === 0 && message.moved === undefined;
  if (message.again !== undefined && isOrder) forgetCutOff(body);
  if (message.candidates.length > 0 || message.visit !== undefined || message.moved !== undefined)
    reached(body, message.hostHops ?? 0);
  const hostHops = body.hostHops ?? 0;
  const candidates = present
    .candidates(message.candidates)
    .filter((one) => admissible(one, hostHops, settings));
  admitWithin(body, candidates, settingsFor(settings, key.host).budgets);
  for (const [url, sites] of present.sites(message.sites ?? [])) linkedBy(body, url, sites);
  if (message.dueBefore !== undefined) markDueBefore(body, message.dueBefore);
  const asked = message.visit && present.asked(message.visit);
  if (asked !== undefined) await revisit(body, asked, segmentReader(ports, key));
}

/** What a message says about URLs of this host, under their present names. What it says about other hosts is sent there. */
interface News {
  candidates(all: readonly Candidate[]): readonly Candidate[];
  sites(all: NonNullable<InboxMessage['sites']>): NonNullable<InboxMessage['sites']>;
  asked(url: CanonicalUrl): CanonicalUrl | undefined;
}

/** Links that were found before the `url` settings changed have their old names. */
function newsFor(turn: Turn): News {
  const { settings, key } = turn;
  const { departures } = turn.harvest;
  if (!isLeaving(turn)) {
    const spell = spellingIn(settings, key.host);
    return {
      candidates: (all) => inPresentNames(all, spell),
      sites: (all) => all.map(([url, sites]) => [spell(url), sites] as const),
      asked: spell,
    };
  }
  const named = (url: CanonicalUrl) => presentName(settings, url);
  return {
    candidates(all) {
      for (const one of inPresentNames(all, named)) sendCandidate(departures, hostOf(one.url), one);
      return [];
    },
    sites(all) {
      for (const [url, sites] of all) sendSites(departures, hostOf(named(url)), named(url), sites);
      return [];
    },
    asked: (url) => void sendAsked(departures, hostOf(named(url)), named(url)),
  };
}

/** @returns whether all pages were looked through; if not, the message stays for the next turn */
async function markPages({ ports, key, body, settings }: Turn, mark: RevisitMark): Promise<boolean> {
  if (isPlain(mark)) {
    markDueBefore(body, mark.before);
    return true;
  }
  const { isWithin } = classHierarchy(settings.topic?.classes);
  const isMeant = (visit: Visit): boolean => isMarkedPage(mark, visit, isWithin);
  const marking = { isMeant, unconditional: mark.unconditional === true, ...defined({ most: mark.most }) };
  return (await markVisits(body, marking, ports.clock.now(), segmentReader(ports, key))).isAll;
}

/** Whether the ticket has the present settings. Older settings would cut off again what a larger budget brings back. */
async function isUpToDate({ ports, key, ticket }: Turn, messages: readonly InboxMessage[]): Promise<boolean> {
  if (messages.every(({ again }) => again === undefined || again === ticket.config)) return true;
  return (await ports.jobs.job(key.job))?.config === ticket.config;
}
