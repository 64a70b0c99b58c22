import { afterAll, expect, test } from 'vitest';
import { UndiciFetcher } from '../../../lib/adapters/web/undici-fetcher.ts';
import type { FetchResult } from '../../../lib/ports/web.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { ask } from '../../support/web/fetching.ts';
import { type FuzzedAnswer, fuzzedAnswer } from '../../support/web/fuzzed-answer.ts';
import { hostileServer } from '../../support/web/hostile-server.ts';

/** Every commit a few hundred; with WINNOW_TEST_FULL=1 (npm run test:full) ten thousand. */
const seeds = process.env.WINNOW_TEST_FULL === '1' ? 10_000 : 300;
const atOnce = 16;
const timeoutMs = 10_000;

const server = await hostileServer((socket, { head, reset }) => {
  const seed = Number(/^GET \/(\d+)/.exec(head)?.[1]);
  const { bytes, end } = fuzzedAnswer(seed);
  const split = Math.floor(seededRandom(seed)() * bytes.length);
  socket.write(bytes.subarray(0, split));
  setImmediate(() => {
    if (end === 'closes') socket.end(bytes.subarray(split));
    else socket.write(bytes.subarray(split));
    // What was written has come before the connection breaks.
    if (end === 'resets') setTimeout(reset, 10);
  });
});
const fetcher = new UndiciFetcher();
afterAll(async () => {
  await fetcher.close();
  await server.close();
});

/** What is wrong with the result of a seed, in words. */
function faultOf({ state, text, parts, bytes, end }: FuzzedAnswer, result: FetchResult): string | undefined {
  if (result.elapsedMs > timeoutMs) return `took ${result.elapsedMs} ms`;
  if (result.kind === 'error')
    return state === 'whole' || result.reason === 'timeout' ? `${result.reason} ${result.detail}` : undefined;
  if (result.wireBytes > bytes.length) return `counts ${result.wireBytes} of ${bytes.length} bytes`;
  if (state === 'damaged') return undefined;
  const body = Buffer.from(result.body).toString();
  if (end === 'resets') return 'the connection broke, and a page came';
  if (result.truncated)
    return state === 'whole'
      ? 'the whole is called truncated'
      : text.startsWith(body)
        ? undefined
        : 'another text';
  const endsItself = body.includes('</html>') && text.startsWith(body);
  const isShown = state === 'cut' && (endsItself || parts.includes(body));
  return body === text || isShown ? undefined : `${body.length} of ${text.length} bytes are called whole`;
}

test('answers that are drawn by lot come to an end, and none that is cut is taken for whole', async () => {
  const faults: string[] = [];
  let next = 1;
  const asking = async (): Promise<void> => {
    while (next <= seeds) {
      const seed = next;
      next += 1;
      const url = server.url(`/${seed}`, `s${seed % 64}.localhost:${server.port}`);
      const result = await fetcher.fetch(ask(url, { timeoutMs, maxBytes: 1_000_000 }));
      const answer = fuzzedAnswer(seed);
      const fault = faultOf(answer, result);
      if (fault !== undefined) faults.push(`seed ${seed} (${answer.made.join(', ')}): ${fault}`);
      if (result.kind === 'response') result.release?.();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, asking));
  expect(faults).toEqual([]);
}, 600_000);
