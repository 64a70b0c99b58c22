import { readStoredObject } from '../../base/stored-json.ts';
import type { ChangeLine } from '../../domain/collection/record.ts';
import type { Ports } from '../../ports/ports.ts';
import type { RecordEntry } from '../../ports/records.ts';
import { sideBySide } from '../base/side-by-side.ts';
import { changeLineOf, lineOf } from '../collection/change-line-of.ts';
import { presentLine } from '../collection/present-line.ts';
import type { Outgoing, RecordChange } from './outgoing.ts';
import { type FeedObject, type FeedPlace, isLineOf } from './read-feed.ts';

type Reading = Pick<Ports, 'changes' | 'records'>;

const atOnce = 8;

/** The records whose last full text stands in an object. */
export async function presentIn(
  ports: Reading,
  job: string,
  { lines = [] }: FeedObject,
): Promise<readonly Outgoing[]> {
  const found = await sideBySide(lines, atOnce, async (json): Promise<Outgoing | undefined> => {
    const line = readStoredObject<ChangeLine>(json);
    if (line?.record === undefined) return;
    const entry = await ports.records.record(job, line.md5);
    if (entry === undefined || !isLineOf(line, entry)) return;
    const present = await presentLine(ports, job, entry, line);
    return present && { line: present, change: 'created' };
  });
  return found.filter((one) => one !== undefined);
}

/**
 * What became of records, each told once however often it changed before the reading began: what is told is the record as it is now.
 * A change that is put meanwhile is told again if it made the record another.
 */
export class ChangedRecords {
  readonly #ports: Reading;
  readonly #job: string;
  readonly #begunAt: number;
  readonly #tellsAllGone: boolean;
  /** Records that were told, and as what. Of more than so many one can be told again, which does no harm. */
  #told = new Map<string, string>();

  /**
   * @param begunAt objects that were put later may have come while the feed was read; epoch ms by the store's clock
   * @param tellsAllGone whoever reads may know of any record that a line names
   */
  constructor(ports: Reading, job: string, begunAt = Number.POSITIVE_INFINITY, tellsAllGone = false) {
    this.#ports = ports;
    this.#job = job;
    this.#begunAt = begunAt;
    this.#tellsAllGone = tellsAllGone;
  }

  /** Takes the records for told that an export told before it was cut off. @param last the place behind the last object of these */
  async carryOn(told: AsyncIterable<FeedObject>, last: FeedPlace): Promise<void> {
    const found = new Map<string, string>();
    for await (const { lines = [], place } of told) {
      for (const json of lines) {
        const line = readStoredObject<ChangeLine>(json);
        if (line !== undefined) found.set(line.md5, asAnything);
      }
      if (found.size > mostTold) return;
      if (place.cursor !== last.cursor || place.taken !== last.taken) continue;
      this.#told = found;
      return;
    }
  }

  /** @returns the changes of an object, and how many records have no text any more */
  async in({
    object,
    lines = [],
  }: FeedObject): Promise<{ readonly changes: readonly RecordChange[]; readonly missing: number }> {
    if (this.#told.size > mostTold) this.#told = new Map();
    const { first, deleted } = this.#untold(object, lines);
    let missing = 0;
    const found = await sideBySide(
      first,
      atOnce,
      async ([line, before]): Promise<RecordChange | undefined> => {
        const entry = await this.#ports.records.record(this.#job, line.md5);
        const now = entry === undefined ? asGone : stateOf(entry);
        this.#told.set(line.md5, now);
        if (now === before) return;
        if (entry === undefined) {
          const { md5, url, host, job } = line;
          // Whoever never heard of it need not hear that it is gone. The register is ahead of the feed: an earlier line of a record that was
          // made anew may have told it as present, and what is deleted in the same object is told nowhere else.
          const isHeardOf = line.change !== 'created' || before !== undefined || deleted.has(line.md5);
          if (isHeardOf || this.#tellsAllGone) return { gone: { md5, url, at: line.at, host, job } };
          return;
        }
        const text = lineOf(entry, lines) ?? (await changeLineOf(this.#ports, this.#job, entry));
        const present = text && (await presentLine(this.#ports, this.#job, entry, text));
        if (present !== undefined)
          return { line: present, change: line.change === 'created' ? 'created' : 'updated' };
        missing += 1;
      },
    );
    return { changes: found.filter((one) => one !== undefined), missing };
  }

  /** The first line of each record that is to be told, and as what that was told before; records that a line deletes. */
  #untold({ at: putAt }: FeedObject['object'], lines: readonly string[]) {
    const first = new Map<string, readonly [line: ChangeLine, before: string | undefined]>();
    const deleted = new Set<string>();
    for (const json of lines) {
      const line = readStoredObject<ChangeLine>(json);
      if (line?.change === 'deleted') deleted.add(line.md5);
      if (line === undefined || first.has(line.md5)) continue;
      const before = this.#told.get(line.md5);
      if (before === undefined || putAt > this.#begunAt) first.set(line.md5, [line, before]);
    }
    return { first: [...first.values()], deleted };
  }
}

const [asGone, asAnything] = ['gone', 'anything'];

function stateOf({ revision, change: { host, turn, ordinal } }: RecordEntry): string {
  return `${revision} ${turn} ${ordinal} ${host}`;
}

const mostTold = 500_000;
