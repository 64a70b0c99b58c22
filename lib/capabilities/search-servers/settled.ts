import { WinnowError } from '../../base/error.ts';
import type { SinkRefusal } from '../../pipeline/sinks/sink.ts';
import type { SearchChange } from './document.ts';

/** What became of the changes of a push that failed in part: when it comes again, only the rest is sent. */
export interface Settled {
  /** Those of a push that are still to be sent. */
  rest(changes: readonly SearchChange[]): readonly SearchChange[];
  /**
   * @param refused why, in the words of the server; undefined: it was taken
   * @throws WinnowError `config` when many are refused and none is taken: it is the index that is wrong then
   */
  note(change: SearchChange, refused: string | undefined): void;
  /** All of the push is settled: what was refused of it. */
  end(): readonly SinkRefusal[];
}

/** So many refusals in a row are no accident. Refused changes that are sent again come fewer at once (`sink-run.ts`). */
const many = 20;

export function openSettled({ name, sink }: { readonly name: string; readonly sink: string }): Settled {
  let known = new Map<string | SearchChange, Known>();

  const refusesAll = (count: number, why: string): WinnowError =>
    new WinnowError(
      'config',
      `${name} refuses all changes (${count} of ${count}): ${why}: mend its index and run \`winnow sinks retry ${sink}\`, or \`winnow sinks rebuild ${sink}\``,
    );

  return {
    rest(changes) {
      const before = known;
      known = new Map();
      return changes.filter((change) => {
        const settled = before.get(keyOf(change));
        if (settled !== undefined) known.set(keyOf(change), settled);
        return settled === undefined;
      });
    },
    note(change, why) {
      known.set(keyOf(change), { md5: change.md5, why });
      if (why === undefined || known.size < many) return;
      if ([...known.values()].every((one) => one.why !== undefined)) throw refusesAll(known.size, why);
    },
    end() {
      const refused = [...known.values()].flatMap(({ md5, why }) =>
        why === undefined ? [] : [{ md5, why }],
      );
      known = new Map();
      return refused;
    },
  };
}

interface Known {
  readonly md5: string;
  /** Undefined: it was taken. */
  readonly why: string | undefined;
}

/** A change of a record without a revision is never known again. */
function keyOf(change: SearchChange): string | SearchChange {
  const { md5, revision, document } = change;
  return revision === undefined ? change : `${md5} ${revision} ${document === undefined}`;
}
