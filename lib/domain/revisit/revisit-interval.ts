import type { Visit } from '../frontier/entry.ts';
import {
  type ChangeHistory,
  daysBetween,
  expectedChanges,
  hostRate,
  rateAfter,
  withPage,
} from './change-rate.ts';
import { boundsOf, dayMs, type FreshnessSettings } from './freshness-settings.ts';
import { intervalAt } from './ideal-interval.ts';
import type { RevisitPlan } from './plan.ts';
import { weightOf } from './weight.ts';

/** The result of a visit of a page that is in the collection after it. */
export interface VisitFacts {
  /** Epoch ms, the end of the visit. */
  readonly at: number;
  /** Whether the content has changed; undefined: there was no content to compare with. */
  readonly changed: boolean | undefined;
  /** Relevance of the page, from 0 to 1. */
  readonly relevance: number;
  /** Estimated number of other sites that link to the page, or its rank in multiples of the mean (`freshness.popularityBy`). */
  readonly sites?: number;
}

/** Settings and estimates by which the next visit is planned. */
export interface Planning {
  readonly settings: FreshnessSettings;
  /** Undefined: the job has no plan yet. */
  readonly plan: RevisitPlan | undefined;
  /** Observed changes of the host's pages, before this visit. */
  readonly host: ChangeHistory;
}

export interface NextVisit {
  /** Days from this visit to the next; undefined while there is no plan. */
  readonly days: number | undefined;
  /** The new `Visit.rate`: changes a day. */
  readonly rate: number;
  /** Observed changes of the host's pages, with this visit. */
  readonly host: ChangeHistory;
}

/** Plans the next visit of a page by its changes and those of its host, at the price of the job's plan. */
export function nextVisit(
  before: Pick<Visit, 'at' | 'firstSeen' | 'rate'> | undefined,
  { at, changed, relevance, sites = 0 }: VisitFacts,
  { settings, plan, host: known }: Planning,
): NextVisit {
  const days = before === undefined || changed === undefined ? 0 : daysBetween(before.at, at);
  const expected = before?.rate ?? hostRate(known);
  const host = withPage(known, days, expectedChanges(expected, days, changed === true));
  const watched = before === undefined ? 0 : daysBetween(before.firstSeen, before.at);
  const pageRate = rateAfter(expected, watched, days, changed === true, known);
  const rate = Number((settings.per === 'site' ? hostRate(host) : pageRate).toPrecision(4));
  const weight = weightOf(relevance, sites, settings);
  const interval = plan && intervalAt(rate, weight, plan.price, boundsOf(settings));
  return { days: interval, rate, host };
}

export function afterDays(at: number, days: number): number {
  return at + Math.round(days * dayMs);
}
