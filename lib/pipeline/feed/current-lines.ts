import { readStoredObject } from '../../base/stored-json.ts';
import type { ChangeLine } from '../../domain/collection/record.ts';
import type { Ports } from '../../ports/ports.ts';
import { sideBySide } from '../base/side-by-side.ts';
import { changeLineOf } from '../collection/change-line-of.ts';
import { presentLine } from '../collection/present-line.ts';
import type { RecordChange } from './outgoing.ts';
import { type FeedObject, isLineOf } from './read-feed.ts';

type Reading = Pick<Ports, 'changes' | 'records'>;

/** What is true of a record now, told at the line of the feed that made it so. */
export interface CurrentLine {
  /** The place of the line in its object. */
  readonly ordinal: number;
  readonly change: RecordChange;
}

const atOnce = 8;

/**
 * What the lines of an object made of their records, as far as no later line made something else of them. Each record stands at its
 * last line. Where the register counts a change that no line tells yet, a record stands also at the line of its text: it can come
 * twice, and is never left out.
 */
export async function currentIn(
  ports: Reading,
  job: string,
  { lines = [] }: FeedObject,
): Promise<readonly CurrentLine[]> {
  const found = new Map<number, RecordChange>();
  const lastOf = new Map<string, number>();
  await sideBySide([...lines.entries()], atOnce, async ([ordinal, json]) => {
    const line = readStoredObject<ChangeLine>(json);
    const change = line && (await currentOf(ports, job, line));
    if (line === undefined || change === undefined) return;
    found.set(ordinal, change);
    lastOf.set(line.md5, Math.max(ordinal, lastOf.get(line.md5) ?? 0));
  });
  const last = new Set(lastOf.values());
  return [...found]
    .filter(([ordinal]) => last.has(ordinal))
    .sort(([a], [b]) => a - b)
    .map(([ordinal, change]) => ({ ordinal, change }));
}

/** What is true of the record of a line, whatever the line says; undefined: it has no text. */
export async function presentOf(
  ports: Reading,
  job: string,
  line: ChangeLine,
): Promise<RecordChange | undefined> {
  const entry = await ports.records.record(job, line.md5);
  if (entry === undefined) return goneBy(line);
  const text = await changeLineOf(ports, job, entry);
  const present = text && (await presentLine(ports, job, entry, text));
  return present && { line: present, change: 'updated' };
}

async function currentOf(ports: Reading, job: string, line: ChangeLine): Promise<RecordChange | undefined> {
  const entry = await ports.records.record(job, line.md5);
  const isGone = line.change === 'deleted';
  if (entry === undefined) {
    const isLast = isGone && isNewest(line, await ports.records.revision(job, line.md5));
    return isLast ? goneBy(line) : undefined;
  }
  const isText = isLineOf(line, entry) && line.record !== undefined;
  if (isGone || !(isText || line.revision === entry.revision)) return undefined;
  const text = isText ? line : await changeLineOf(ports, job, entry);
  // The line of the text is the last one of its revision.
  if (text === undefined || (!isText && text.revision === entry.revision)) return undefined;
  const present = await presentLine(ports, job, entry, text);
  return present && { line: present, change: 'updated' };
}

/** Whether no later line can be about a record. @param revision of the register; 0: it has none */
export function isNewest(line: Pick<ChangeLine, 'revision'>, revision: number): boolean {
  return (line.revision ?? revision) >= revision;
}

function goneBy({ md5, url, at, host, job }: ChangeLine): RecordChange {
  return { gone: { md5, url, at, host, job } };
}
