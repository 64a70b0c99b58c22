import { parentPort } from 'node:worker_threads';
import { answerPages } from '../../../lib/adapters/reading/answer-pages.ts';
import type { Analysis } from '../../../lib/documents/analysis/analysis.ts';

const megabytes = 2_000;

/** Keeps more than anybody has for a page that is called so: bytes outside of the heap, or objects in it. */
const hoard: Analysis = {
  name: 'hoard',
  analyse({ title }) {
    if (title === 'objects')
      for (const all: object[] = []; ; ) all.push({ text: `${all.length}`.repeat(10) });
    if (title !== 'hoard') return undefined;
    const all: Uint8Array[] = [];
    for (let count = 0; count < megabytes; count++) {
      all.push(new Uint8Array(1_000_000));
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2);
    }
    return all.length;
  },
};

answerPages(parentPort, [hoard]);
