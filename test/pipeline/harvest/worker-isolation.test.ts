import fc from 'fast-check';
import { expect, it } from 'vitest';
import { openWorkerIsolation, type Patience } from '../../../lib/pipeline/turn/worker-isolation.ts';
import { HeldClock } from '../../support/clock.ts';

const turn = (): Promise<void> => new Promise((go) => setImmediate(go));

const patience: Patience<never> = {
  by: 1_000,
  waits: () => undefined,
  tooLate: () => Promise.reject(new Error('too late')),
};

it('lets one alone through at a time and nothing beside it, in the order of arrival, however work ends', async () => {
  const work = fc.record({ alone: fc.boolean(), turns: fc.nat(3), fails: fc.boolean(), pause: fc.nat(2) });
  await fc.assert(
    fc.asyncProperty(fc.array(work, { maxLength: 12 }), async (all) => {
      const isolation = openWorkerIsolation(new HeldClock());
      const inside = new Set<number>();
      const begun: number[] = [];
      const results: Promise<unknown>[] = [];
      for (const [id, { alone, turns, fails, pause }] of all.entries()) {
        const run = async (): Promise<number> => {
          begun.push(id);
          inside.add(id);
          for (let i = 0; i <= turns; i += 1) {
            await turn();
            const others = [...inside].filter((other) => other !== id);
            if (alone) expect(others).toEqual([]);
            else expect(others.filter((other) => all[other]?.alone)).toEqual([]);
          }
          inside.delete(id);
          if (fails) throw new Error(`${id} failed`);
          return id;
        };
        results.push(
          (alone ? isolation.alone(run, patience) : isolation.beside(run, patience)).catch(
            (error: Error) => error.message,
          ),
        );
        for (let i = 0; i < pause; i += 1) await turn();
      }
      expect(await Promise.all(results)).toEqual(all.map(({ fails }, id) => (fails ? `${id} failed` : id)));
      for (const [id, { alone }] of all.entries()) {
        if (!alone) continue;
        expect(begun.slice(0, begun.indexOf(id)).every((other) => other < id)).toBe(true);
      }
    }),
  );
});

it('keeps nobody waiting for ever for work that does not end, and never runs one alone beside it', async () => {
  const clock = new HeldClock();
  const isolation = openWorkerIsolation(clock);
  const begun: string[] = [];
  const waited: string[] = [];
  const enter = (kind: 'alone' | 'beside', name: string, by: number, work?: Promise<void>) =>
    isolation[kind](
      async () => {
        begun.push(name);
        await work;
        return name;
      },
      { by, waits: () => void waited.push(name), tooLate: async () => `${name} missed it` },
    );
  const { promise: stuck, resolve } = Promise.withResolvers<void>();
  const first = enter('beside', 'stuck', 10, stuck);
  expect(isolation.isAwaited()).toBe(false);
  const suspect = enter('alone', 'suspect', 20);
  const behind = enter('beside', 'behind', 30);
  expect(isolation.isAwaited()).toBe(true);
  await clock.advance(25);
  expect(await suspect).toBe('suspect missed it');
  // It waited for the suspect alone, which is not there any more.
  expect(await behind).toBe('behind');
  expect(isolation.isAwaited()).toBe(false);
  expect(await enter('beside', 'next', 30)).toBe('next');
  const other = enter('alone', 'other', 40);
  await clock.advance(20);
  expect(await other).toBe('other missed it');
  const last = enter('alone', 'last', 100);
  resolve();
  expect(await Promise.all([first, last])).toEqual(['stuck', 'last']);
  expect(begun).toEqual(['stuck', 'behind', 'next', 'last']);
  expect(waited).toEqual(['suspect', 'behind', 'other', 'last']);
});
