import { renameSync } from 'node:fs';
import { join } from 'node:path';
import type { BundleEntry } from '../../../lib/domain/warc/bundle-index.ts';
import { cdxjLines } from '../../../lib/domain/warc/cdxj.ts';
import { writeBytes } from '../base/files.ts';

/** Writes the CDXJ file of an archive. @returns the number of its lines */
export function writeIndex(directory: string, bundles: ReadonlyMap<string, readonly BundleEntry[]>): number {
  const lines = cdxjLines(bundles);
  const path = join(directory, 'index.cdxj');
  writeBytes(`${path}.new`, lines.map((line) => `${line}\n`).join(''));
  renameSync(`${path}.new`, path);
  return lines.length;
}
