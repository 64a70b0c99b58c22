import { describe, expect, it } from 'vitest';
import type { GraphStore } from '../../../lib/ports/graphs.ts';
import { crashEverywhere } from '../../support/crash.ts';
import { type Fixture, freshName, many, noise, opened, plain } from '../fixture.ts';

/** What every adapter of `GraphStore` must do. */
export function graphsContract(
  name: string,
  make: () => Promise<Fixture & { readonly graphs: Omit<GraphStore, 'space'> }>,
): void {
  describe(`${name} keeps files of jobs by name`, () => {
    const fixture = opened(make);

    it('has nothing of a job that has no graph', async () => {
      const { graphs } = fixture();
      const job = freshName();
      expect(await graphs.read(job, 'state.json')).toBeUndefined();
      expect(await graphs.names(job, 10)).toEqual([]);
    });

    it('gives a file back, byte for byte, and the newest of a name', async () => {
      const { graphs } = fixture();
      const job = freshName();
      await graphs.put(job, 'state.json', noise(5));
      await graphs.put(job, 'state.json', noise(300_000, 2));
      expect(plain(await graphs.read(job, 'state.json'))).toEqual(noise(300_000, 2));
    });

    it('lists the files of a job by name, page by page, and no others', async () => {
      const { graphs } = fixture();
      const [job, other] = [freshName(), freshName()];
      await graphs.put(other, 'chunk-9', noise(1));
      await many(5, (index) => graphs.put(job, `chunk-${index}`, noise(1)));
      expect(await graphs.names(job, 3)).toEqual(['chunk-0', 'chunk-1', 'chunk-2']);
      expect(await graphs.names(job, 3, 'chunk-2')).toEqual(['chunk-3', 'chunk-4']);
    });

    it('deletes what is named, twice if asked', async () => {
      const { graphs } = fixture();
      const job = freshName();
      await many(3, (index) => graphs.put(job, `chunk-${index}`, noise(1)));
      await graphs.delete(job, ['chunk-0', 'chunk-2']);
      await graphs.delete(job, ['chunk-0', 'chunk-2']);
      expect(await graphs.names(job, 10)).toEqual(['chunk-1']);
    });

    it('survives a crash at every await of putting', async () => {
      const { graphs, crash } = fixture();
      await crashEverywhere(crash, {
        prepare: async () => freshName(),
        operation: (job) => graphs.put(job, 'state.json', noise(3_000)),
        check: async (job) => expect(plain(await graphs.read(job, 'state.json'))).toEqual(noise(3_000)),
      });
    });
  });
}
