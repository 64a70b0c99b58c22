import { appendFileSync, existsSync, readFileSync, renameSync, truncateSync } from 'node:fs';
import { WinnowError } from '../../../lib/base/error.ts';
import {
  type IndexBuilder,
  type IndexSettings,
  isSameSettings,
  type ReadIndex,
  readIndex,
  type TextIndex,
  writeIndexSegment,
} from '../../../lib/topic/cluster.ts';
import { readOrThrow, writeBytes, writeError } from '../base/files.ts';

/** Segments of a file, before it is written anew as one. */
const mostSegments = 16;

/** Reads an index. @throws WinnowError `config` when it cannot be read; `corrupt` or `newer` */
export function readIndexFile(file: string): ReadIndex {
  return readIndex(
    readOrThrow(file, () => readFileSync(file)),
    file,
  );
}

/** The index that a run adds to; undefined when there is none yet. @throws WinnowError as `readIndexFile`, `usage` for other settings */
export function indexToGrow(file: string, settings: IndexSettings): ReadIndex | undefined {
  if (!existsSync(file)) return undefined;
  const read = readIndexFile(file);
  if (!isSameSettings(read.index.settings, settings))
    throw new WinnowError(
      'usage',
      `${file} was made with other stop words, languages or units: give the same options, or delete it and index all pages again`,
    );
  return read;
}

/** Appends what was added, or writes all as one segment where there are many. A run that is killed leaves what was there. */
export function saveIndexFile(file: string, before: ReadIndex | undefined, builder: IndexBuilder): TextIndex {
  const added = builder.segment();
  if (before === undefined || before.segments >= mostSegments) {
    const index = builder.finish();
    const temporary = `${file}.new`;
    writeBytes(temporary, writeIndexSegment(index));
    renameSync(temporary, file);
    return index;
  }
  if (added.documents.length === 0) return before.index;
  try {
    truncateSync(file, before.bytes);
    appendFileSync(file, writeIndexSegment(added));
  } catch (error) {
    throw writeError(file, error);
  }
  return builder.finish();
}
