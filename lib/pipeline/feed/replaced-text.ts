import type { Md5 } from '../../base/page/page-content.ts';
import { readStoredObject } from '../../base/stored-json.ts';
import type { ChangeLine } from '../../domain/collection/record.ts';
import type { ChangeStore } from '../../ports/changes.ts';
import type { Ports } from '../../ports/ports.ts';
import { changeLineOf } from '../collection/change-line-of.ts';
import { readTurn } from '../collection/host-changes.ts';
import type { RecordLine } from '../collection/present-line.ts';

/** What a page said before it said something else. */
export interface Replaced {
  /** Its record then. */
  readonly md5: Md5;
  /** Undefined: it is not stored any more. */
  readonly text: string | undefined;
}

/**
 * Tells of the line of a new record what its page said before: by the line with which the same turn took the page out of its old
 * record. Undefined: nothing, or the record was written again since.
 */
export function openReplaced(
  ports: Pick<Ports, 'changes' | 'records'>,
  job: string,
): (line: RecordLine) => Promise<Replaced | undefined> {
  const changes = withLastRead(ports.changes);
  return async (line) => {
    const place = await ports.records.lastText(job, line.md5);
    if (place?.turn !== line.turn || place.host !== line.host) return undefined;
    const { lines = [] } = (await readTurn({ changes }, { job, host: line.host }, place)) ?? {};
    const removal = removalIn(lines, line);
    if (removal === undefined) return undefined;
    const { md5, record } = removal;
    // Where other URLs lead to the old record, the line has it in full.
    if (record !== undefined) return { md5, text: record.text };
    const change = await ports.records.lastText(job, md5);
    const old = change && (await changeLineOf({ changes: ports.changes }, job, { md5, change }));
    return { md5, text: old?.record?.text };
  };
}

/** @param lines which may be of other turns and hosts, too */
function removalIn(lines: readonly string[], { md5, url, host, turn }: RecordLine): ChangeLine | undefined {
  const named = `"url":${JSON.stringify(url)}`;
  return lines
    .filter((json) => json.includes(named) && json.includes('"cause":'))
    .map((json) => readStoredObject<ChangeLine>(json))
    .find(
      (one) =>
        one?.url === url &&
        one.host === host &&
        one.turn === turn &&
        one.md5 !== md5 &&
        one.cause !== undefined,
    );
}

/** Reads an object once for all of its lines that are asked about in a row. */
function withLastRead(changes: Pick<ChangeStore, 'read'>): Pick<ChangeStore, 'read'> {
  let last: { readonly name: string; readonly lines: readonly string[] } | undefined;
  return {
    async read(job, name) {
      if (last?.name === name) return last.lines;
      const lines = await changes.read(job, name);
      if (lines !== undefined) last = { name, lines };
      return lines;
    },
  };
}
