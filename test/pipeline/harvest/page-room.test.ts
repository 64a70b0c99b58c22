import { expect, it } from 'vitest';
import { openPageRoom, smallBytes } from '../../../lib/pipeline/turn/page-room.ts';

/** A clock on which nothing is ever over. */
const patient = {
  sleep: (_: number, signal?: AbortSignal) =>
    new Promise<void>((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(new Error('woken')));
    }),
};
const impatient = { sleep: async () => undefined };
const large = 4 * smallBytes;

it('reads large pages while they fit, the others in the order of their coming as turns end', async () => {
  const room = openPageRoom({ clock: patient, largeBytes: 2 * large });
  const turns = Array.from({ length: 4 }, () => room.join());
  const begun: number[] = [];
  const all = turns.map((turn, i) => turn.enter(large).then((isIn) => isIn && begun.push(i)));
  await Promise.all(all.slice(0, 2));
  expect(begun).toEqual([0, 1]);
  turns[1]?.leave();
  await all[2];
  expect(begun).toEqual([0, 1, 2]);
  turns[0]?.leave();
  turns[0]?.leave();
  await all[3];
  expect(begun).toEqual([0, 1, 2, 3]);
});

it('lets a page that is larger than the room have it for itself, and small pages in at once', async () => {
  const room = openPageRoom({ clock: patient, largeBytes: large });
  const [first, second, third] = [room.join(), room.join(), room.join()];
  expect(await first.enter(10 * large)).toBe(true);
  expect(await second.enter(smallBytes)).toBe(true);
  const waits = third.enter(large);
  first.leave();
  expect(await waits).toBe(true);
});

it('gives up a page that finds no room in time, and forgets that it waited', async () => {
  const room = openPageRoom({ clock: impatient, largeBytes: large });
  const [first, second, third] = [room.join(), room.join(), room.join()];
  expect(await first.enter(large)).toBe(true);
  expect(await second.enter(large)).toBe(false);
  second.leave();
  first.leave();
  expect(await third.enter(large)).toBe(true);
});

it('asks a turn to commit after a large page, after much of its own, and after something when all keep much', async () => {
  const room = openPageRoom({ clock: patient, keptCharacters: 10_000_000 });
  const [first, second, third] = [room.join(), room.join(), room.join()];
  await first.enter(large);
  expect([first, second, third].map((turn) => turn.isFull())).toEqual([true, false, false]);
  second.keep('x'.repeat(8_500_000));
  expect(second.isFull()).toBe(true);
  third.keep('x'.repeat(1_000_000));
  expect(third.isFull()).toBe(false);
  first.keep('x'.repeat(1_000_000));
  expect(third.isFull()).toBe(true);
  second.leave();
  expect(third.isFull()).toBe(false);
});
