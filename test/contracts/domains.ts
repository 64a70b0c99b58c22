import { describe, expect, it } from 'vitest';
import {
  firstOpening,
  freeOpening,
  type Opening,
  type TryMemory,
} from '../../lib/domain/domains/domain-credit.ts';
import type { DomainKey, DomainStore, StoredDomain } from '../../lib/ports/domains.ts';
import { crashEverywhere } from '../support/crash.ts';
import { type ContractOptions, type Fixture, freshName, hostName, many, opened } from './fixture.ts';

const nothing: StoredDomain = {
  ...{ pages: 0, bytes: 0, loads: 0, relevant: 0 },
  ...{ hosts: 0, tried: 0, ended: 0, unproven: 0, triedAt: 0 },
};
const memory: TryMemory = {
  ...{ tries: 3.5, gains: 1.25, brought: 2 },
  sketches: [{ host: hostName('c.example.org:8080'), sketch: 'AbC-_9' }],
};
const t0 = 1_795_219_200_000;

/** A try. @param most tries that there may be before */
function tryOf(most: number, more: Partial<Opening> = {}): Opening {
  return { ...freeOpening(true), tried: 1, at: t0, most: { hosts: 1e9, tried: most }, ...more };
}

/** What every adapter of `DomainStore` must do. */
export function domainsContract(
  name: string,
  make: () => Promise<Fixture & { readonly domains: DomainStore }>,
  { scale = 1 }: ContractOptions = {},
): void {
  describe(`${name} keeps the contract of DomainStore`, () => {
    const fixture = opened(make);
    const fresh = (): { readonly domains: DomainStore; readonly key: DomainKey } => ({
      domains: fixture().domains,
      key: { job: freshName(), domain: 'example.org' },
    });

    it('knows nothing of a domain that nobody wrote of', async () => {
      const { domains, key } = fresh();
      expect(await domains.domain(key)).toEqual(nothing);
      await domains.dropSponsor(key);
      expect(await domains.domain(key)).toEqual(nothing);
    });

    it('adds openings, and remembers when the last try began', async () => {
      const { domains, key } = fresh();
      expect(await domains.open(key, firstOpening)).toBe(true);
      expect(await domains.open(key, firstOpening)).toBe(false);
      expect(await domains.open(key, tryOf(0, { unproven: 1 }))).toBe(true);
      expect(await domains.open(key, tryOf(1, { hosts: 0, ended: 1, at: t0 + 5 }))).toBe(true);
      expect(await domains.open(key, freeOpening(true))).toBe(true);
      const counts = { hosts: 3, tried: 2, unproven: 1, ended: 1, triedAt: t0 + 5 };
      expect(await domains.domain(key)).toEqual({ ...nothing, ...counts });
    });

    it('adds no opening above its most', async () => {
      const { domains, key } = fresh();
      await domains.open(key, tryOf(0));
      expect(await domains.open(key, tryOf(0))).toBe(false);
      expect(await domains.open(key, tryOf(1, { most: { hosts: 0, tried: 9 } }))).toBe(false);
      expect(await domains.domain(key)).toMatchObject({ hosts: 1, tried: 1 });
    });

    it('lets as many of many writers in as there is room for', async () => {
      const { domains, key } = fresh();
      let won = 0;
      await many(Math.max(8, 40 * scale), async () => {
        if (await domains.open(key, tryOf(4))) won += 1;
      });
      expect(won).toBe(5);
      expect(await domains.domain(key)).toMatchObject({ hosts: 5, tried: 5 });
    });

    it('stores the memory as it is, the last one, and counts ends', async () => {
      const { domains, key } = fresh();
      await domains.remember(key, { ...memory, brought: 9 }, 1);
      await domains.remember(key, memory, 0);
      await domains.remember(key, memory, 1);
      expect(await domains.domain(key)).toEqual({ ...nothing, ended: 2, memory });
    });

    it('loses no end and no total when many write at once', async () => {
      const { domains, key } = fresh();
      await many(30, (i) =>
        i % 5 === 0 ? domains.remember(key, memory, 1) : domains.count(key, { pages: 2, bytes: 1e12 }),
      );
      await domains.count(key, { pages: 0, bytes: 1 });
      await many(5, () => domains.count(key, { pages: 0, bytes: 0, loads: 3, relevant: 1 }));
      const sums = { pages: 48, bytes: 24e12 + 1, loads: 15, relevant: 5 };
      expect(await domains.domain(key)).toMatchObject({ ended: 6, ...sums });
    });

    it('knows the sponsor of a domain until it is dropped', async () => {
      const { domains, key } = fresh();
      await domains.open(key, freeOpening(true), 'sponsor.example');
      await domains.open(key, tryOf(0));
      expect(await domains.domain(key)).toMatchObject({ hosts: 2, sponsor: 'sponsor.example' });
      await domains.dropSponsor(key);
      expect(await domains.domain(key)).not.toHaveProperty('sponsor');
    });

    it('keeps jobs, domains and accounts apart', async () => {
      const { domains, key } = fresh();
      const others: DomainKey[] = [
        { job: `${key.job}-2`, domain: key.domain },
        { job: key.job, domain: 'example.com' },
        { job: key.job, domain: `>${key.domain}` },
      ];
      await domains.open(key, tryOf(0));
      await domains.count(key, { pages: 1, bytes: 1 });
      for (const other of others) expect(await domains.domain(other)).toEqual(nothing);
    });

    it('survives a crash at every await', async () => {
      const { domains, crash } = fixture();
      await crashEverywhere(crash, {
        prepare: async () => ({ job: freshName(), domain: 'example.org' }),
        operation: async (key) => {
          if ((await domains.domain(key)).tried === 0) await domains.open(key, tryOf(0));
          await domains.remember(key, memory, 1);
        },
        check: async (key) => {
          const stored = await domains.domain(key);
          expect(stored).toMatchObject({ tried: 1, memory });
          expect(stored.ended).toBeGreaterThanOrEqual(1);
        },
      });
    });
  });
}
