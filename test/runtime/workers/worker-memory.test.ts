import { once } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { expect, test } from 'vitest';
import { heapOf, spawnThread, youngOf } from '../../../lib/runtime/workers/worker-memory.ts';

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

async function youngRoomMb(workers: number): Promise<number> {
  const thread = spawnThread(new URL(`data:text/javascript,${encodeURIComponent(busy)}`), {
    resourceLimits: { maxYoungGenerationSizeMb: youngOf(workers) },
  });
  const [bytes] = (await once(thread, 'message')) as [number];
  await thread.terminate();
  return bytes / 2 ** 20;
}

test('one worker has room for short-lived objects of many hosts, several have half as much each', async () => {
  // As a limit of the main thread is given on the command line.
  setFlagsFromString('--max-semi-space-size=2');
  expect(await youngRoomMb(1)).toBe(32);
  expect(await youngRoomMb(2)).toBe(16);
});

test('a worker may have 2 GB alone, 1 GB beside others, and never less than 768 MB', () => {
  expect(heapOf(1)).toBeLessThanOrEqual(2_048);
  expect(heapOf(2)).toBeLessThanOrEqual(1_024);
  for (const workers of [1, 2, 8, 1_000]) expect(heapOf(workers)).toBeGreaterThanOrEqual(768);
});
