import { beforeAll, describe, expect, it } from 'vitest';
import { S3ExportRoom } from '../../../../lib/adapters/aws/objects/s3-export-room.ts';
import { winnow } from '../../../bin/test-io.ts';
import { pagesOf, putRecords } from '../../../support/export/put-records.ts';
import { until } from '../../support/clockwork.ts';
import type { DeployedStack } from '../../support/stack/deployed-stack.ts';
import { openOnStack } from '../../support/stack/job-on-stack.ts';

const job = 'exported';
const [turns, pagesPerTurn] = [60, 2];

interface Shown {
  readonly state: string;
  readonly folder: string;
  readonly records: number;
  readonly slices: number;
}

/** The functions of a stack write the collection into its bucket, under their roles. */
export function exportedThere(stack: () => DeployedStack): void {
  describe('an export into the bucket', () => {
    const target = () => ['--stack', stack().name, '--job-name', job];
    const shown = async (): Promise<Shown> => {
      const { exit, out, err } = await winnow(['export', 'look', 'all', ...target(), '--json']);
      expect({ exit, err }).toEqual({ exit: 0, err: '' });
      return JSON.parse(out) as Shown;
    };

    beforeAll(async () => {
      await openOnStack(stack(), job, { seeds: ['http://a.example/'], turn: { maxSeconds: 2 } });
      for (let turn = 1; turn <= turns; turn++)
        await putRecords(stack().runtime.stores, { job, turn }, pagesOf(turn, pagesPerTurn));
    }, 120_000);

    it('is begun on the command line, and gone on with by the recycler and ops, slice by slice', async () => {
      const begun = await winnow(['export', 'begin', 'all', '--to', 'warc', ...target()]);
      expect({ exit: begun.exit, err: begun.err }).toEqual({ exit: 0, err: '' });
      const asked = { command: 'export-continue', job, name: 'all', maxSeconds: 1 };
      // The recycler of other parts can be at it.
      await until('a slice is written', async () => {
        const { answer } = await stack().invoke('ops', asked);
        return (answer as { export: string }).export === 'continues';
      });
      expect(await shown()).toMatchObject({ state: 'begun' });
      await stack().invoke('recycle');
      await until('the export is whole', async () => (await shown()).state === 'done');
      const { folder, records, slices } = await shown();
      expect(records).toBe(turns * pagesPerTurn);
      expect(slices).toBeGreaterThan(1);
      const room = new S3ExportRoom(stack().runtime.s3, stack().outputs.BucketName ?? '');
      const below = folder.replace('exports/', '');
      const manifest = JSON.parse(Buffer.from((await room.read(`${below}manifest.json`)) ?? []).toString());
      expect(manifest).toMatchObject({ job, name: 'all', records, list: [{ file: `${job}.warc.gz` }] });
      const file = await room.read(`${below}${job}.warc.gz`);
      expect(file?.length).toBe(manifest.bytes);
    }, 180_000);
  });
}
