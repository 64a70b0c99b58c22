import { describe, expect, it } from 'vitest';
import type { FailureReason, Outcome } from '../../../lib/base/fetch/outcome.ts';
import type { CanonicalUrl } from '../../../lib/base/url/url.ts';
import { schedule } from '../../../lib/domain/revisit/fixed-times.ts';
import { testSettings } from '../../support/settings.ts';

const settings = {
  ...testSettings('job'),
  revisit: {
    successMs: 1_000,
    movedMs: 9_000,
    notModifiedMs: 2_000,
    notFoundMs: 3_000,
    unavailableMs: 4_000,
    robotsDeniedMs: 5_000,
    orphans: 'keep' as const,
    orphanMs: 10_000,
    byMediaTypeMs: { 'application/pdf': 6_000, 'image/*': 7_000, 'image/gif': 8_000 },
  },
};
const now = 1_000_000;
const failed = (reason: FailureReason, status?: number): Outcome => ({
  kind: 'failed',
  reason,
  detail: '',
  ...(status === undefined ? {} : { status }),
});

const rests: readonly (readonly [Outcome, number])[] = [
  [{ kind: 'stored', md5: 'x' }, 1_000],
  [{ kind: 'duplicate', md5: 'x' }, 1_000],
  [{ kind: 'redirected', status: 302, to: 'http://a.example/' as CanonicalUrl }, 1_000],
  [{ kind: 'redirected', status: 301, to: 'http://a.example/' as CanonicalUrl }, 9_000],
  [{ kind: 'redirected', status: 308, to: 'http://a.example/' as CanonicalUrl }, 9_000],
  [{ kind: 'unsupported', mediaType: 'audio/ogg' }, 1_000],
  [{ kind: 'unchanged', md5: 'x' }, 2_000],
  [{ kind: 'gone', status: 404 }, 3_000],
  [{ kind: 'denied', by: 'robots' }, 5_000],
  [failed('status', 500), 4_000],
  [failed('dns'), 4_000],
  [failed('too-large'), 3_000],
];

describe('when a URL is visited again', () => {
  it.each(rests)('after %j in %d ms', (outcome, rest) => {
    expect(schedule(outcome, { tries: 0 }, settings, { now, notBefore: 0 }).next).toBe(now + rest);
  });

  it.each([
    ['stored', 'application/pdf', 6_000],
    ['stored', 'text/html', 1_000],
    ['stored', 'image/png', 7_000],
    ['stored', 'image/gif', 8_000],
    ['unchanged', 'application/pdf', 6_000],
    ['unchanged', undefined, 2_000],
  ] as const)('after %s %s in %d ms', (kind, type, rest) => {
    expect(
      schedule({ kind, md5: 'x' }, { tries: 0 }, settings, { now, notBefore: 0, mediaType: type }).next,
    ).toBe(now + rest);
  });

  it('again and again after a page that is too large, which is never given up', () => {
    const { next, tries } = schedule(failed('too-large'), { tries: settings.fetch.maxTries }, settings, {
      now,
      notBefore: 0,
    });
    expect({ next, tries }).toEqual({ next: now + 3_000, tries: 0 });
  });

  it('after an unsupported type by that type', () => {
    const outcome = { kind: 'unsupported', mediaType: 'image/gif' } as const;
    expect(schedule(outcome, { tries: 0 }, settings, { now, notBefore: 0 }).next).toBe(now + 8_000);
  });

  it('after a 503 as soon as its host lets us', () => {
    expect(schedule(failed('status', 503), { tries: 0 }, settings, { now, notBefore: now + 60_000 })).toEqual(
      {
        next: now + 60_000,
        tries: 1,
      },
    );
  });

  it('as soon as its host lets us after each 503, but of a page of the collection after the first alone', () => {
    const nextOf = (before: { tries: number; md5?: string }) =>
      schedule(failed('status', 503), before, settings, { now, notBefore: now }).next;
    expect(nextOf({ tries: 2 })).toBe(now);
    expect(nextOf({ tries: 0, md5: 'x' })).toBe(now);
    expect(nextOf({ tries: 1, md5: 'x' })).toBe(now + 4_000);
  });

  it('a day later before the last try of a page, so that no outage of some hours uses all of them up', () => {
    const { maxTries } = settings.fetch;
    const nextOf = (tries: number) =>
      schedule(failed('status', 503), { tries }, settings, { now, notBefore: now }).next;
    expect(nextOf(maxTries - 3)).toBe(now);
    expect(nextOf(maxTries - 2)).toBe(now + 4_000);
    expect(nextOf(maxTries - 1)).toBeUndefined();
  });

  it('as soon as its robots.txt may be asked for again where that was out of reach', () => {
    const outcome = { kind: 'denied', by: 'robots-unreachable' } as const;
    expect(schedule(outcome, { tries: 0 }, settings, { now, notBefore: now + 600_000 }).next).toBe(
      now + 600_000,
    );
  });

  it('without a try that counts after a refusal of our own', () => {
    expect(schedule(failed('address-refused'), { tries: 2 }, settings, { now, notBefore: 0 })).toEqual({
      next: now + 4_000,
      tries: 2,
    });
  });

  it('at once after a connection that broke for the first time, and later after the second', () => {
    expect(schedule(failed('reset'), { tries: 0 }, settings, { now, notBefore: now })).toEqual({
      next: now,
      tries: 1,
    });
    expect(schedule(failed('reset'), { tries: 1 }, settings, { now, notBefore: now })).toEqual({
      next: now + 4_000,
      tries: 2,
    });
  });

  it('never, after as many failures in a row as are allowed', () => {
    expect(
      schedule(failed('dns'), { tries: settings.fetch.maxTries - 1 }, settings, { now, notBefore: 0 }),
    ).toEqual({
      tries: settings.fetch.maxTries,
    });
  });

  it('counts failures from anew after a success', () => {
    expect(schedule({ kind: 'stored', md5: 'x' }, { tries: 4 }, settings, { now, notBefore: 0 }).tries).toBe(
      0,
    );
  });
});
