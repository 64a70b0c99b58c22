import { type GraphForm, graphFiles } from '../../graph/reports.ts';
import { readGraph } from '../../pipeline/link-graph/read-graph.ts';
import type { Made } from '../../pipeline/operation/made.ts';
import type { JobPlace } from '../../pipeline/operation/place.ts';
import { utf8 } from './format.ts';

/** Characters of a piece. */
const pieceChars = 1_000_000;

/** The link graph as other programs read it; the graph is lent while its files are taken. */
export async function* exportGraph({ ports, of }: JobPlace, form: GraphForm): AsyncGenerator<Made> {
  const pieces = lending<Made>();
  const lent = readGraph(ports, of, async (web) => {
    for (const { name, lines } of graphFiles(web, form)) {
      let waiting = '';
      for (const line of lines) {
        waiting += line;
        if (waiting.length < pieceChars) continue;
        if (!(await pieces.put({ file: name, bytes: utf8(waiting) }))) return;
        waiting = '';
      }
      if (!(await pieces.put({ file: name, bytes: utf8(waiting) }))) return;
    }
    await pieces.put({ made: { urls: web.urls.size(), links: web.links.targets.length } });
  }).then(
    () => pieces.end(),
    (error: unknown) => pieces.end(error),
  );
  try {
    yield* pieces.taken();
  } finally {
    pieces.leave();
    await lent;
  }
}

/** Hands over items from a callback, each when the one before was taken. */
function lending<T>() {
  let waiting: { readonly item: T; readonly taken: (goOn: boolean) => void } | undefined;
  let ended: { readonly error?: unknown } | undefined;
  let hasLeft = false;
  let wake = (): void => {};
  return {
    /** False: nobody takes any more. */
    put: (item: T): Promise<boolean> =>
      hasLeft
        ? Promise.resolve(false)
        : new Promise((taken) => {
            waiting = { item, taken };
            wake();
          }),
    end(error?: unknown): void {
      ended = error === undefined ? {} : { error };
      wake();
    },
    leave(): void {
      hasLeft = true;
      waiting?.taken(false);
    },
    async *taken(): AsyncGenerator<T> {
      for (;;) {
        if (waiting !== undefined) {
          const { item, taken } = waiting;
          waiting = undefined;
          yield item;
          taken(true);
        } else if (ended !== undefined) {
          if (ended.error !== undefined) throw ended.error;
          return;
        } else {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
      }
    },
  };
}
