import { expect, it } from 'vitest';
import type { HostKey, HostStore, StoredBody } from '../../../lib/ports/hosts.ts';
import { crashEverywhere } from '../../support/crash.ts';
import { type Fixture, freshName, hostName, noise, opened } from '../fixture.ts';

async function bodyOf(hosts: HostStore, key: HostKey): Promise<StoredBody | undefined> {
  const body = await hosts.body(key);
  return body && { turn: body.turn, bytes: new Uint8Array(body.bytes) };
}

export function hostBodies(make: () => Promise<Fixture & { readonly hosts: HostStore }>): void {
  const fixture = opened(make);
  const freshKey = (): HostKey => ({ job: freshName(), host: hostName('a.example') });
  const body = (turn: number, seed = turn): StoredBody => ({ turn, bytes: noise(2_000, seed) });

  it('is unknown until the first turn, and cannot be changed before', async () => {
    const { hosts } = fixture();
    const key = freshKey();
    expect(await hosts.body(key)).toBeUndefined();
    expect(await hosts.putBody(key, 1, body(2))).toBe(false);
    expect(await hosts.body(key)).toBeUndefined();
  });

  it('is stored by whoever saw its turn, and by nobody else', async () => {
    const { hosts } = fixture();
    const key = freshKey();
    expect(await hosts.putBody(key, 0, body(1))).toBe(true);
    expect(await hosts.putBody(key, 1, body(7))).toBe(true);
    expect(await hosts.putBody(key, 1, body(8))).toBe(false);
    expect(await hosts.putBody(key, 0, body(8))).toBe(false);
    expect(await hosts.putBody(key, 8, body(9))).toBe(false);
    expect(await bodyOf(hosts, key)).toEqual(body(7));
  });

  it('commits a turn once, however often it is said', async () => {
    const { hosts } = fixture();
    const key = freshKey();
    await hosts.putBody(key, 0, body(1));
    expect(await hosts.putBody(key, 1, body(2))).toBe(true);
    expect(await hosts.putBody(key, 1, body(2))).toBe(false);
    expect(await bodyOf(hosts, key)).toEqual(body(2));
  });

  it.each([0, 4])('after turn %i is committed by exactly one of twenty side by side', async (was) => {
    const { hosts } = fixture();
    const key = freshKey();
    if (was > 0) await hosts.putBody(key, 0, body(was));
    const next = Array.from({ length: 20 }, (_, i) => body(5, 100 + i));
    const won = await Promise.all(next.map((candidate) => hosts.putBody(key, was, candidate)));
    expect(won.filter(Boolean)).toHaveLength(1);
    expect(await bodyOf(hosts, key)).toEqual(next[won.indexOf(true)]);
  });

  it.each([0, 1, 4_096, 300_000])('of %i bytes comes back as it was stored', async (size) => {
    const { hosts } = fixture();
    const key = freshKey();
    const bytes = noise(size);
    expect(await hosts.putBody(key, 0, { turn: 2 ** 40, bytes })).toBe(true);
    expect(await bodyOf(hosts, key)).toEqual({ turn: 2 ** 40, bytes });
  });

  it('is a copy: bytes that are changed afterwards, or were a part of others, do it no harm', async () => {
    const { hosts } = fixture();
    const key = freshKey();
    const whole = noise(1_000);
    const part = whole.subarray(100, 200);
    const expected = new Uint8Array(part);
    await hosts.putBody(key, 0, { turn: 1, bytes: part });
    whole.fill(0);
    expect(await bodyOf(hosts, key)).toEqual({ turn: 1, bytes: expected });
  });

  it('belongs to one host of one job, and has nothing to do with its control', async () => {
    const { hosts } = fixture();
    const key = freshKey();
    await hosts.putBody(key, 0, body(1));
    await hosts.putBody({ ...key, job: `${key.job}-2` }, 0, body(2));
    await hosts.putBody({ ...key, host: hostName('a.example:81') }, 0, body(3));
    expect(await bodyOf(hosts, key)).toEqual(body(1));
    expect(await hosts.control(key)).toBeUndefined();
  });

  it('survives a crash at every await of its commits', async () => {
    const { hosts, crash } = fixture();
    await crashEverywhere(crash, {
      prepare: async () => freshKey(),
      operation: async (key) => {
        await hosts.putBody(key, 0, body(1));
        await hosts.putBody(key, 1, body(2));
      },
      check: async (key) => expect(await bodyOf(hosts, key)).toEqual(body(2)),
    });
  });
}
