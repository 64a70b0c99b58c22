import type { Visit, Work } from '../../domain/frontier/entry.ts';
import type { InboxMessage } from '../../domain/frontier/inbox-item.ts';
import type { Birth } from '../../domain/traps/sighting.ts';
import type { Turn } from './turn.ts';
import type { VisitReport } from './turn-report.ts';
import type { Visited } from './visited.ts';

/**
 * Begins a capability's part in one turn, before the inbox is taken in. What the part remembers between its calls is its
 * own: no part reads the state of another.
 */
export type OpenPart = (turn: Turn) => TurnPart;

/** What a capability does in a turn beside the visits. Parts are called in the order of `harvest/parts.ts`, one after the other. */
export interface TurnPart {
  readonly name: string;
  /** True: this message of the inbox belongs to the part, and nobody else reads it. `beforeVisits` does what it asks. */
  take?(letter: Letter): boolean;
  /** After the inbox was taken in, before the first visit. */
  beforeVisits?(): VisitPreparation | Promise<VisitPreparation>;
  /** What reading a page should produce beside its content. */
  reads?(work: Work): readonly PageReading[];
  /** A visit could not be made in this turn; the URL is pending again. */
  putOff?(work: Work): void;
  /** A visit was settled. 'stop': the turn visits nothing more. */
  visited?(visit: SettledVisit): VisitAnswer | Promise<VisitAnswer>;
  /** After the last request, before the commit. */
  close?(): void | Promise<void>;
}

/** A message of the host's inbox, with its id there. */
export interface Letter {
  readonly id: string;
  readonly message: InboxMessage;
}

/** What a part says of a turn that is about to visit pages. */
export interface VisitPreparation {
  /** Ids of messages that are done with; the others that the part took wait for the next turn. */
  readonly done?: readonly string[];
  /** Something that no message stands for is left for the next turn. */
  readonly isLeft?: boolean;
  /** This turn visits nothing. */
  readonly visitsNothing?: boolean;
}

/** `sketch`: a few hashes of the page's text, by which near-duplicates are found. */
export type PageReading = 'sketch';

export type VisitAnswer = 'stop' | undefined;

/** A visit whose outcome stands in the host's body. */
export interface SettledVisit {
  /** The URL as it was before the visit. */
  readonly work: Work;
  readonly visited: Visited;
  /** The URL as it is from now on. */
  readonly entry: Visit;
  readonly report: VisitReport;
  /** URLs of this host that the page led to and nobody knew. */
  readonly births: readonly Birth[];
}
