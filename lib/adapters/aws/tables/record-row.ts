import type { CanonicalUrl } from '../../../domain/url/url.ts';
import type { RecordDraft, RecordEntry, RecordUrl } from '../../../ports/records.ts';
import type { Row } from './attributes.ts';
import { above, absent, all, any, exists, is } from './expression.ts';
import { content, type ItemKey, sortKey, type Written } from './rows.ts';
import type { Table } from './table.ts';

/** No URL leads to a record that has neither a first one nor, perhaps, further ones. */
const vacant = all(absent('firstUrl'), absent('more'));
export const inhabited = any(exists('firstUrl'), exists('more'));

export function isVacant(row: Row): boolean {
  return row.firstUrl === undefined && row.more === undefined;
}

export function entryOf(row: Row): RecordEntry {
  const { more: _, ...rest } = content(row);
  return { ...rest, md5: sortKey(row) } as unknown as RecordEntry;
}

/** The one item of a record and the steps that change it, each one conditional request. */
export class RecordRow {
  readonly #table: Table;
  readonly #key: ItemKey;

  constructor(table: Table, key: ItemKey) {
    this.#table = table;
    this.#key = key;
  }

  /**
   * Makes the record with its first URL, if it is vacant or was never there; replaces the draft, if this URL is the
   * first one. Refused when another URL is, or further ones are left: then the row tells.
   */
  async makeOrSayAgain(draft: RecordDraft, member: RecordUrl): Promise<Written> {
    for (;;) {
      const { url, at, depth } = member;
      const set = { ...drafted(draft), firstUrl: url, firstSeen: at, depth };
      const made = await this.#update(set, unsaid(draft), vacant);
      if (made.written || made.row?.firstUrl !== url) return made;
      // A worker that comes late does not replace the draft of a later turn.
      if (turnOf(made.row) > draft.change.turn) return { written: true, row: made.row };
      const said = await this.#sayAgain(draft, member, made.row);
      if (said.written) return said;
    }
  }

  /** Says that further URLs may lead to the record. Undefined if it is vacant: then the adder has to make it anew. */
  async join(depth: number, knownDepth: number): Promise<Row | undefined> {
    if (depth < knownDepth) {
      const lower = await this.#update({ more: true, depth }, [], all(inhabited, above('depth', depth)));
      if (lower.written) return lower.row;
    }
    const joined = await this.#update({ more: true }, [], inhabited);
    return joined.written ? joined.row : undefined;
  }

  /** Removes the first URL when there can be no other: the record is vacant at once. */
  removeOnly(url: CanonicalUrl): Promise<Written> {
    return this.#update({}, ['firstUrl'], all(is({ firstUrl: url }), absent('more')));
  }

  /** Removes the first URL, if this is it; further ones may be left. */
  removeFirst(url: CanonicalUrl): Promise<Written> {
    return this.#update({}, ['firstUrl'], is({ firstUrl: url }));
  }

  /** Counts a further URL that went. */
  bump(): Promise<Row> {
    return this.#table.update('record', this.#key, { add: { revision: 1 } });
  }

  /** Says that there are further URLs, if it says of none. */
  async hasFurther(): Promise<boolean> {
    return (await this.#update({ more: true }, [], vacant)).written;
  }

  /** Makes the record vacant, if nobody has written to it since `seen`. */
  vacate(seen: Row): Promise<Written> {
    const unchanged = all(is({ by: seen.by, revision: seen.revision }), absent('firstUrl'));
    return this.#table.updateIf('record', this.#key, { remove: ['more'] }, unchanged);
  }

  /** Refused when anybody has written to it since `seen`. */
  async #sayAgain(draft: RecordDraft, { url, depth }: RecordUrl, seen: Row): Promise<Written> {
    const unchanged = is({ firstUrl: url, by: seen.by, revision: seen.revision });
    const set = { ...drafted(draft), ...(depth < Number(seen.depth) && { depth }) };
    return this.#update(set, unsaid(draft), unchanged);
  }

  #update(set: object, remove: readonly string[], condition: ReturnType<typeof all>): Promise<Written> {
    return this.#table.updateIf('record', this.#key, { set, remove, add: { revision: 1 } }, condition);
  }
}

function turnOf(row: Row): number {
  return (row.change as RecordEntry['change']).turn;
}

/** The MD5 is the key. */
function drafted({ md5: _, ...rest }: RecordDraft): object {
  return rest;
}

/** What an earlier draft may have had and this one has not. */
function unsaid({ document }: RecordDraft): readonly string[] {
  return document === undefined ? ['document'] : [];
}
