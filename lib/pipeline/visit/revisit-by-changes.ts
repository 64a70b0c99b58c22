import { defined } from '../../base/defined.ts';
import type { Fingerprint } from '../../base/url/fingerprint.ts';
import type { HostBody } from '../../domain/frontier/body.ts';
import type { Visit, Work } from '../../domain/frontier/entry.ts';
import type { FreshnessSettings } from '../../domain/revisit/freshness-settings.ts';
import { hostChanges, noteChanges } from '../../domain/revisit/host-changes.ts';
import { linkingSites } from '../../domain/revisit/linked-by.ts';
import { rankOfPage } from '../../domain/revisit/ranked-at.ts';
import { afterDays, nextVisit } from '../../domain/revisit/revisit-interval.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import { relevanceIn } from '../../topic/judge.ts';
import type { Turn } from '../turn/turn.ts';

/** What a visit told about a page, as far as the next visit depends on it. */
interface RevisitFacts {
  readonly at: number;
  /** The record that the page leads to now. */
  readonly stays: string | undefined;
  readonly detail: string | undefined;
  /** Whether the page was seen, not only asked for in vain. */
  readonly isNews: boolean;
  /** Whether pages of this media type have a rest time of their own. */
  readonly isTimed: boolean;
}

/**
 * When a page of the collection should be visited again by how often it changes, with the estimate of that. Nothing if pages
 * are visited again at fixed times, and for pages outside the collection.
 */
export function planRevisit(
  { body, job }: Turn,
  { freshness, topic }: Pick<JobSettings, 'freshness' | 'topic'>,
  { fingerprint, visit: before }: Pick<Work, 'fingerprint' | 'visit'>,
  { at, stays, detail, isNews, isTimed }: RevisitFacts,
): Pick<Visit, 'next' | 'rate' | 'sites'> {
  if (freshness === undefined) return {};
  if (stays === undefined || isTimed) return {};
  if (!isNews) return estimate(before?.rate, before?.sites);
  const changed = before?.md5 === undefined ? undefined : before.md5 !== stays;
  const relevance = relevanceIn(topic, detail);
  const sites = popularityOf(body, freshness, fingerprint);
  const { days, rate, host } = nextVisit(
    before,
    { at, changed, relevance, sites },
    { settings: freshness, plan: job.revisits, host: hostChanges(body) },
  );
  noteChanges(body, host);
  return { ...estimate(rate, sites), ...(days === undefined ? {} : { next: afterDays(at, days) }) };
}

/** In linking sites, or in multiples of the mean rank. */
function popularityOf(
  body: HostBody,
  { popularity, popularityBy }: FreshnessSettings,
  seen: Fingerprint,
): number {
  if (popularity === 0) return 0;
  return popularityBy === 'rank' ? rankOfPage(body, seen) : linkingSites(body, seen);
}

function estimate(rate: number | undefined, sites = 0): Pick<Visit, 'rate' | 'sites'> {
  return { ...defined({ rate }), ...(sites === 0 ? {} : { sites }) };
}
