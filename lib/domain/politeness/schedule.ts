import type { Outcome } from '../fetch/outcome.ts';
import { isPermanent } from '../fetch/status-outcome.ts';
import type { Visit } from '../frontier/entry.ts';
import type { JobSettings } from '../settings/settings.ts';

/** When to come back, and how many failures in a row the URL has now. `next` absent: never. */
export interface Schedule {
  readonly next?: number;
  readonly tries: number;
}

export interface VisitEnded {
  /** Epoch ms, the end of the visit. */
  readonly now: number;
  /** Epoch ms until which the host itself asked to be left alone (Retry-After, back-off). */
  readonly notBefore: number;
  /** Of the page, where it is known. */
  readonly mediaType?: string | undefined;
}

/** Failures that say nothing about the page: worth one more try as soon as the host may be asked again. */
const accidents = new Set(['reset', 'timeout']);

/**
 * When a URL may be visited again after an outcome (Combine's WaitInterval family).
 * @param before what the last visit left: failures in a row, and the record, which the page of one that is in the collection has
 */
export function schedule(
  outcome: Outcome,
  before: Pick<Visit, 'tries' | 'md5'>,
  settings: Pick<JobSettings, 'revisit' | 'fetch' | 'sitemaps'>,
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
      return { next: now + revisit.notFoundMs, tries: 0 };
    case 'denied':
      // Its host is left alone until robots.txt may be asked for again, each time longer.
      if (outcome.by === 'robots-unreachable') return { next: Math.max(notBefore, now), tries: 0 };
      return { next: now + revisit.robotsDeniedMs, tries: 0 };
    case 'over-budget':
      return { tries: before.tries };
    case 'failed': {
      // It will be no smaller the next day.
      if (outcome.reason === 'too-large') return { next: now + revisit.notFoundMs, tries: 0 };
      // Nobody was asked: a refusal of our own is no failed try.
      if (outcome.reason === 'address-refused')
        return { next: now + revisit.unavailableMs, tries: before.tries };
      const failures = before.tries + 1;
      if (failures >= fetch.maxTries) return { tries: failures };
      const isBusy = outcome.status === 429 || outcome.status === 503;
      const isFirst = failures === 1;
      // No page is given up for an outage of some hours: its last try comes late, of one of the collection all but one.
      const isSoonWhenBusy = failures < fetch.maxTries - 1 && (isFirst || before.md5 === undefined);
      const soon = isBusy ? isSoonWhenBusy : isFirst && accidents.has(outcome.reason);
      return { next: Math.max(notBefore, now + (soon ? 0 : revisit.unavailableMs)), tries: failures };
    }
  }
}

/** How long pages of a media type rest, by the type itself or by its kind (`image/*`); undefined: as all others do. */
export function typeRestMs(
  { byMediaTypeMs }: Pick<JobSettings['revisit'], 'byMediaTypeMs'>,
  mediaType: string | undefined,
): number | undefined {
  if (mediaType === undefined) return undefined;
  return byMediaTypeMs[mediaType] ?? byMediaTypeMs[`${mediaType.slice(0, mediaType.indexOf('/'))}/*`];
}
