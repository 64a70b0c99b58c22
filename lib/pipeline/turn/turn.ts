import type { HostBody } from '../../domain/frontier/body.ts';
import type { Spent } from '../../domain/frontier/budget.ts';
import type { HostTotals } from '../../domain/frontier/counters.ts';
import type { Robots } from '../../domain/robots/robots.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import type { CanonicalUrl } from '../../domain/url/url.ts';
import type { HostControl, HostKey } from '../../ports/hosts.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import type { Ticket } from '../../ports/tickets.ts';
import type { GateLease } from '../politeness/gate-lease.ts';
import type { HostSession } from '../politeness/host-session.ts';
import type { TurnLimits } from '../politeness/turn-limits.ts';
import type { RobotsAnswer } from '../robots/robots-rules.ts';
import type { StoredRobots } from '../robots/stored-robots.ts';
import type { ContentsInFlight } from './contents-in-flight.ts';
import type { DomainMembership } from './domain-membership.ts';
import type { TurnRoom } from './page-room.ts';
import type { Harvest } from './turn-harvest.ts';

/** A ticket as it reached a worker. */
export interface Delivery {
  readonly ticket: Ticket;
  /** How often this message was handed out, this time included. */
  readonly receives: number;
}

/** One visit, for whoever watches a crawl. */
export interface VisitSeen extends HostKey {
  readonly isFailed: boolean;
  /** Decoded. */
  readonly bytes: number;
  /** Id of the ticket that its host has its turn with. */
  readonly ticket: string;
  /** What the host has come to when it is asked, this turn included. */
  readonly totals: () => HostTotals;
}

/** Opened bodies by host. An entry serves only where the store still has the turn that it was left at. */
export interface BodyCache {
  get(key: string): HostBody | undefined;
  set(key: string, body: HostBody): void;
  delete(key: string): void;
}

/** What a message of the inbox asks a turn to do. */
export interface OrderMessage<T> {
  /** Of the message. */
  readonly id: string;
  readonly order: T;
}

/** What is fixed when a turn begins: its ticket is mine, its gate is claimed, nothing is written yet. */
export interface ClaimedTurn {
  readonly ports: Ports;
  readonly key: HostKey;
  readonly job: Job;
  readonly ticket: Ticket;
  readonly control: HostControl;
  readonly settings: JobSettings;
  readonly body: HostBody;
  /** The stored turn that the body was read at: the condition of the commit. */
  readonly wasTurn: number;
  readonly gateLease: GateLease;
  /** The gap that the gate was claimed with, ms. */
  readonly gapMs: number;
  /** What was known of the host's robots.txt files when the gate was claimed. */
  readonly storedRobots: StoredRobots;
  readonly limits: TurnLimits;
  readonly inFlight: ContentsInFlight;
  /** Its place among the hosts of its registered domain; absent for a host without one. */
  readonly membership?: DomainMembership;
  /** A worker may have died of this host: one page, whose try is written down before it is asked for. */
  readonly careful: boolean;
  /** Its URLs go by the name of another host by now: it is not asked for anything. */
  readonly isAlias: boolean;
}

export interface AskedRobots {
  /** The URL for which it was asked. */
  readonly url: CanonicalUrl;
  readonly robots: Robots;
}

/** A turn under way: what is fixed for it, how it asks its host, and what it has gathered so far. */
export interface Turn extends ClaimedTurn {
  readonly session: HostSession;
  /** What the robots.txt for a URL says; asked for when it is not known. */
  readonly robots: (url: CanonicalUrl) => Promise<RobotsAnswer>;
  /** The robots.txt files that were asked for so far, by authority. */
  readonly robotsAsked: ReadonlyMap<string, AskedRobots>;
  readonly room: TurnRoom;
  /** Whether the host's control says that something is being tried (`try-with-care.ts`). */
  readonly suspicion: { isNoted: boolean };
  /** Links that budgets had cut off before. */
  readonly cutBefore: number;
  readonly harvest: Harvest;
}

/** What all hosts of the registered domain have come to, this turn included. */
export function spentBy({ membership, harvest }: Turn): Spent | undefined {
  const spent = membership?.spent;
  return spent && { pages: spent.pages + harvest.newPages, bytes: spent.bytes + harvest.bytes };
}
