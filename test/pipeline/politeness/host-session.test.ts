import { describe, expect, test } from 'vitest';
import type { CanonicalUrl, HostName } from '../../../lib/base/url/url.ts';
import { unknownHost } from '../../../lib/domain/politeness/politeness-state.ts';
import type { JobSettings } from '../../../lib/domain/settings/settings.ts';
import { timing } from '../../../lib/domain/settings/timing.ts';
import { openHostSession } from '../../../lib/pipeline/politeness/host-session.ts';
import type { Clock } from '../../../lib/ports/clock.ts';
import type { FetchRequest, FetchResult } from '../../../lib/ports/web.ts';
import { HeldClock } from '../../support/clock.ts';
import { testSettings } from '../../support/settings.ts';

const url = 'https://www.example.org/a' as CanonicalUrl;
const stale: FetchResult = { kind: 'error', reason: 'reset', detail: 'closed', again: true, elapsedMs: 1 };
const answer = (headers: Readonly<Record<string, string>> = {}): FetchResult => ({
  kind: 'response',
  status: 200,
  headers,
  body: new Uint8Array(),
  truncated: false,
  wireBytes: 0,
  elapsedMs: 1,
});

/** A host session whose requests get these answers in turn, at a gap of a second. */
function session(answers: FetchResult[], change: Partial<JobSettings> = {}) {
  const clock = new HeldClock();
  /** How long the process was frozen: its steady clock stood still. */
  let frozenMs = 0;
  const thawed: Clock = {
    now: () => clock.now() + frozenMs,
    monotonic: () => clock.monotonic(),
    sleep: (ms, signal) => clock.sleep(ms, signal),
  };
  const requests: (FetchRequest & { readonly at: number })[] = [];
  const base = testSettings('session');
  const settings = { ...base, politeness: { ...base.politeness, gapMs: 1_000 }, ...change };
  const opened = openHostSession(
    {
      clock: thawed,
      fetcher: {
        async fetch(request) {
          requests.push({ ...request, at: clock.monotonic() });
          return answers.shift() ?? answer();
        },
      },
    },
    settings,
    {
      startBefore: 60_000,
      endBefore: 120_000,
      leaseUntil: clock.now() + 150_000,
      timing: timing(60_000),
      gapMs: 1_000,
      host: 'www.example.org' as HostName,
      state: unknownHost,
      permit: () => undefined,
    },
  );
  async function request(to = url) {
    const asked = opened.request(to);
    await clock.advance(5_000);
    return await asked;
  }
  const freeze = (ms: number): void => {
    frozenMs += ms;
  };
  return { request, requests, freeze, opened, clock };
}

describe('a host session', () => {
  test('asks once more, after the gap, where a kept connection had closed', async () => {
    const { request, requests } = session([stale, answer()]);
    expect(await request()).toMatchObject({ kind: 'response' });
    expect(requests.map(({ at }) => at)).toEqual([0, 1_000]);
  });

  test('asks for nothing when its process was frozen until the lease of its gates ended', async () => {
    const { request, requests, freeze } = session([]);
    await request();
    freeze(60_000);
    expect(await request()).toMatchObject({ kind: 'response' });
    freeze(90_000);
    expect(await request()).toMatchObject({ kind: 'put-off' });
    expect(requests).toHaveLength(2);
  });

  test('waits for no gap after a request that our own settings refused: the host was not asked', async () => {
    const refused: FetchResult = {
      kind: 'error',
      reason: 'address-refused',
      detail: 'private',
      elapsedMs: 1,
    };
    const { opened, requests, clock } = session([refused, refused, answer()]);
    for (const result of [refused, refused, answer()]) {
      expect(opened.readyAt()).toBe(clock.now());
      expect(await opened.request(url)).toEqual(result);
    }
    expect(opened.readyAt()).toBeGreaterThan(clock.now());
    expect({ asked: requests.length, counted: opened.requests() }).toEqual({ asked: 3, counted: 1 });
  });

  test('and no third time', async () => {
    const { request, requests } = session([stale, stale, answer()]);
    expect(await request()).toMatchObject({ kind: 'error', reason: 'reset' });
    expect(requests).toHaveLength(2);
  });

  test('says who we are in From too, when the contact is a mail address and nobody minds', async () => {
    const { identity } = testSettings('session');
    for (const [change, from] of [
      [{}, 'crawl@example.org'],
      [{ identity: { ...identity, from: false } }, undefined],
      [{ identity: { ...identity, contact: 'https://example.org/bot' } }, undefined],
    ] as const) {
      const { request, requests } = session([], change);
      await request();
      expect(requests[0]?.headers?.from).toBe(from);
    }
  });

  test('asks as the settings of the job say', async () => {
    const { fetch, network } = testSettings('session');
    const { request, requests } = session([], {
      fetch: { ...fetch, acceptLanguage: 'de', http2: true, credentials: 'members', overMaxBytes: 'refuse' },
      network: { ...network, proxy: 'socks5://127.0.0.1:9050', insecureTls: ['old.example.org'] },
    });
    await request();
    expect(requests[0]).toMatchObject({
      headers: { 'accept-language': 'de' },
      http2: true,
      credentials: 'members',
      overMaxBytes: 'refuse',
      proxy: 'socks5://127.0.0.1:9050',
      insecureTls: ['old.example.org'],
      connectMs: 10_000,
    });
  });

  test('sends back the cookies of its turn where the job wants it, and else none', async () => {
    const { fetch } = testSettings('session');
    for (const [cookies, sent] of [
      [true, 'session=1'],
      [false, undefined],
    ] as const) {
      const { request, requests } = session([answer({ 'set-cookie': 'session=1; Path=/\nb=2; Path=/b' })], {
        fetch: { ...fetch, cookies },
      });
      await request();
      await request();
      expect(requests.map(({ headers }) => headers?.cookie)).toEqual([undefined, sent]);
    }
  });
});
