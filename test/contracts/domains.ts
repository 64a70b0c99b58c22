import { describe, expect, it } from 'vitest';
import { emptyLedger, type Ledger } from '../../lib/domain/domains/ledger.ts';
import type { DomainKey, DomainStore, WaitingHost } from '../../lib/ports/domains.ts';
import { crashEverywhere } from '../support/crash.ts';
import {
  type ContractOptions,
  type Fixture,
  freshName,
  hostName,
  many,
  oddHosts,
  opened,
} from './fixture.ts';

const empty: Ledger = emptyLedger({ newHosts: 3 });
const used: Ledger = {
  ...empty,
  hosts: 7,
  first: hostName('www.example.org:8080'),
  trying: { 'a.example.org': 'credit', 'b.example.org': 'spare' },
  sketches: [{ host: hostName('c.example.org'), sketch: 'AbC-_9' }],
};

const waitingAt = (place: string, host: string): WaitingHost => ({ place, host: hostName(host) });

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
      expect(await domains.domain(key)).toEqual({ revision: 0, pages: 0, bytes: 0 });
      expect(await domains.waiting(key, 10)).toEqual([]);
      await domains.unwait(key, [waitingAt('a', 'a.example.org')]);
      await domains.unwait(key, []);
      expect(await domains.putLedger(key, 1, empty)).toBe(false);
      expect((await domains.domain(key)).revision).toBe(0);
    });

    it('stores a ledger as it is, revision by revision', async () => {
      const { domains, key } = fresh();
      expect(await domains.putLedger(key, 0, empty)).toBe(true);
      expect(await domains.domain(key)).toEqual({ revision: 1, ledger: empty, pages: 0, bytes: 0 });
      expect(await domains.putLedger(key, 1, used)).toBe(true);
      expect(await domains.domain(key)).toEqual({ revision: 2, ledger: used, pages: 0, bytes: 0 });
    });

    it('refuses a change of a ledger that changed meanwhile', async () => {
      const { domains, key } = fresh();
      await domains.putLedger(key, 0, empty);
      await domains.putLedger(key, 1, used);
      for (const was of [0, 1, 3]) expect(await domains.putLedger(key, was, empty)).toBe(false);
      expect(await domains.domain(key)).toMatchObject({ revision: 2, ledger: used });
    });

    it('counts a ledger as changed for many at once, and lets nobody change it who saw it before', async () => {
      const { domains, key } = fresh();
      expect(await domains.touchLedger(key)).toEqual({ revision: 1, pages: 0, bytes: 0 });
      expect(await domains.putLedger(key, 0, empty)).toBe(false);
      expect(await domains.putLedger(key, 1, used)).toBe(true);
      await domains.count(key, { pages: 3, bytes: 4 });
      const touched = await Promise.all(Array.from({ length: 20 }, () => domains.touchLedger(key)));
      const revisions = touched.map(({ revision }) => revision).sort((a, b) => a - b);
      expect(revisions).toEqual(Array.from({ length: 20 }, (_, i) => i + 3));
      for (const { ledger, pages, bytes } of touched)
        expect({ ledger, pages, bytes }).toEqual({ ledger: used, pages: 3, bytes: 4 });
      expect(await domains.putLedger(key, 2, empty)).toBe(false);
      expect(await domains.putLedger(key, 22, empty)).toBe(true);
    });

    it.each([0, 1])('lets one of many win that change the ledger of revision %i at once', async (was) => {
      const { domains, key } = fresh();
      for (let revision = 0; revision < was; revision++) await domains.putLedger(key, revision, empty);
      const won = await Promise.all(
        Array.from({ length: 8 }, (_, hosts) => domains.putLedger(key, was, { ...empty, hosts })),
      );
      expect(won.filter(Boolean)).toHaveLength(1);
      expect((await domains.domain(key)).ledger?.hosts).toBe(won.indexOf(true));
    });

    it('loses no count among many, beside changes of the ledger', async () => {
      const { domains, key } = fresh();
      await many(30, (i) =>
        i % 5 === 0 ? domains.putLedger(key, i / 5, empty) : domains.count(key, { pages: 2, bytes: 1e12 }),
      );
      await domains.count(key, { pages: 0, bytes: 1 });
      expect(await domains.domain(key)).toMatchObject({ pages: 48, bytes: 24e12 + 1 });
    });

    it('takes a first ledger after a first count', async () => {
      const { domains, key } = fresh();
      await domains.count(key, { pages: 1, bytes: 2 });
      expect(await domains.domain(key)).toEqual({ revision: 0, pages: 1, bytes: 2 });
      expect(await domains.putLedger(key, 0, used)).toBe(true);
      expect(await domains.domain(key)).toEqual({ revision: 1, ledger: used, pages: 1, bytes: 2 });
    });

    it('lists those that wait by place and host, as many as are asked for', async () => {
      const { domains, key } = fresh();
      const list = [
        waitingAt('0-0001', 'z.example.org'),
        waitingAt('0-0002', 'a.example.org'),
        waitingAt('0-0002', 'b.example.org:81'),
        waitingAt('1-0000', 'c.example.org'),
      ];
      for (const one of [...list].reverse()) await domains.wait(key, one);
      for (const one of list) await domains.wait(key, one);
      expect(await domains.waiting(key, 10)).toEqual(list);
      expect(await domains.waiting(key, 2)).toEqual(list.slice(0, 2));
      await domains.unwait(key, [list[0] as WaitingHost, waitingAt('9', 'z.example.org')]);
      await domains.unwait(key, [list[0] as WaitingHost, list[2] as WaitingHost]);
      expect(await domains.waiting(key, 10)).toEqual([list[1], list[3]]);
    });

    it('keeps any host name', async () => {
      const { domains, key } = fresh();
      for (const host of oddHosts) await domains.wait(key, { place: '0', host });
      expect((await domains.waiting(key, 100)).map(({ host }) => host).sort()).toEqual([...oddHosts].sort());
    });

    it('holds more that wait than fit on one page', async () => {
      const { domains, key } = fresh();
      // DynamoDB ends a page at 1 MB.
      const count = Math.max(150, Math.round(3_500 * scale));
      const long = ['a', 'b', 'c'].map((letter) => letter.repeat(60)).join('.');
      const one = (i: number) => waitingAt(String(i).padStart(60, '0'), `h${i}.${long}.example.org`);
      await many(count, (i) => domains.wait(key, one(count - 1 - i)));
      const all = await domains.waiting(key, count + 1);
      expect(all).toEqual(Array.from({ length: count }, (_, i) => one(i)));
      await domains.unwait(key, all.slice(1));
      expect(await domains.waiting(key, 10)).toEqual([one(0)]);
    });

    it('keeps jobs and domains apart', async () => {
      const { domains, key } = fresh();
      const others: DomainKey[] = [
        { job: `${key.job}-2`, domain: key.domain },
        { job: key.job, domain: 'example.com' },
      ];
      await domains.putLedger(key, 0, used);
      await domains.count(key, { pages: 1, bytes: 1 });
      await domains.wait(key, waitingAt('0', 'a.example.org'));
      for (const other of others) {
        expect(await domains.domain(other)).toEqual({ revision: 0, pages: 0, bytes: 0 });
        expect(await domains.waiting(other, 10)).toEqual([]);
      }
    });

    it('survives a crash at every await', async () => {
      const { domains, crash } = fixture();
      const done = Array.from({ length: 30 }, (_, i) => waitingAt(`0-${i}`, 'x.example.org'));
      await crashEverywhere(crash, {
        prepare: async () => {
          const key = { job: freshName(), domain: 'example.org' };
          for (const one of done) await domains.wait(key, one);
          return key;
        },
        operation: async (key) => {
          const { revision, ledger } = await domains.domain(key);
          if (ledger === undefined) await domains.putLedger(key, revision, used);
          await domains.wait(key, waitingAt('1', 'y.example.org'));
          await domains.unwait(key, done);
        },
        check: async (key) => {
          expect(await domains.domain(key)).toMatchObject({ revision: 1, ledger: used });
          expect(await domains.waiting(key, 100)).toEqual([waitingAt('1', 'y.example.org')]);
        },
      });
    });
  });
}
