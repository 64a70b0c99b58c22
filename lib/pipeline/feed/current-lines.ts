import { readStoredObject } from '../../base/stored-json.ts';
import { batchOfAlone } from '../../domain/collection/changes-name.ts';
import type { ChangeLine } from '../../domain/collection/record.ts';
import type { Ports } from '../../ports/ports.ts';
import { sideBySide } from '../base/side-by-side.ts';
import { changeLineOf } from '../collection/change-line-of.ts';
import { isOfTurn } from '../collection/host-changes.ts';
import { presentLine, type RecordLine } from '../collection/present-line.ts';
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
 * last line, and nowhere else: but one that has lost a single URL since its text was written stands also at the line of its text, since
 * the line of such a loss may lack (`publish`).
 */
export async function currentIn(
  ports: Reading,
  job: string,
  found: FeedObject,
): Promise<readonly CurrentLine[]> {
  const looked = await sideBySide([...(found.lines ?? []).entries()], atOnce, async ([ordinal, json]) => {
    const line = readStoredObject<ChangeLine>(json);
    const change = line && (await currentOf(ports, job, line));
    return change && { md5: line.md5, ordinal, change };
  });
  const current = looked.filter((one) => one !== undefined);
  if (current.length > 0 && (await isPutTwice(ports, job, found))) return [];
  const last = new Map(current.map(({ md5, ordinal }) => [md5, ordinal]));
  return current.filter(({ md5, ordinal }) => last.get(md5) === ordinal);
}

/** Whether the only turn of an object stands in the object of its batch, too: two workers published it. */
async function isPutTwice(
  { changes }: Reading,
  job: string,
  { object, lines = [] }: FeedObject,
): Promise<boolean> {
  const batch = batchOfAlone(object.name);
  const line = batch === undefined ? undefined : readStoredObject<ChangeLine>(lines[0] ?? '');
  if (batch === undefined || line === undefined) return false;
  const others = (await changes.read(job, batch)) ?? [];
  return others.some((json) => isOfTurn(json, line.host, line.turn));
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
  if (isGone) return undefined;
  if (isLineOf(line, entry) && line.record !== undefined) {
    const present = await presentLine(ports, job, entry, line);
    return present && isToldByText(line, present) ? { line: present, change: 'updated' } : undefined;
  }
  if (line.revision !== entry.revision) return undefined;
  const text = await changeLineOf(ports, job, entry);
  // The line of the text is the last one of its revision.
  if (text === undefined || text.revision === entry.revision) return undefined;
  const present = await presentLine(ports, job, entry, text);
  return present && { line: present, change: 'updated' };
}

/** Whether no later line tells of a record for certain. @param line that of its text */
function isToldByText({ revision, record }: ChangeLine, present: RecordLine): boolean {
  const later = (present.revision ?? 0) - (revision ?? 0);
  if (revision === undefined || later <= 0) return true;
  return later === 1 && present.record.urls.length < (record?.urls.length ?? 0);
}

/** Whether no later line can be about a record. @param revision of the register; 0: it has none */
export function isNewest(line: Pick<ChangeLine, 'revision'>, revision: number): boolean {
  return (line.revision ?? revision) >= revision;
}

function goneBy({ md5, url, at, host, job }: ChangeLine): RecordChange {
  return { gone: { md5, url, at, host, job } };
}
