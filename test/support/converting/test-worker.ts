import { parentPort } from 'node:worker_threads';
import { answerDocuments } from '../../../lib/adapters/converting/answer-documents.ts';

/** A converter whose documents say what they do to it. */
answerDocuments(parentPort, async ({ body }) => {
  const text = Buffer.from(body).toString();
  switch (text) {
    case 'hangs':
      for (;;);
    case 'waits':
      return await new Promise(() => undefined);
    case 'fills the heap': {
      const all: object[] = [];
      for (;;) all.push({ text: `${all.length}`.repeat(10) });
    }
    case 'grows at once': {
      const all: number[][] = [];
      for (;;) all.push(new Array(4_000_000).fill(all.length));
    }
    case 'fills memory': {
      const all: Uint8Array[] = [];
      for (;;) {
        all.push(new Uint8Array(5_000_000).fill(1));
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    }
    case 'throws':
      throw new Error('no table of contents');
    case 'rejects later':
      setTimeout(() => void Promise.reject(new Error('too late')), 10);
      return await new Promise(() => undefined);
    case 'exits':
      process.exit(7);
  }
  return { kind: 'converted', html: `<p>${text}` };
});
