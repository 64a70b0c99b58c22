import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { WinnowError } from '../../../base/error.ts';
import { type ExportFormat, type FormatWriter, memoryScratch } from '../../../capabilities/export/format.ts';
import type { RecordChange } from '../../../pipeline/feed/outgoing.ts';
import type { Made } from '../../../pipeline/operation/made.ts';

const partBytes = 8_000_000;

/** Writes a file, or a folder, of a format, and puts it in its place whole. */
export function writeFile(
  target: string,
  format: ExportFormat,
  job: string,
  changes: Iterable<RecordChange>,
): void {
  const part = join(dirname(target), `.part-${basename(target)}`);
  rmSync(part, { recursive: true, force: true });
  const open = new Map<string, number>();
  const pathOf = (file: string): string => (format.isFolder ? join(part, file) : part);
  try {
    for (const made of piecesOf(format, job, changes)) {
      if (!('file' in made)) continue;
      const path = pathOf(made.file);
      mkdirSync(dirname(path), { recursive: true });
      if ('whole' in made) writeFileSync(path, made.whole);
      else append(open, path, made.bytes);
    }
    for (const fd of open.values()) fsyncSync(fd);
  } finally {
    for (const fd of open.values()) closeSync(fd);
  }
  rmSync(target, { recursive: true, force: true });
  renameSync(part, target);
}

function append(open: Map<string, number>, path: string, bytes: Uint8Array): void {
  const fd = open.get(path) ?? openSync(path, 'a');
  open.set(path, fd);
  for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
}

function* piecesOf(format: ExportFormat, job: string, changes: Iterable<RecordChange>): Generator<Made> {
  const writer = format.open({
    ...{ job, at: Date.now(), isUpdate: false, scratch: memoryScratch(), partBytes },
    options: { charset: 'utf8', nooutlinks: false, relativeLinks: false },
    nameOf: () => undefined,
  });
  yield* writer.begin();
  for (const change of changes) yield* written(writer, change, format);
  yield* writer.end();
}

function written(writer: FormatWriter, change: RecordChange, { documents }: ExportFormat): readonly Made[] {
  if ('gone' in change) return writer.remove(change.gone);
  if (documents === 'only' && change.document === undefined) return [];
  const { document: _, ...rest } = change;
  try {
    return writer.add(documents === undefined ? rest : change);
  } catch (error) {
    // A damaged document is as good as none.
    if (change.document === undefined || !(error instanceof WinnowError && error.code === 'corrupt'))
      throw error;
    return documents === 'only' ? [] : writer.add(rest);
  }
}
