import type { SinkRefusal } from '../../pipeline/sinks/sink.ts';
import type { SearchChange } from './document.ts';

/** What became of the changes of a push that failed in part: when it comes again, only the rest is sent. */
export interface Settled {
  /** Those of a push that are still to be sent. */
  rest(changes: readonly SearchChange[]): readonly SearchChange[];
  /** @param refused why, in the words of the server; undefined: it was taken */
  note(change: SearchChange, refused: string | undefined): void;
  /** All of the push is settled: what was refused of it. */
  end(): readonly SinkRefusal[];
}

export function openSettled(): Settled {
  let known = new Map<string | SearchChange, { readonly md5: string; readonly why: string | undefined }>();
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

/** A change of a record without a revision is never known again. */
function keyOf(change: SearchChange): string | SearchChange {
  const { md5, revision, document } = change;
  return revision === undefined ? change : `${md5} ${revision} ${document === undefined}`;
}
