import type { Visit } from '../frontier/entry.ts';
import { countPage } from './census.ts';
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
import { popularityOf } from './popularity.ts';

/** What a visit told of a page that stays in the collection, or comes into it. */
export interface VisitFacts {
  /** Epoch ms, its end. */
  readonly at: number;
  /** Whether the content is another than before; undefined: there was none to compare it with. */
  readonly changed: boolean | undefined;
  /** How surely it is on topic, from 0 to 1; and as it was before. */
  readonly relevance: number;
  readonly relevanceBefore: number;
  /** How many other sites link to it, about; as it was before, its last visit says. */
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
  before: Pick<Visit, 'at' | 'firstSeen' | 'rate' | 'sites'> | undefined,
  { at, changed, relevance, relevanceBefore, sites = 0 }: VisitFacts,
  { settings, plan, host: known }: Planning,
  census: Record<string, number>,
): NextVisit {
  const days = before === undefined || changed === undefined ? 0 : daysBetween(before.at, at);
  const expected = before?.rate ?? hostRate(known);
  const host = withPage(known, days, expectedChanges(expected, days, changed === true));
  const watched = before === undefined ? 0 : daysBetween(before.firstSeen, before.at);
  const own = rateAfter(expected, watched, days, changed === true, known);
  const rate = Number((settings.per === 'site' ? hostRate(host) : own).toPrecision(4));
  const weight = weightOf(relevance, sites, settings);
  forget(before, relevanceBefore, settings, census);
  countPage(census, rate, weight, 1);
  const interval = plan && intervalAt(rate, weight, plan.price, boundsOf(settings));
  return { days: interval, rate, host };
}

/** A page that leaves the collection is not planned for any more. */
export function forget(
  before: Pick<Visit, 'rate' | 'sites'> | undefined,
  relevanceBefore: number,
  settings: FreshnessSettings,
  census: Record<string, number>,
): void {
  if (before?.rate === undefined) return;
  countPage(census, before.rate, weightOf(relevanceBefore, before.sites ?? 0, settings), -1);
}

function weightOf(relevance: number, sites: number, settings: FreshnessSettings): number {
  return 1 + settings.relevance * relevance + settings.popularity * popularityOf(sites);
}

export function afterDays(at: number, days: number): number {
  return at + Math.round(days * dayMs);
}
