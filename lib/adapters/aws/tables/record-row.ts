import type { CanonicalUrl } from '../../../base/url/url.ts';
import type { RecordDraft, RecordEntry, RecordUrl } from '../../../ports/records.ts';
import type { Row } from '../base/attributes.ts';
import { above, absent, all, any, exists, is } from '../base/expression.ts';
import { content, type ItemKey, sortKey, type Written } from '../base/rows.ts';
import type { Table } from '../base/table.ts';

/** The condition that no URL leads to the record: it has no first URL and no further ones. */
const vacant = all(absent('firstUrl'), absent('more'));
export const inhabited = any(exists('firstUrl'), exists('more'));

export function isVacant(row: Row): boolean {
  return row.firstUrl === undefined && row.more === undefined;
}

export function entryOf(row: Row): RecordEntry {
  const { more: _, ...rest } = content(row);
  return { ...rest, md5: sortKey(row) } as unknown as RecordEntry;
}

/** The item of a record and the steps that change it, each in one conditional request. */
export class RecordRow {
  readonly #table: Table;
  readonly #key: ItemKey;

  constructor(table: Table, key: ItemKey) {
    this.#table = table;
    this.#key = key;
  }

  /**
   * Makes the record with its first URL, if it is vacant or missing; replaces the draft, if this URL is the first one.
   * Refused when another URL is the first one, or further ones may be left: `row` is then the stored record.
   */
  async makeOrReplaceDraft(draft: RecordDraft, member: RecordUrl): Promise<Written> {
    for (;;) {
      const { url, at, depth } = member;
      const set = { ...attributesOf(draft), firstUrl: url, firstSeen: at, depth };
      const made = await this.#update(set, droppedAttributes(draft), vacant);
      if (made.written || made.row?.firstUrl !== url) return made;
      // A worker that comes late does not replace the draft of a later turn.
      if (turnOf(made.row) > draft.change.turn) return { written: true, row: made.row };
      const replaced = await this.#replaceDraft(draft, member, made.row);
      if (replaced.written) return replaced;
    }
  }

  /** Notes that further URLs may lead to the record. Undefined: the record is vacant, and the caller has to make it anew. */
  async join(depth: number, knownDepth: number): Promise<Row | undefined> {
    if (depth < knownDepth) {
      const lower = await this.#update({ more: true, depth }, [], all(inhabited, above('depth', depth)));
      if (lower.written) return lower.row;
    }
    const joined = await this.#update({ more: true }, [], inhabited);
    return joined.written ? joined.row : undefined;
  }

  /** Removes the first URL when there can be no further one: this makes the record vacant. */
  removeOnly(url: CanonicalUrl): Promise<Written> {
    return this.#update({}, ['firstUrl'], all(is({ firstUrl: url }), absent('more')));
  }

  /** Removes the first URL, if it is this one; further ones may be left. */
  removeFirst(url: CanonicalUrl): Promise<Written> {
    return this.#update({}, ['firstUrl'], is({ firstUrl: url }));
  }

  /** Counts the removal of a further URL. */
  bump(): Promise<Row> {
    return this.#table.update('record', this.#key, { add: { revision: 1 } });
  }

  /** Notes that there are further URLs, if the record says vacant. */
  async noteFurther(): Promise<boolean> {
    return (await this.#update({ more: true }, [], vacant)).written;
  }

  /** Makes the record vacant, unless it was written since `seen`. */
  vacate(seen: Row): Promise<Written> {
    const unchanged = all(is({ by: seen.by, revision: seen.revision }), absent('firstUrl'));
    return this.#table.updateIf('record', this.#key, { remove: ['more'] }, unchanged);
  }

  /** Replaces the draft. Refused when the record was written since `seen`. */
  async #replaceDraft(draft: RecordDraft, { url, depth }: RecordUrl, seen: Row): Promise<Written> {
    const unchanged = is({ firstUrl: url, by: seen.by, revision: seen.revision });
    const set = { ...attributesOf(draft), ...(depth < Number(seen.depth) && { depth }) };
    return this.#update(set, droppedAttributes(draft), unchanged);
  }

  #update(set: object, remove: readonly string[], condition: ReturnType<typeof all>): Promise<Written> {
    return this.#table.updateIf('record', this.#key, { set, remove, add: { revision: 1 } }, condition);
  }
}

function turnOf(row: Row): number {
  return (row.change as RecordEntry['change']).turn;
}

/** The draft's attributes: all but the MD5, which is the key. */
function attributesOf({ md5: _, ...rest }: RecordDraft): object {
  return rest;
}

/** Attributes that an earlier draft may have had and this draft lacks. */
function droppedAttributes({ document, group }: RecordDraft): readonly string[] {
  return [...(document === undefined ? ['document'] : []), ...(group === undefined ? ['group'] : [])];
}
