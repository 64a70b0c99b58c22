import { describe, expect, it } from 'vitest';
import type { PolitenessState } from '../../lib/domain/politeness/politeness-state.ts';
import type { GateClaim, Gates } from '../../lib/ports/gates.ts';
import { crashEverywhere } from '../support/crash.ts';
import { type Fixture, freshName, many, oddHosts, opened, t0 } from './fixture.ts';

const well: PolitenessState = { errors: 0, backoffs: 0, responseMs: 12 };
const failing: PolitenessState = {
  ...{ errors: 7, backoffs: 5, since: t0 - 86_400_000, reason: 'robots.txt: status 503', responseMs: 0.5 },
  pause: { term: 'retryAfter', ms: 3_600_000, until: t0 + 3_600_000 },
  parkedSince: t0 - 3_600_000,
};

function claimOf(owner: string, now = t0): GateClaim {
  return { owner, ticket: `ticket of ${owner}`, now, leaseMs: 10_000, gapMs: 1_000 };
}

/** What every adapter of `Gates` must do. */
export function gatesContract(name: string, make: () => Promise<Fixture & { readonly gates: Gates }>): void {
  describe(`${name} keeps the contract of Gates`, () => {
    const fixture = opened(make);
    const fresh = (): { readonly gates: Gates; readonly key: string } => ({
      gates: fixture().gates,
      key: `${freshName()}.example:8080`,
    });

    it('knows nothing of a key that nobody claimed', async () => {
      const { gates, key } = fresh();
      expect(await gates.gate(key)).toBeUndefined();
      expect(await gates.release(key, 'a', t0)).toBe(false);
      expect(await gates.gate(key)).toBeUndefined();
    });

    it('grants the first claim and locks for the whole lease and the gap after it', async () => {
      const { gates, key } = fresh();
      expect(await gates.claim(key, claimOf('a'))).toEqual({ granted: true });
      expect(await gates.gate(key)).toEqual({
        owner: 'a',
        ticket: 'ticket of a',
        leaseUntil: t0 + 10_000,
        notBefore: t0 + 11_000,
      });
    });

    it('refuses a claim before notBefore and says who holds it', async () => {
      const { gates, key } = fresh();
      await gates.claim(key, claimOf('a'));
      const refused = await gates.claim(key, claimOf('b', t0 + 10_999));
      expect(refused).toEqual({ granted: false, gate: await gates.gate(key) });
      expect((await gates.gate(key))?.owner).toBe('a');
    });

    it('opens by itself, to the millisecond, when its claimer died and no expiry ever ran', async () => {
      const { gates, key } = fresh();
      await gates.claim(key, claimOf('dead'));
      expect(await gates.claim(key, claimOf('b', t0 + 11_000))).toEqual({ granted: true });
      expect((await gates.gate(key))?.owner).toBe('b');
    });

    it('is opened again only as it was seen', async () => {
      const { gates, key } = fresh();
      await gates.claim(key, claimOf('a'));
      await gates.release(key, 'a', t0 + 9e12, failing);
      const shut = await gates.gate(key);
      if (shut === undefined) throw new Error('there is no gate');
      expect(await gates.reopen(key, { ...shut, notBefore: t0 }, t0)).toBe(false);
      expect(await gates.reopen(key, shut, t0)).toBe(true);
      expect(await gates.reopen(key, shut, t0 + 1)).toBe(false);
      expect(await gates.gate(key)).toEqual({ ...shut, notBefore: t0 });
      expect(await gates.claim(key, claimOf('b'))).toEqual({ granted: true, state: failing });
    });

    it('opens after years', async () => {
      const { gates, key } = fresh();
      await gates.claim(key, claimOf('a', t0 - 20 * 365 * 86_400_000));
      expect(await gates.claim(key, claimOf('b'))).toEqual({ granted: true });
    });

    it('goes by stored times only, however old they are for the machine', async () => {
      const { gates, key } = fresh();
      await gates.claim(key, claimOf('a', 1_000));
      expect(await gates.claim(key, claimOf('b', 11_999))).toMatchObject({ granted: false });
      expect(await gates.claim(key, claimOf('b', 12_000))).toEqual({ granted: true });
    });

    for (const [when, notBefore] of [
      ['earlier', t0 + 1_500],
      ['later', t0 + 3_600_000],
    ] as const) {
      it(`lets its owner release it to a time that is ${when} than the lock`, async () => {
        const { gates, key } = fresh();
        await gates.claim(key, claimOf('a'));
        expect(await gates.release(key, 'a', notBefore)).toBe(true);
        const gate = await gates.gate(key);
        expect(gate).toMatchObject({ notBefore });
        expect(gate).not.toHaveProperty('owner');
        expect(gate).not.toHaveProperty('ticket');
        expect(await gates.claim(key, claimOf('b', notBefore - 1))).toMatchObject({
          granted: false,
          gate: { notBefore },
        });
        expect(await gates.claim(key, claimOf('b', notBefore))).toEqual({ granted: true });
      });
    }

    it('hands out with each claim what the last release remembered of the host', async () => {
      const { gates, key } = fresh();
      expect(await gates.claim(key, claimOf('a'))).not.toHaveProperty('state');
      await gates.release(key, 'a', t0, failing);
      expect(await gates.gate(key)).toMatchObject({ state: failing });
      expect(await gates.claim(key, claimOf('b'))).toEqual({ granted: true, state: failing });
      expect((await gates.gate(key))?.state).toEqual(failing);
      await gates.release(key, 'b', t0 + 1);
      expect(await gates.claim(key, claimOf('c', t0 + 1))).toEqual({ granted: true, state: failing });
      await gates.release(key, 'c', t0 + 2, well);
      expect(await gates.claim(key, claimOf('d', t0 + 2))).toEqual({ granted: true, state: well });
    });

    it('remembers nothing that somebody else says', async () => {
      const { gates, key } = fresh();
      await gates.claim(key, claimOf('a'));
      await gates.release(key, 'late', t0, failing);
      expect(await gates.gate(key)).not.toHaveProperty('state');
    });

    it('does nothing when somebody else, or the same owner again, releases it', async () => {
      const { gates, key } = fresh();
      await gates.claim(key, claimOf('a'));
      const held = await gates.gate(key);
      expect(await gates.release(key, 'b', t0)).toBe(false);
      expect(await gates.gate(key)).toEqual(held);
      expect(await gates.release(key, 'a', t0 + 5_000)).toBe(true);
      expect(await gates.release(key, 'a', t0)).toBe(false);
      expect((await gates.gate(key))?.notBefore).toBe(t0 + 5_000);
    });

    it('refuses the release of a late worker after another claimed it', async () => {
      const { gates, key } = fresh();
      await gates.claim(key, claimOf('late'));
      await gates.claim(key, claimOf('b', t0 + 11_000));
      expect(await gates.release(key, 'late', t0)).toBe(false);
      expect(await gates.gate(key)).toMatchObject({ owner: 'b', notBefore: t0 + 22_000 });
    });

    it('stays with its owner when the same claim is made twice', async () => {
      const { gates, key } = fresh();
      await gates.claim(key, claimOf('a'));
      const once = await gates.gate(key);
      await gates.claim(key, claimOf('a'));
      expect(await gates.gate(key)).toEqual(once);
    });

    it('grants exactly one of twenty claims side by side, and the others learn of it', async () => {
      const { gates, key } = fresh();
      for (const now of [t0, t0 + 11_000]) {
        const owners = Array.from({ length: 20 }, (_, i) => `${now}-${i}`);
        const results = await Promise.all(owners.map((owner) => gates.claim(key, claimOf(owner, now))));
        const winners = owners.filter((_, i) => results[i]?.granted);
        expect(winners).toHaveLength(1);
        for (const result of results) {
          if (!result.granted) expect(result.gate).toMatchObject({ owner: winners[0] });
        }
      }
    });

    it('lets either the release or the next claim win, never both halves', async () => {
      const { gates, key } = fresh();
      await gates.claim(key, claimOf('a'));
      const [released, claimed] = await Promise.all([
        gates.release(key, 'a', t0 + 11_500),
        gates.claim(key, claimOf('b', t0 + 11_000)),
      ]);
      expect(released).not.toBe(claimed.granted);
      expect((await gates.gate(key))?.owner).toBe(claimed.granted ? 'b' : undefined);
    });

    it('keeps the gates of odd names apart', async () => {
      const { gates, key } = fresh();
      await many(oddHosts.length, (i) => gates.claim(`${key}${oddHosts[i]}`, claimOf(`owner ${i}`)));
      for (const [i, host] of oddHosts.entries()) {
        expect((await gates.gate(`${key}${host}`))?.owner).toBe(`owner ${i}`);
      }
    });

    it('survives a crash at every await of claim and release', async () => {
      const { gates } = fixture();
      await crashEverywhere(fixture().crash, {
        prepare: async () => `${freshName()}.example`,
        operation: async (key) => {
          await gates.claim(key, claimOf('a'));
          await gates.release(key, 'a', t0 + 2_000);
        },
        check: async (key) => {
          expect(await gates.claim(key, claimOf('early', t0 + 1_999))).toMatchObject({ granted: false });
          expect(await gates.claim(key, claimOf('b', t0 + 2_000))).toEqual({ granted: true });
        },
      });
    });
  });
}
