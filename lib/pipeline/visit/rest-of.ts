import type { Visit, Work } from '../../domain/frontier/entry.ts';
import { hostChanges, noteChanges } from '../../domain/revisit/host-changes.ts';
import { linkingSites } from '../../domain/revisit/linked-by.ts';
import { afterDays, nextVisit } from '../../domain/revisit/next-visit.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import { relevanceIn } from '../../domain/topic/relevance-in.ts';
import type { Turn } from '../turn/turn.ts';

/** What a visit told of a page, as far as its next visit goes by it. */
interface RestFacts {
  readonly at: number;
  /** The record that it leads to from now on. */
  readonly stays: string | undefined;
  readonly detail: string | undefined;
  /** The page was seen, and not just asked for in vain. */
  readonly isNews: boolean;
  /** Pages of its type rest for a time of their own. */
  readonly isTimed: boolean;
}

/**
 * When a page of the collection is to be visited again by its changes, and the estimate of them. Nothing where pages come
 * back by fixed times, and of pages outside of the collection.
 */
export function restOf(
  { body, job }: Turn,
  { freshness, topic }: Pick<JobSettings, 'freshness' | 'topic'>,
  { fingerprint, visit: before }: Pick<Work, 'fingerprint' | 'visit'>,
  { at, stays, detail, isNews, isTimed }: RestFacts,
): Pick<Visit, 'next' | 'rate' | 'sites'> {
  if (freshness === undefined) return {};
  if (stays === undefined || isTimed) return {};
  if (!isNews) return counted(before?.rate, before?.sites);
  const changed = before?.md5 === undefined ? undefined : before.md5 !== stays;
  const relevance = relevanceIn(topic, detail);
  const sites = freshness.popularity === 0 ? 0 : linkingSites(body, fingerprint);
  const { days, rate, host } = nextVisit(
    before,
    { at, changed, relevance, sites },
    { settings: freshness, plan: job.revisits, host: hostChanges(body) },
  );
  noteChanges(body, host);
  return { ...counted(rate, sites), ...(days === undefined ? {} : { next: afterDays(at, days) }) };
}

function counted(rate: number | undefined, sites = 0): Pick<Visit, 'rate' | 'sites'> {
  return { ...(rate === undefined ? {} : { rate }), ...(sites === 0 ? {} : { sites }) };
}
