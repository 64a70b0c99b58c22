import { describe, expect, it } from 'vitest';
import { isAtRest, waitForRest } from '../../../bin/commands/crawl/wait-for-rest.ts';
import type { Status } from '../../../lib/runtime/shared/installation.ts';
import { testIo } from '../test-io.ts';

const now = 1_795_219_200_000;
const minute = 60_000;

const resting: Status = {
  ...{
    job: 'birds',
    state: 'open',
    config: 'c1',
    pending: 0,
    fetched: 9,
    outcomes: {},
    harvest: { judged: 0, kept: 0 },
    bytes: 0,
    records: 7,
  },
  ...{ openSegments: 0, pagesToday: 9, reasons: [], hosts: { idle: 3, due: 0, ticketed: 0 } },
};
const atWork = { hosts: { idle: 0, due: 2, ticketed: 1 } };

describe('a crawl on AWS is at rest', () => {
  it.each<readonly [string, Partial<Status>, boolean]>([
    ['when nothing is left', {}, true],
    ['when what is left is due later than it waits for', { nextDueAt: now + 16 * minute }, true],
    ['when it is paused', { state: 'paused', nextDueAt: now + 1 }, true],
    [
      'when only people can mend why nothing moves',
      { openSegments: 3, left: [{ why: 'segments', count: 3 }], reasons: ['held back'] },
      true,
    ],
    [
      'when links cannot be recycled',
      { openSegments: 1, failing: [{ work: 'recycle', code: 'corrupt', message: 'torn', since: 0, at: 0 }] },
      true,
    ],
    ['not while a host is at work', atWork, false],
    ['not while a turn of a paused crawl runs', { state: 'paused', ...atWork }, false],
    ['not while something is due soon', { nextDueAt: now + 14 * minute }, false],
    ['not while a host waits for its ticket', { dueLagMs: 5 }, false],
    ['not while links are to be recycled', { openSegments: 1 }, false],
    [
      'not while links to other hosts are to be recycled, and all hosts that it knows wait for days',
      { openSegments: 1, nextDueAt: now + 1e9, reasons: ['every host has to wait'] },
      false,
    ],
    [
      'not while a back-off that is the reason is over soon',
      { nextDueAt: now + 5, reasons: ['backs off'] },
      false,
    ],
  ])('%s', (_, more, expected) => {
    expect(isAtRest({ ...resting, ...more }, now, 15 * minute)).toBe(expected);
  });
});

describe('waiting for it', () => {
  it('says how it goes, looks less often while nothing moves, and ends with how it stands', async () => {
    const states: Partial<Status>[] = [
      { fetched: 1, ...atWork },
      { fetched: 1, ...atWork },
      { fetched: 1, ...atWork },
      { fetched: 5, ...atWork },
      {},
    ];
    const pauses: number[] = [];
    const { io, said } = testIo();
    const last = await waitForRest(
      {
        status: async () => ({ ...resting, ...states.shift() }),
        patienceMs: minute,
        now: Date.now,
        pause: async (ms) => void pauses.push(ms),
      },
      io,
    );
    expect(last).toEqual(resting);
    expect(pauses).toEqual([5_000, 10_000, 20_000, 5_000]);
    expect(said.err.split('\n')[0]).toBe('0 ms · 1 page · 1 of 3 hosts at work · 0 pending');
  });

  it('ends when it is interrupted, and leaves the crawl alone', async () => {
    const stop = new AbortController();
    const { io, said } = testIo({ interrupt: stop.signal });
    const pause = async (): Promise<void> => stop.abort();
    const status = async (): Promise<Status> => ({ ...resting, ...atWork });
    expect(await waitForRest({ status, now: Date.now, patienceMs: minute, pause }, io)).toMatchObject(atWork);
    expect(said.err).toContain('no longer waiting; the crawl continues\n');
  });
});
