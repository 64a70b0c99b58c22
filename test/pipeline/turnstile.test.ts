import fc from 'fast-check';
import { expect, it } from 'vitest';
import { openTurnstile } from '../../lib/pipeline/turnstile.ts';

const turn = (): Promise<void> => new Promise((go) => setImmediate(go));

it('lets one alone through at a time and nothing beside it, in the order of arrival, however work ends', async () => {
  const work = fc.record({ alone: fc.boolean(), turns: fc.nat(3), fails: fc.boolean(), pause: fc.nat(2) });
  await fc.assert(
    fc.asyncProperty(fc.array(work, { maxLength: 12 }), async (all) => {
      const turnstile = openTurnstile();
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
          (alone ? turnstile.alone(run) : turnstile.beside(run)).catch((error: Error) => error.message),
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
