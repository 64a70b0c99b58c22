import type { Line } from '../../base/line.ts';
import type { OutboxPage, OutboxRemoval, OwedByParts } from '../../domain/collection/outbox.ts';
import type { MetricName } from '../../domain/metrics/catalogue.ts';
import type { PartCounter } from '../../domain/metrics/part-counters.ts';
import { type StoredContent, storedContent } from '../../domain/reading/written-content.ts';
import type { RejudgedPage } from '../../topic/settings.ts';
import { type Departures, noDepartures } from './departures.ts';
import type { VisitReport } from './turn-report.ts';

/** Off-topic pages of a turn whose content is kept. One object stores them before the commit. */
export interface OffTopicBatch {
  readonly id: string;
  readonly pages: { readonly page: OutboxPage; readonly content: StoredContent }[];
}

/** What a turn has gathered so far; its commit stores it. */
export interface Harvest {
  readonly visits: VisitReport[];
  /** Visits of what is no page. */
  beside: number;
  /** Earlier visits that this turn settled without a request. */
  readonly settled: VisitReport[];
  readonly pages: OutboxPage[];
  readonly removals: OutboxRemoval[];
  /** Contents of `pages`, by index. */
  readonly contents: Map<number, StoredContent>;
  /** Pages that were judged again by a changed topic. */
  readonly judged: RejudgedPage[];
  /** Off-topic pages whose content is kept. */
  readonly offTopic: OffTopicBatch;
  readonly departures: Departures;
  /** Lines for the link log. */
  readonly links: Line[];
  bytes: number;
  /** URLs of the messages that were taken in. */
  taken: number;
  /** URLs that left their records by request. */
  released: number;
  /** URLs that were visited for the first time. */
  newPages: number;
  /** What parts count in the turn, by metric (`count`). */
  readonly figures: Partial<Record<MetricName, number>>;
  /** The turn's changes to the counts of pages by how often they change (`revisit/census.ts`). */
  readonly census: Record<string, number>;
  /** How often each plug-in failed, by id. */
  readonly pluginFailures: Record<string, number>;
  /** What parts leave to be done after the commit. */
  owed: OwedByParts;
  /** Epoch ms from which a request that did not fit into this turn may be made. */
  putOffUntil?: number;
}

/** Counts something in a turn. It ends in the metric of this name, once the turn is committed. */
export function count({ figures }: Pick<Harvest, 'figures'>, metric: PartCounter): void {
  figures[metric] = (figures[metric] ?? 0) + 1;
}

/** @param offTopicId of the object for off-topic pages: must differ between attempts at one turn */
export function emptyHarvest(offTopicId: string): Harvest {
  return {
    visits: [],
    beside: 0,
    settled: [],
    pages: [],
    removals: [],
    judged: [],
    offTopic: { id: offTopicId, pages: [] },
    contents: new Map(),
    departures: noDepartures(),
    links: [],
    bytes: 0,
    taken: 0,
    released: 0,
    newPages: 0,
    figures: {},
    census: {},
    pluginFailures: {},
    owed: {},
  };
}

/** Adds a page whose URL now leads to its record, and drops an earlier removal of the URL from that record. */
export function gather(harvest: Harvest, page: OutboxPage, content: StoredContent): void {
  const { md5, response } = page;
  const removed = harvest.removals.findIndex(
    (removal) => removal.md5 === md5 && removal.url === response.url,
  );
  if (removed !== -1) harvest.removals.splice(removed, 1);
  harvest.contents.set(harvest.pages.length, storedContent(content));
  harvest.pages.push(page);
}
