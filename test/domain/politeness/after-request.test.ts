import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FailureReason } from '../../../lib/base/fetch/outcome.ts';
import {
  type Decision,
  decideAfterRequest,
  type PolitenessEvent,
} from '../../../lib/domain/politeness/after-request.ts';
import { type HostSignal, signalOf, signalOfStatus } from '../../../lib/domain/politeness/host-signal.ts';
import type { PolitenessSettings } from '../../../lib/domain/politeness/politeness-settings.ts';
import { type PolitenessState, unknownHost } from '../../../lib/domain/politeness/politeness-state.ts';
import { defaults } from './settings.ts';

const start = Date.parse('2026-11-20T12:00:00Z');
const minute = 60_000;

/** What a server may do: a status with or without Retry-After (seconds), a failure, or a robots.txt out of reach. */
type Happening =
  | { readonly status: number; readonly retryAfter?: number; readonly elapsedMs: number }
  | { readonly reason: FailureReason; readonly elapsedMs: number }
  | { readonly robotsForMs: number; readonly elapsedMs: number };

function eventOf(happening: Happening, at: number): PolitenessEvent {
  if ('robotsForMs' in happening) {
    return { kind: 'robots-unreachable', at, until: at + happening.robotsForMs, reason: 'status 500' };
  }
  const { elapsedMs } = happening;
  if ('reason' in happening) {
    const signal = signalOf({ kind: 'error', reason: happening.reason, detail: '', elapsedMs });
    if (signal === undefined) throw new Error('nobody was asked');
    return { kind: 'request', signal, at, elapsedMs, reason: happening.reason };
  }
  const { status, retryAfter } = happening;
  return {
    ...{
      kind: 'request',
      signal: signalOfStatus(status, retryAfter !== undefined),
      at,
      elapsedMs,
      reason: `status ${status}`,
    },
    ...(retryAfter === undefined ? {} : { retryAfter: String(retryAfter) }),
  };
}

/** The decisions after happenings that follow each other as fast as they may. */
function run(
  happenings: readonly Happening[],
  politeness: PolitenessSettings = defaults,
  jitter = 0,
): Decision[] {
  const decisions: Decision[] = [];
  let state: PolitenessState = unknownHost;
  let end = start;
  let restMs = 0;
  for (const happening of happenings) {
    // That a robots.txt is out of reach is known as soon as the request for it has ended.
    end += 'robotsForMs' in happening ? 0 : restMs + happening.elapsedMs;
    const decision = decideAfterRequest(state, eventOf(happening, end), { politeness, jitter });
    state = decision.state;
    restMs = decision.restMs;
    decisions.push(decision);
  }
  return decisions;
}

const times = <T>(count: number, one: T): T[] => Array.from({ length: count }, () => one);
const status = (code: number, retryAfter?: number): Happening => ({
  ...{ status: code, elapsedMs: 100 },
  ...(retryAfter === undefined ? {} : { retryAfter }),
});
const failure = (reason: FailureReason): Happening => ({ reason, elapsedMs: 100 });
const rests = (decisions: readonly Decision[]): number[] => decisions.map(({ restMs }) => restMs / minute);

describe('what an answer says about its host', () => {
  it.each<[Happening, HostSignal]>([
    [status(200), 'well'],
    [status(404), 'well'],
    [status(304), 'well'],
    [status(425), 'well'],
    [status(408), 'trouble'],
    [status(429), 'refusal'],
    [status(500), 'trouble'],
    [status(500, 10), 'refusal'],
    [status(503), 'refusal'],
    [status(404, 10), 'well'],
    [status(599), 'trouble'],
    [failure('dns'), 'unreachable'],
    [failure('connect'), 'unreachable'],
    [failure('tls'), 'unreachable'],
    [failure('timeout'), 'trouble'],
    [failure('reset'), 'trouble'],
    [failure('decode'), 'well'],
  ])('%j: %s', (happening, signal) => {
    expect(eventOf(happening, start)).toMatchObject({ signal });
  });

  it('is nothing where our own settings refuse its address', () => {
    const refused = { kind: 'error', reason: 'address-refused', detail: '', elapsedMs: 0 } as const;
    expect(signalOf(refused)).toBeUndefined();
  });
});

describe('a host', () => {
  it('that answers rests for its gap', () => {
    expect(run([status(200)])[0]).toEqual({
      state: { errors: 0, backoffs: 0, responseMs: 100 },
      terms: [{ name: 'waitIntervalHost', ms: minute }],
      restMs: minute,
      leaveAlone: false,
    });
  });

  it('that names less than its back-off is backed off from all the same', () => {
    expect(rests(run([status(503, 0), status(503, 1), status(503, 90)]))).toEqual([1, 2, 4]);
  });

  it('that names more than its back-off is left alone for that time', () => {
    expect(rests(run([status(429, 600), status(503, 180)]))).toEqual([10, 3]);
  });

  it('that names a shorter time than its gap rests for its gap', () => {
    expect(rests(run([status(429, 1)]))).toEqual([1]);
  });

  it('that fails without naming one is left alone for twice as long each time', () => {
    const politeness = { ...defaults, parkAfter: 100 };
    expect(rests(run(times(5, status(503)), politeness))).toEqual([1, 2, 4, 8, 16]);
    expect(rests(run(times(5, failure('dns')), politeness))).toEqual([1, 2, 4, 8, 16]);
  });

  it('is left alone for up to a quarter longer by chance', () => {
    expect(rests(run([failure('connect')], defaults, 0.5))).toEqual([1.125]);
  });

  it.each([times(60, failure('dns')), [status(503, 1e9)], times(60, { robotsForMs: 1e12, elapsedMs: 1 })])(
    'is never left alone for longer than the cap',
    (...happenings) => {
      const longest = Math.max(...run(happenings).map(({ restMs }) => restMs));
      expect(longest).toBe(defaults.maxBackoffMs);
    },
  );

  it('is not blamed for one page that breaks, nor for two, but for the third in a row', () => {
    const decisions = run(times(4, failure('timeout')));
    expect(decisions.map(({ leaveAlone }) => leaveAlone)).toEqual([false, false, true, true]);
    expect(rests(decisions)).toEqual([1, 1, 1, 2]);
  });

  it('whose robots.txt is out of reach is left alone until it is asked for again', () => {
    const outage: Happening = { robotsForMs: 10 * minute, elapsedMs: 0 };
    expect(rests(run([status(500), outage]))).toEqual([1, 10]);
    expect(run([status(500), outage])[1]).toMatchObject({
      leaveAlone: true,
      state: { errors: 1, backoffs: 1 },
    });
  });

  it('that asked for more with its robots.txt gets that', () => {
    const [, decision] = run([status(503, 3_600), { robotsForMs: 10 * minute, elapsedMs: 0 }]);
    expect(decision?.state.pause?.term).toBe('retryAfter');
  });

  it('is as before after one good answer', () => {
    const well = run([...times(7, status(503)), status(200)]).at(-1);
    expect(well).toMatchObject({ state: { errors: 0, backoffs: 0 }, leaveAlone: false, restMs: minute });
    expect(well?.state).not.toHaveProperty('parkedSince');
  });
});

describe('a host that keeps failing', () => {
  it('is parked after so many failures in a row, with since when and why', () => {
    const decisions = run(times(6, status(503)));
    expect(decisions.map(({ state }) => state.parkedSince !== undefined)).toEqual([
      ...times(4, false),
      ...times(2, true),
    ]);
    const [fourth, fifth] = decisions.slice(3);
    expect(fifth?.state).toMatchObject({ errors: 5, reason: 'status 503', since: fourth?.state.since });
    expect(decisions[5]?.state.parkedSince).toBe(fifth?.state.parkedSince);
  });

  it('is asked less and less often, however short the times that it names', () => {
    expect(rests(run(times(7, status(429, 1)))).slice(4)).toEqual([16, 32, 64]);
  });

  it('is not taken for well because its robots.txt is served', () => {
    const failing = run(times(6, status(503))).at(-1)?.state ?? unknownHost;
    const served = { ...eventOf(status(200), start), isRobots: true };
    const { state, leaveAlone, restMs } = decideAfterRequest(failing, served, {
      politeness: defaults,
      jitter: 0,
    });
    expect({ leaveAlone, restMs }).toEqual({ leaveAlone: false, restMs: minute });
    expect(state).toMatchObject({ errors: 6, backoffs: 6, parkedSince: failing.parkedSince });
  });

  it('is open again after one answer', () => {
    expect(run([...times(9, failure('dns')), status(404)]).at(-1)?.state).toEqual({
      ...{ errors: 0, backoffs: 0, responseMs: 100 },
    });
  });
});

/** The rule once more, as a reader of the documentation would say it: what has to have passed since the last answer. */
function naiveRestMs(history: readonly Happening[], politeness: PolitenessSettings, delayMs: number): number {
  const last = history.at(-1) as Happening;
  const waits = [politeness.gapMs, Math.min(delayMs, politeness.maxCrawlDelayMs)];
  const isGood = (one: Happening): boolean =>
    'status' in one && one.status >= 200 && one.status < 500 && ![408, 429].includes(one.status);
  const answer = history.findLast(isGood);
  if (answer !== undefined) {
    waits.push(Math.min(answer.elapsedMs * politeness.responseFactor, politeness.maxResponseDelayMs));
  }
  if (isGood(last)) return Math.max(...waits);
  const sinceGood = history.slice(history.findLastIndex(isGood) + 1);
  const says = (one: Happening): boolean => 'status' in one && one.retryAfter !== undefined;
  const isHosts = (one: Happening): boolean =>
    ('reason' in one && ['dns', 'connect', 'tls'].includes(one.reason)) ||
    ('status' in one && ([429, 503].includes(one.status) || (one.status >= 500 && says(one))));
  const pauses = sinceGood.filter((one, place) => isHosts(one) || place >= 2).length;
  if (!isHosts(last) && sinceGood.length < 3) return Math.max(...waits);
  const asked = 'status' in last && isHosts(last) ? last.retryAfter : undefined;
  const own = politeness.firstBackoffMs * 2 ** (pauses - 1);
  waits.push(Math.min(Math.max(own, (asked ?? 0) * 1_000), politeness.maxBackoffMs));
  return Math.max(...waits);
}

const happenings = fc.oneof(
  fc.record({ status: fc.constantFrom(200, 204, 301, 304, 400, 404, 410, 425), elapsedMs: fc.nat(40_000) }),
  fc.record(
    {
      status: fc.constantFrom(408, 429, 500, 502, 503, 504, 599),
      retryAfter: fc.oneof(fc.nat(10), fc.nat(200_000)),
      elapsedMs: fc.nat(40_000),
    },
    { requiredKeys: ['status', 'elapsedMs'] },
  ),
  fc.record({
    reason: fc.constantFrom<FailureReason>('dns', 'connect', 'tls', 'timeout', 'reset', 'protocol'),
    elapsedMs: fc.nat(40_000),
  }),
);
const settings = fc.record({
  gapMs: fc.constantFrom(0, 500, 60_000),
  maxCrawlDelayMs: fc.constantFrom(0, 300_000),
  responseFactor: fc.constantFrom(0, 1, 5, 7.5),
  maxResponseDelayMs: fc.constantFrom(0, 30_000),
  firstBackoffMs: fc.constantFrom(1_000, 60_000),
  maxBackoffMs: fc.constantFrom(1_000, 86_400_000),
  parkAfter: fc.constantFrom(1, 3, 5, 1_000),
});

describe('whatever a server does', () => {
  it('no request goes out early, and none late but by chance or to a parked host', () => {
    fc.assert(
      fc.property(
        fc.array(happenings, { minLength: 1, maxLength: 40 }),
        settings,
        fc.nat(600_000),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (history, some, crawlDelayMs, jitter) => {
          const politeness = { ...defaults, ...some };
          let state: PolitenessState = unknownHost;
          let now = start;
          for (const [index, happening] of history.entries()) {
            now += happening.elapsedMs;
            const decision = decideAfterRequest(state, eventOf(happening, now), {
              politeness,
              crawlDelayMs,
              jitter,
            });
            const rest = naiveRestMs(history.slice(0, index + 1), politeness, crawlDelayMs);
            expect(decision.restMs).toBeGreaterThanOrEqual(rest);
            if (decision.state.parkedSince === undefined)
              expect(decision.restMs).toBeLessThanOrEqual(rest * 1.25 + 1);
            expect(decision.restMs).toBe(Math.ceil(Math.max(...decision.terms.map(({ ms }) => ms))));
            state = decision.state;
            now += decision.restMs;
          }
        },
      ),
      { numRuns: 500 },
    );
  });

  it('what is remembered of it is small and passes through JSON', () => {
    fc.assert(
      fc.property(fc.array(happenings, { minLength: 1, maxLength: 60 }), (history) => {
        const state = run(history).at(-1)?.state;
        expect(JSON.stringify(state).length).toBeLessThan(300);
        expect(JSON.parse(JSON.stringify(state))).toEqual(state);
      }),
    );
  });
});
