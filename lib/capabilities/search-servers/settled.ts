import { WinnowError } from '../../base/error.ts';
import type { SinkRefusal } from '../../pipeline/sinks/sink.ts';
import type { SearchChange } from './document.ts';

/** What became of the changes of a push that failed in part: when it comes again, only the rest is sent. */
export interface Settled {
  /** Those of a push that are still to be sent. */
  rest(changes: readonly SearchChange[]): readonly SearchChange[];
  /** @param refused why, in the words of the server; undefined: it was taken */
  note(change: SearchChange, refused: string | undefined): void;
  /**
   * A request with this change alone was refused as a whole: that is the fault of the change only where others are taken.
   * @throws WinnowError `config` when none is
   */
  doubt(change: SearchChange, why: string): void;
  /**
   * All of the push is settled.
   * @returns what was refused of it
   * @throws WinnowError `config` when that is all of many: it is the index that is wrong then, and nothing is set aside
   */
  end(): readonly SinkRefusal[];
}

/** So many refusals in a row are no accident. */
const many = 20;

export function openSettled({ name, sink }: { readonly name: string; readonly sink: string }): Settled {
  let known = new Map<string | SearchChange, Known>();
  let doubted: Known[] = [];

  const hasTaken = (): boolean => [...known.values()].some(({ why }) => why === undefined);
  function refusesAll(count: number, why: string | undefined): WinnowError {
    return new WinnowError(
      'config',
      `${name} refuses all changes (${count} of ${count}): ${why}: mend its index and run \`winnow sinks retry ${sink}\`, or \`winnow sinks rebuild ${sink}\``,
    );
  }

  return {
    rest(changes) {
      const before = known;
      known = new Map();
      doubted = [];
      return changes.filter((change) => {
        const settled = before.get(keyOf(change));
        if (settled !== undefined) known.set(keyOf(change), settled);
        return settled === undefined;
      });
    },
    note(change, why) {
      known.set(keyOf(change), { md5: change.md5, why });
      if (why !== undefined && known.size >= many && !hasTaken()) throw refusesAll(known.size, why);
    },
    doubt(change, why) {
      doubted.push({ md5: change.md5, why });
      if (doubted.length >= many && !hasTaken()) throw refusesAll(doubted.length, why);
    },
    end() {
      const [first] = doubted;
      if (first !== undefined && !hasTaken()) throw refusesAll(doubted.length, first.why);
      const refused = [...known.values(), ...doubted].flatMap(({ md5, why }) =>
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
