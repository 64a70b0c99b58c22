import type { Outcome } from '../../base/fetch/outcome.ts';
import type { OutboxPage } from '../../domain/collection/outbox.ts';
import type { ToldFields } from '../../domain/collection/told-fields.ts';
import type { Birth, Visit, Work } from '../../domain/frontier/entry.ts';
import type { Order } from '../../domain/frontier/order.ts';
import type { InboxMessage } from '../../domain/inbox/inbox-item.ts';
import type { ReadRequest } from '../../domain/reading/page.ts';
import type { KeptContent } from '../../domain/reading/written-content.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import type { VisitReport } from './turn-report.ts';
import type { Visited } from './visited.ts';

/** What a capability does in a turn beside the visits. Parts run one after the other, in the order of `lib/capabilities/parts.ts`. */
export interface TurnPart {
  readonly name: string;
  /** Which URLs this turn takes first, and which wait; beside the order of the host (`frontier/order-of.ts`). */
  readonly order?: Order;
  /** True: the message belongs to this part, and no other part reads it. `beforeVisits` carries it out. */
  take?(letter: Letter): boolean;
  /** Called after the inbox was taken in, before the first visit. @param before what parts called earlier have said */
  beforeVisits?(before: Pick<VisitPreparation, 'stays'>): VisitPreparation | Promise<VisitPreparation>;
  /** Called before the turn chooses its next URL (`Order.choose`): what the order cannot wait for. */
  beforeChoice?(): Promise<void>;
  /** Called before a URL is asked for: whether nothing may be, and what its visit then says. */
  refuses?(work: Work): RefusedUrl | undefined | Promise<RefusedUrl>;
  /** What should be read from a page beside its content. */
  reads?(work: Work): readonly PageReading[];
  /** What the reader gets for each page of the turn. */
  equips?(): ReaderEquipment;
  /** Called when a page was read, before its owner is heard and the topic judges it. */
  read?(page: ReadPage): PartAnswer | undefined;
  /** Called when a page is about to enter the collection: it may stay out, or publish more with the page. */
  enters?(page: ReadPage): Promise<Entering> | undefined;
  /** Called when a visit could not be made in this turn; its URL is pending again. */
  putOff?(work: Work): void;
  /** Called when the visit of a page was settled (`countsAsPage`). 'stop': the turn visits nothing more. */
  visited?(visit: SettledVisit): VisitAnswer | Promise<VisitAnswer>;
  /** Called after the last request, before the commit. */
  close?(): void | Promise<void>;
}

/** A message of the host's inbox, with its id. */
export interface Letter {
  readonly id: string;
  readonly message: InboxMessage;
}

/** Why a URL is not asked for. */
export interface RefusedUrl {
  readonly outcome: Outcome;
  /** Why its URL leaves its record; absent: the kind of the outcome says it. */
  readonly cause?: string;
  /** What the frontier entry keeps. */
  readonly seen: Pick<Visit, 'deleted'>;
}

/** A page that was read. */
export interface ReadPage {
  readonly work: Work;
  /** Those for the URL. */
  readonly settings: JobSettings;
  readonly content: KeptContent;
}

/** What a part says of a page. */
export interface PartAnswer {
  /** What its record says of the page beside its content. */
  readonly told?: ToldFields;
  /** The page is not taken: its visit ends with this outcome. */
  readonly refused?: Outcome;
}

/** What a part says of a page that is about to enter the collection. */
export interface Entering {
  /** What is published with the page. */
  readonly page?: Partial<OutboxPage>;
  /** The page is not taken, but its links count: its visit ends with this outcome. */
  readonly refused?: Outcome;
}

/** What a part reports before the visits of a turn. */
export interface VisitPreparation {
  /** Ids of messages that are done; other messages that the part took stay for the next turn. */
  readonly done?: readonly string[];
  /** Whether work is left for the next turn that no message stands for. */
  readonly isLeft?: boolean;
  /** Earlier visits that were settled without a request: every part gets to see them (`visited`). */
  readonly settled?: readonly SettledVisit[];
  /** The host's URLs keep their names and their place in this turn: an order that goes by them is not carried out yet. */
  readonly stays?: boolean;
  /** Whether this turn should visit nothing. */
  readonly visitsNothing?: boolean;
}

/** `sketch`: a few hashes of the page's text, for finding near-duplicates. */
export type PageReading = 'sketch' | 'content-blocks';

/** What a capability has the reader judge links by, and keep of pages. */
export type ReaderEquipment = Pick<ReadRequest, 'latent' | 'sampleBelow'>;

/** What all parts of a turn give the reader. */
export function equipmentOf(parts: readonly TurnPart[]): ReaderEquipment {
  return Object.assign({}, ...parts.map((part) => part.equips?.()));
}

export type VisitAnswer = 'stop' | undefined;

/** A visit whose outcome is in the host's body. */
export interface SettledVisit {
  /** The frontier entry before the visit. */
  readonly work: Work;
  readonly visited: Visited;
  /** The frontier entry after the visit. */
  readonly entry: Visit;
  readonly report: VisitReport;
  /** URLs of this host that the page leads to and that were unknown before. */
  readonly births: readonly Birth[];
}
