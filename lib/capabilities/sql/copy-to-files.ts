import type { Job } from '../../ports/jobs.ts';
import { copyTables } from './copy-tables.ts';
import type { CopyFilesPorts } from './copy-when-due.ts';
import { withGraphNow } from './graph-to-copy.ts';
import { emptyParts, partsWriter, type TableParts, tableNames } from './parts-writer.ts';
import type { SqlTableName } from './tables.ts';

const listed = 1_000;

/**
 * Copies a job into files of tables at once: `<table>-<n>` and what the encoding calls its files. Files of a table that an earlier
 * copy left are deleted.
 * @returns the files of each table
 */
export async function copyToFiles(ports: CopyFilesPorts, job: Job): Promise<TableParts> {
  const { tableFiles: files, encode } = ports;
  const endBy = Number.POSITIVE_INFINITY;
  const writer = partsWriter({ files, encode, job: job.name, prefix: '', before: emptyParts() });
  await withGraphNow(ports, job, endBy, (graph) => copyTables(ports, job, { writer, ...graph, endBy }));
  const parts = await writer.whole();
  for (let after: string | undefined; ; ) {
    const names = await files.names(job.name, listed, after);
    const left = names.filter((name) => isPart(name) && !isIn(parts, name));
    await files.delete(job.name, left);
    after = names.at(-1);
    if (names.length < listed) return parts;
  }
}

function isPart(name: string): boolean {
  return tableNames.some((table) => name.startsWith(`${table}-`)) && /^[a-z]+-\d{5}\.parquet$/.test(name);
}

function isIn(parts: TableParts, name: string): boolean {
  return parts[name.slice(0, name.indexOf('-')) as SqlTableName].includes(name);
}
