import type { FetchSettings } from '../../base/fetch/fetch-settings.ts';
import type { Outcome } from '../../base/fetch/outcome.ts';
import { isPermanent } from '../../base/fetch/status-outcome.ts';
import { waitMs } from '../../documents/settings.ts';
import type { SitemapSettings } from '../../rules/settings.ts';
import type { Visit } from '../frontier/entry.ts';
import type { RevisitSettings } from './revisit-settings.ts';

/** When the URL is due again (`next`, epoch ms; absent: never), and its failures in a row (`tries`). */
export interface Schedule {
  readonly next?: number;
  readonly tries: number;
}

export interface VisitEnded {
  /** Epoch ms, the end of the visit. */
  readonly now: number;
  /** Epoch ms before which the host must not be requested (Retry-After, back-off). */
  readonly notBefore: number;
  /** Media type of the page, if known. */
  readonly mediaType?: string | undefined;
}

/** The settings that say how long a URL rests. */
interface RestSettings {
  readonly revisit: RevisitSettings;
  readonly fetch: FetchSettings;
  readonly sitemaps: SitemapSettings;
}

/** Failures that say nothing about the page: the first one is retried as soon as the host may be requested again. */
const transientFailures = new Set(['reset', 'timeout']);

/**
 * Returns when a URL may be visited again after an outcome (Combine's WaitInterval family).
 * @param before the URL before this visit: its failures in a row, and the MD5 of its record if its page is in the collection
 */
export function schedule(
  outcome: Outcome,
  before: Pick<Visit, 'tries' | 'md5'>,
  settings: RestSettings,
  { now, notBefore, mediaType }: VisitEnded,
): Schedule {
  const { revisit, fetch, sitemaps } = settings;
  switch (outcome.kind) {
    case 'stored':
    case 'duplicate':
    case 'off-topic':
    case 'unsupported': {
      const type = outcome.kind === 'unsupported' ? outcome.mediaType : mediaType;
      return { next: now + (typeRestMs(revisit, type) ?? revisit.successMs), tries: 0 };
    }
    case 'redirected':
      return { next: now + (isPermanent(outcome.status) ? revisit.movedMs : revisit.successMs), tries: 0 };
    case 'unchanged':
      return { next: now + (typeRestMs(revisit, mediaType) ?? revisit.notModifiedMs), tries: 0 };
    case 'listed':
      return { next: now + sitemaps.revisitMs, tries: 0 };
    case 'gone':
    case 'forbidden':
      return { next: now + revisit.notFoundMs, tries: 0 };
    case 'denied':
      // The host is left alone until robots.txt may be requested again; this wait grows with each failure.
      if (outcome.by === 'robots-unreachable') return { next: Math.max(notBefore, now), tries: 0 };
      if (outcome.by === 'deleted') return { tries: 0 };
      return { next: now + revisit.robotsDeniedMs, tries: 0 };
    case 'converting':
      // Until then the result is waited for.
      return { next: now + waitMs(1), tries: before.tries };
    case 'over-budget':
      return { tries: before.tries };
    case 'failed': {
      // A page that is too large today is not expected to shrink soon.
      if (outcome.reason === 'too-large') return { next: now + revisit.notFoundMs, tries: 0 };
      // Winnow itself refused the address and sent no request: this is not a failed try.
      if (outcome.reason === 'address-refused')
        return { next: now + revisit.unavailableMs, tries: before.tries };
      const failures = before.tries + 1;
      if (failures >= fetch.maxTries) return { tries: failures };
      const isBusy = outcome.status === 429 || outcome.status === 503;
      const isFirst = failures === 1;
      // An outage of some hours must not use up all tries: the last try waits, and for a page of the collection all but
      // the first.
      const isSoonWhenBusy = failures < fetch.maxTries - 1 && (isFirst || before.md5 === undefined);
      const soon = isBusy ? isSoonWhenBusy : isFirst && transientFailures.has(outcome.reason);
      return { next: Math.max(notBefore, now + (soon ? 0 : revisit.unavailableMs)), tries: failures };
    }
  }
}

/**
 * Returns the revisit interval of a media type, by the type or by its kind (`image/*`), in ms; undefined: no special
 * interval.
 */
export function typeRestMs(
  { byMediaTypeMs }: Pick<RevisitSettings, 'byMediaTypeMs'>,
  mediaType: string | undefined,
): number | undefined {
  if (mediaType === undefined) return undefined;
  return byMediaTypeMs[mediaType] ?? byMediaTypeMs[`${mediaType.slice(0, mediaType.indexOf('/'))}/*`];
}
