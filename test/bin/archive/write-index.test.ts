import { mkdtempSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bundleFiles } from '../../../bin/commands/archive/read-bundle.ts';
import { updateIndex } from '../../../bin/commands/archive/write-index.ts';
import { BundleDocuments } from '../../../lib/adapters/embedded/bundles/bundle-documents.ts';
import { FileEraser } from '../../../lib/adapters/embedded/bundles/file-eraser.ts';
import { md5Of } from '../../contracts/records/records-made.ts';
import { putDocument } from '../../support/put-document.ts';

let data: string;
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'winnow-index-'));
});
afterEach(() => rmSync(data, { recursive: true }));

/** Puts pages into a bundle of their own, which was changed an hour ago. @returns their names */
async function bundleOf(...pages: readonly number[]): Promise<readonly string[]> {
  const documents = new BundleDocuments(data);
  const names: string[] = [];
  for (const page of pages)
    names.push(
      await putDocument(
        documents,
        'a',
        { md5: md5Of(page), body: Buffer.from(`${page}`) },
        `http://a.example/${page}`,
      ),
    );
  documents.close();
  const anHourAgo = Date.now() / 1_000 - 3_600;
  const directory = join(data, 'bundles/a');
  for (const file of bundleFiles(directory)) utimesSync(join(directory, file), anHourAgo, anHourAgo);
  return names;
}

describe('the index of an archive', () => {
  it.each([
    ['that is read', 0],
    ['whose lines are kept', 1],
  ])('names no page that is erased from a bundle %s while the index is written', async (_, readOne) => {
    const directory = join(data, 'bundles/a');
    const names = [...(await bundleOf(1, 2)), ...(await bundleOf(3, 4))];
    await updateIndex(directory, async () => new Set());
    const files = bundleFiles(directory);
    const now = Date.now() / 1_000;
    utimesSync(join(directory, files[readOne] ?? ''), now, now);
    const erased = names.findIndex((name) => name.includes(files[0] ?? ''));
    let reads = 0;
    await updateIndex(directory, async () => {
      reads += 1;
      if (reads === 1)
        await new FileEraser(data).erase([{ name: names[erased] ?? '', md5: md5Of(erased + 1) }]);
      return new Set();
    });
    const index = readFileSync(join(directory, 'index.cdxj'), 'utf8');
    const named = [1, 2, 3, 4].filter((page) => index.includes(`"http://a.example/${page}"`));
    expect(named).toEqual([1, 2, 3, 4].filter((page) => page !== erased + 1));
    expect(await updateIndex(directory, async () => new Set())).toMatchObject({ pages: 3 });
  });
});
