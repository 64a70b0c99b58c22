import { describe, expect, it } from 'vitest';
import { stagedBeginning, stagedId } from '../../../lib/domain/collection/staged-id.ts';
import type { StagedChanges } from '../../../lib/ports/changes.ts';
import { crashEverywhere } from '../../support/crash.ts';
import { type Fixture, freshName, oddHosts, opened } from '../fixture.ts';

/** What every adapter of `StagedChanges` must do. */
export function stagedContract(
  name: string,
  make: () => Promise<Fixture & { readonly staged: StagedChanges }>,
): void {
  describe(`${name} keeps the contract of StagedChanges`, () => {
    const fixture = opened(make);
    const fresh = (): { readonly staged: StagedChanges; readonly job: string } => ({
      staged: fixture().staged,
      job: freshName(),
    });

    it('has nothing that was not put, and deletes nothing without complaint', async () => {
      const { staged, job } = fresh();
      expect(await staged.read(job, 'a')).toBeUndefined();
      await staged.delete(job, 'a');
    });

    it('gives the lines back until they are deleted, which may be said twice', async () => {
      const { staged, job } = fresh();
      const lines = ['{"text":"a\\n\u2028“ü”"}', '{}'];
      await staged.put(job, 'a_b-C', lines);
      expect(await staged.read(job, 'a_b-C')).toEqual(lines);
      await staged.delete(job, 'a_b-C');
      await staged.delete(job, 'a_b-C');
      expect(await staged.read(job, 'a_b-C')).toBeUndefined();
    });

    it('replaces what was put under the same id', async () => {
      const { staged, job } = fresh();
      await staged.put(job, 'a', ['{"a":1}', '{"b":2}']);
      await staged.put(job, 'a', ['{"a":3}']);
      expect(await staged.read(job, 'a')).toEqual(['{"a":3}']);
    });

    it('keeps the full records of a long turn', async () => {
      const { staged, job } = fresh();
      const lines = Array.from({ length: 25 }, (_, i) => JSON.stringify({ text: `${i} `.repeat(30_000) }));
      await staged.put(job, 'a', lines);
      expect(await staged.read(job, 'a')).toEqual(lines);
    });

    it('keeps jobs and ids apart', async () => {
      const { staged, job } = fresh();
      await staged.put(job, 'a', ['1']);
      await staged.put(job, 'ab', ['2']);
      await staged.put(`${job}-2`, 'a', ['3']);
      await staged.delete(`${job}-2`, 'a');
      expect(await staged.read(job, 'a')).toEqual(['1']);
      expect(await staged.read(job, 'ab')).toEqual(['2']);
    });

    it('lists what is there, of a job or of a host, until it is deleted', async () => {
      const { staged, job } = fresh();
      const listed = async (beginning?: string) => (await staged.list(job, beginning)).toSorted();
      expect(await listed()).toEqual([]);
      const ids = oddHosts.flatMap((host) => [9, 10].map((turn) => stagedId({ host, turn }, 'aB_-9')));
      for (const id of ids) await staged.put(job, id, ['1']);
      await staged.put(`${job}-2`, 'a', ['2']);
      expect(await listed()).toEqual(ids.toSorted());
      for (const [at, host] of oddHosts.entries())
        expect(await listed(stagedBeginning(host))).toEqual(ids.slice(2 * at, 2 * at + 2).toSorted());
      for (const id of ids.slice(1)) await staged.delete(job, id);
      expect(await listed()).toEqual(ids.slice(0, 1));
    });

    it('survives a crash at every await of putting and deleting', async () => {
      const { staged, crash } = fixture();
      await crashEverywhere(crash, {
        prepare: async () => {
          const job = freshName();
          await staged.put(job, 'old', ['1']);
          return job;
        },
        operation: async (job) => {
          await staged.put(job, 'new', ['2', '3']);
          await staged.delete(job, 'old');
        },
        check: async (job) => {
          expect(await staged.read(job, 'new')).toEqual(['2', '3']);
          expect(await staged.read(job, 'old')).toBeUndefined();
        },
      });
    });
  });
}
