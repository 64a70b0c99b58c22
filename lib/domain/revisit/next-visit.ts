import type { Visit } from '../frontier/entry.ts';
import {
  type ChangeHistory,
  daysBetween,
  expectedChanges,
  hostRate,
  rateAfter,
  withPage,
} from './change-rate.ts';
import { dayMs, type FreshnessSettings } from './freshness-settings.ts';
import { intervalAt } from './ideal-interval.ts';
import { boundsOf, type RevisitPlan } from './plan.ts';
import { weightOf } from './weight.ts';

/** What a visit told of a page that stays in the collection, or comes into it. */
export interface VisitFacts {
  /** Epoch ms, its end. */
  readonly at: number;
  /** Whether the content is another than before; undefined: there was none to compare it with. */
  readonly changed: boolean | undefined;
  /** How surely it is on topic, from 0 to 1. */
  readonly relevance: number;
  /** How many other sites link to it, about. */
  readonly sites?: number;
}

/** By what a visit is planned. */
export interface Planning {
  readonly settings: FreshnessSettings;
  /** Absent: none was made yet. */
  readonly plan: RevisitPlan | undefined;
  /** What the pages of its host told so far. */
  readonly host: ChangeHistory;
}

export interface NextVisit {
  /** Days from this visit on; undefined while there is no plan. */
  readonly days: number | undefined;
  /** `Visit.rate` from now on. */
  readonly rate: number;
  readonly host: ChangeHistory;
}

/** When to visit a page again by its changes, and those of its host, at the price that holds for the job. */
export function nextVisit(
  before: Pick<Visit, 'at' | 'firstSeen' | 'rate'> | undefined,
  { at, changed, relevance, sites = 0 }: VisitFacts,
  { settings, plan, host: known }: Planning,
): NextVisit {
  const days = before === undefined || changed === undefined ? 0 : daysBetween(before.at, at);
  const expected = before?.rate ?? hostRate(known);
  const host = withPage(known, days, expectedChanges(expected, days, changed === true));
  const watched = before === undefined ? 0 : daysBetween(before.firstSeen, before.at);
  const own = rateAfter(expected, watched, days, changed === true, known);
  const rate = Number((settings.per === 'site' ? hostRate(host) : own).toPrecision(4));
  const weight = weightOf(relevance, sites, settings);
  const interval = plan && intervalAt(rate, weight, plan.price, boundsOf(settings));
  return { days: interval, rate, host };
}

export function afterDays(at: number, days: number): number {
  return at + Math.round(days * dayMs);
}
