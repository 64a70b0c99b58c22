import { once } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { expect, test } from 'vitest';
import { boundedHeap } from '../../../lib/adapters/system/thread-memory.ts';
import { heapOf, spawnThread } from '../../../lib/runtime/workers/worker-memory.ts';

/** Makes short-lived objects of which many last for a while, and says how much room they were given. */
const busy = `
import { parentPort } from 'node:worker_threads';
import { getHeapSpaceStatistics } from 'node:v8';
let kept = [];
for (let i = 0; i < 1_500_000; i++) {
  kept.push({ i, list: [i] });
  if (kept.length > 100_000) kept = kept.slice(75_000);
}
parentPort.postMessage(getHeapSpaceStatistics().find((space) => space.space_name === 'new_space').space_size);
`;

test('a worker has its own room for short-lived objects, whatever the main thread has', async () => {
  // As a limit of the main thread is given on the command line.
  setFlagsFromString('--max-semi-space-size=2');
  const thread = spawnThread(new URL(`data:text/javascript,${encodeURIComponent(busy)}`), {
    resourceLimits: boundedHeap(heapOf(1)),
  });
  const [bytes] = (await once(thread, 'message')) as [number];
  await thread.terminate();
  expect(bytes / 2 ** 20).toBe(16);
});

test('a worker may have 2 GB alone, 1.5 GB beside others, and never less than 768 MB', () => {
  expect(heapOf(1)).toBeLessThanOrEqual(2_048);
  expect(heapOf(2)).toBeLessThanOrEqual(1_536);
  for (const workers of [1, 2, 8, 1_000]) expect(heapOf(workers)).toBeGreaterThanOrEqual(768);
});
