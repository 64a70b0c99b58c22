import { describe, expect, it } from 'vitest';
import type { FetchResult } from '../../../lib/base/fetch/fetch-result.ts';
import { entryOf, lastRules, type RobotsEntry, rulesIn } from '../../../lib/rules/robots/entry.ts';
import { testSettings } from '../../support/settings.ts';

const job = testSettings('robots');
const settings = job.robots;
const now = 1_800_000_000_000;
const minute = 60_000;
const day = 86_400_000;

function answer(status: number, text = '', headers: Readonly<Record<string, string>> = {}): FetchResult {
  const body = Buffer.from(text);
  return { kind: 'response', status, headers, body, truncated: false, wireBytes: body.length, elapsedMs: 1 };
}

const noAnswer: FetchResult = { kind: 'error', reason: 'connect', detail: 'refused', elapsedMs: 1 };
const rules = 'User-agent: *\nDisallow: /x';

/** Asks again and again, each time as soon as it may. */
function askedAgain(results: readonly FetchResult[], first?: RobotsEntry): readonly RobotsEntry[] {
  const entries: RobotsEntry[] = [];
  let known = first;
  for (const result of results) {
    known = entryOf(result, known, job, known?.expiresAt ?? now);
    entries.push(known);
  }
  return entries;
}

describe('an answer for robots.txt', () => {
  it.each([
    [200, 'rules'],
    [204, 'rules'],
    [301, 'allow'],
    [401, 'allow'],
    [403, 'allow'],
    [404, 'allow'],
    [410, 'allow'],
    [429, 'unreachable'],
    [500, 'unreachable'],
    [503, 'unreachable'],
    [599, 'unreachable'],
  ])('with status %d means %s', (status, kind) => {
    expect(entryOf(answer(status, rules), undefined, job, now).kind).toBe(kind);
  });

  it('is kept for a day, or as long as its max-age says if that is less, but for an hour at least', () => {
    const ageOf = (cacheControl: string) =>
      entryOf(answer(200, rules, { 'cache-control': cacheControl }), undefined, job, now).expiresAt - now;
    expect(ageOf('')).toBe(day);
    expect(ageOf('public, max-age=31536000')).toBe(day);
    expect(ageOf('max-age="14400", must-revalidate')).toBe(4 * 60 * minute);
    expect(ageOf('s-maxage=5, no-cache')).toBe(day);
    expect(ageOf('Max-Age=0')).toBe(60 * minute);
  });
});

describe('a robots.txt that cannot be had', () => {
  it('is asked for with growing pauses, up to a day', () => {
    const pauses = askedAgain(Array(10).fill(noAnswer)).map((entry) => entry.expiresAt - entry.fetchedAt);
    const minutes = [10, 20, 40, 80, 160, 320, 640, 1_280, 1_440, 1_440];
    expect(pauses.map((ms) => ms / minute)).toEqual(minutes);
  });

  it('forbids everything, and keeps what was had before', () => {
    const [good, bad, worse] = askedAgain([answer(200, rules), noAnswer, answer(503)]);
    for (const entry of [bad, worse] as RobotsEntry[]) {
      expect(rulesIn(entry, settings, entry.fetchedAt)).toBeUndefined();
      expect(lastRules(entry)).toBe(rules);
      expect(entry.outage?.lastGood).toEqual({ fetchedAt: now, kind: 'rules', text: rules, status: 200 });
      expect(entry.outage?.since).toBe(good?.expiresAt);
    }
    expect(worse?.outage?.failures).toBe(2);
  });

  it('is taken for what it was after a long outage', () => {
    for (const [was, held] of [
      [answer(200, rules), rules],
      [answer(404), ''],
    ] as const) {
      const good = entryOf(was, undefined, job, now);
      const bad = entryOf(noAnswer, good, job, now + day);
      const late = entryOf(noAnswer, bad, job, now + day + settings.outageMs);
      expect(rulesIn(late, settings, late.fetchedAt - 1)).toBeUndefined();
      expect(rulesIn(late, settings, late.fetchedAt)).toBe(held);
      expect(late.expiresAt - late.fetchedAt).toBe(7 * day);
    }
  });

  it('stays shut after a long outage when it was never had, unless the job says otherwise', () => {
    const bad = entryOf(noAnswer, undefined, job, now);
    const later = now + settings.outageMs;
    expect(rulesIn(bad, settings, later)).toBeUndefined();
    expect(rulesIn(bad, { ...settings, afterOutage: 'allow' }, later)).toBe('');
  });

  it('is forgotten with the first answer', () => {
    const [, , good] = askedAgain([answer(200, rules), noAnswer, answer(404)]);
    expect(good).toMatchObject({ kind: 'allow', text: '' });
    expect(good?.outage).toBeUndefined();
  });
});

it('of a robots.txt that ended early what came holds, but for an Allow that may go on', () => {
  const text = (body: string): string =>
    entryOf({ ...answer(200, body), endedEarly: true } as FetchResult, undefined, job, now).text;
  const group = 'User-agent: *\nDisallow: /\n';
  expect(text(`${group}Allow: /p`)).toBe(group);
  expect(text(`${group}Disallow: /p`)).toBe(`${group}Disallow: /p`);
  expect(text(`${group}Allow: /public/\n`)).toBe(`${group}Allow: /public/\n`);
});
