import { describe, expect, it } from 'vitest';
import { override } from '../override.ts';
import type { Ablation } from '../world.ts';
import { firstSeed, sweep, timeoutMs, usual } from './sweep.ts';

/** Without any one of these the model must see the crawl break: else it would not see a mistake in them either. */
const ablations: Record<string, Ablation> = {
  'the pessimistic lock (a gate that opens after the gap, not after the lease)': (_, ports) => ({
    ...ports,
    gates: override(ports.gates, {
      claim: (key, claim) => ports.gates.claim(key, { ...claim, leaseMs: 0 }),
    }),
  }),
  'publishing first what an earlier turn left': (_, ports) => ({
    ...ports,
    hosts: override(ports.hosts, {
      control: async (key) => {
        const control = await ports.hosts.control(key);
        return control && { ...control, published: Number.MAX_SAFE_INTEGER };
      },
    }),
  }),
  'waking a host for its inbox': (_, ports) => ({
    ...ports,
    due: override(ports.due, {
      put: async (job, entry) => (entry.wake ? undefined : ports.due.put(job, entry)),
    }),
  }),
  'the entry at ticketExpires': (name, ports) => ({
    ...ports,
    due: override(ports.due, {
      put: async (job, entry) =>
        name.startsWith('dispatch') && !entry.wake ? undefined : ports.due.put(job, entry),
    }),
  }),
  'asking again for a try': (_, ports) => ({
    ...ports,
    domains: override(ports.domains, { open: async () => false }),
  }),
  'the condition of the commit': (_, ports) => ({
    ...ports,
    hosts: override(ports.hosts, {
      putBody: async (key, _was, next) =>
        ports.hosts.putBody(key, (await ports.hosts.body(key))?.turn ?? 0, next),
    }),
  }),
};

/** How many seeds of these show nothing before the first that does: a search need not begin with them. */
const silentSeeds: Readonly<Record<string, number>> = {
  'the pessimistic lock (a gate that opens after the gap, not after the lease)': 8,
  'the condition of the commit': 5,
};

describe('the model finds a violation without', () => {
  for (const [name, ablate] of Object.entries(ablations)) {
    it(
      name,
      async () => {
        const { broken } = await sweep(
          150,
          { chaos: { ...usual, crash: 0.02 }, ablate, unordered: true },
          { from: firstSeed + (silentSeeds[name] ?? 0), enough: 1 },
        );
        expect(broken.length).toBeGreaterThan(0);
      },
      timeoutMs,
    );
  }
});
