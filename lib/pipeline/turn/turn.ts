import type { CanonicalUrl } from '../../base/url/url.ts';
import type { HostBody } from '../../domain/frontier/body.ts';
import type { HostTotals } from '../../domain/frontier/counters.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import type { HostControl, HostKey } from '../../ports/hosts.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import type { Ticket } from '../../ports/tickets.ts';
import type { Robots } from '../../rules/robots.ts';
import type { GateLease } from '../politeness/gate-lease.ts';
import type { HostSession } from '../politeness/host-session.ts';
import type { TurnLimits } from '../politeness/turn-limits.ts';
import type { RobotsOf } from '../robots/robots-rules.ts';
import type { StoredRobots } from '../robots/stored-robots.ts';
import type { ContentsInFlight } from './contents-in-flight.ts';
import type { DomainMembership } from './domain-membership.ts';
import type { TurnRoom } from './page-room.ts';
import type { TurnPart } from './part.ts';
import type { TurnDocuments } from './turn-documents.ts';
import type { Harvest } from './turn-harvest.ts';

/** A ticket as it reached a worker. */
export interface Delivery {
  readonly ticket: Ticket;
  /** How often the message was delivered, this time included. */
  readonly receives: number;
}

/** One visit, for those who watch a crawl. */
export interface VisitSeen extends HostKey {
  readonly isFailed: boolean;
  /** Decoded bytes. */
  readonly bytes: number;
  /** Id of the ticket of the turn. */
  readonly ticket: string;
  /** The present totals of the host, with those of this turn. */
  readonly totals: () => HostTotals;
}

/** Opened bodies by host. An entry is valid only if the store still has the turn at which the body was cached. */
export interface BodyCache {
  get(key: string): HostBody | undefined;
  set(key: string, body: HostBody): void;
  delete(key: string): void;
}

/** An order to a turn, from a message of its inbox. */
export interface OrderMessage<T> {
  /** Id of the message. */
  readonly id: string;
  readonly order: T;
}

/** What a program that runs the crawl says of a URL before it is asked for: why not; `later`: it stays pending. */
export type PermitPage = (
  job: string,
  page: { readonly url: CanonicalUrl; readonly depth: number },
) => Promise<{ readonly refused: string } | 'later' | undefined> | undefined;

/** What is fixed when a turn begins: this worker holds the ticket and the gates, and has written nothing yet. */
export interface ClaimedTurn {
  readonly ports: Ports;
  readonly key: HostKey;
  readonly job: Job;
  readonly ticket: Ticket;
  readonly control: HostControl;
  readonly settings: JobSettings;
  readonly body: HostBody;
  /** The stored turn of the body that was read: the condition of the commit. */
  readonly wasTurn: number;
  readonly gateLease: GateLease;
  /** The gap with which the gate was claimed, ms. */
  readonly gapMs: number;
  /** The robots.txt files of the host that were stored when the gate was claimed. */
  readonly storedRobots: StoredRobots;
  readonly limits: TurnLimits;
  readonly inFlight: ContentsInFlight;
  /** The host among the hosts of its registered domain; absent for a host without a registered domain. */
  readonly membership?: DomainMembership;
  /** A worker may have died of this host: the turn visits one page, and writes that down before it asks for the page. */
  readonly careful: boolean;
  readonly permit?: PermitPage;
  /** The present names of the host's URLs belong to another host: the turn asks for nothing. */
  readonly isAlias: boolean;
}

export interface AskedRobots {
  /** The URL whose visit asked for the file. */
  readonly url: CanonicalUrl;
  readonly robots: Robots;
}

/** A running turn: what is fixed, how it asks its host, and what it has gathered so far. */
export interface Turn extends ClaimedTurn {
  readonly session: HostSession;
  /** The rules of the robots.txt for a URL. Asks the host if the file is not stored. */
  readonly robots: RobotsOf;
  /** The robots.txt files that this turn asked for, by authority. */
  readonly robotsAsked: ReadonlyMap<string, AskedRobots>;
  /** The parts of capabilities, in the order in which they are called. */
  readonly parts: readonly TurnPart[];
  readonly room: TurnRoom;
  /** Whether the host's control notes what the turn is trying (`try-with-care.ts`). */
  readonly suspicion: { isNoted: boolean };
  /** Links that budgets had cut off before this turn. */
  readonly cutBefore: number;
  readonly harvest: Harvest;
  readonly documents: TurnDocuments;
}
