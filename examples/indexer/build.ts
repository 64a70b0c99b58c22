import { readChange } from './change.ts';
import type { IndexFile } from './index-file.ts';
import { takeIn } from './take-in.ts';
import { commandSource, eventLines, replayed } from './winnow-command.ts';

/** Lines of a snapshot that one transaction takes in. */
const batch = 200;

interface End {
  readonly snapshot?: { readonly job: string; readonly records: number; readonly point: string };
}

/**
 * Builds the index of a job from a snapshot, which takes the place of whatever was there of it.
 * @returns the point from which to follow
 * @throws Error when the snapshot ends without its last line
 */
export async function build(index: IndexFile, target: readonly string[]): Promise<string> {
  let some: ReturnType<typeof readChange>[] = [];
  let forgotten = false;
  let count = 0;
  for await (const line of eventLines(['snapshot', ...target])) {
    const { snapshot } = JSON.parse(line) as End;
    const job = snapshot?.job ?? readChange(line).job;
    if (!forgotten) index.forget(job);
    forgotten = true;
    if (snapshot === undefined) {
      some.push(readChange(line));
      count += 1;
    }
    if (some.length >= batch || snapshot !== undefined) {
      index.takeRecords(some);
      some = [];
    }
    if (snapshot === undefined) continue;
    if (snapshot.records !== count)
      throw new Error(`the snapshot has ${count} records and says that it has ${snapshot.records}`);
    index.setPoint(job, snapshot.point);
    return snapshot.point;
  }
  throw new Error('the snapshot has no end');
}

/**
 * Follows the job of a crawl on this machine, from where the index stands; begins with a snapshot.
 * @param once ends when everything that was there has been taken in
 */
export async function follow(
  index: IndexFile,
  job: string,
  target: readonly string[],
  once: boolean,
): Promise<void> {
  const from = index.point(job) ?? (await build(index, target));
  const source = commandSource(target);
  for await (const told of replayed(eventLines(['replay', '--follow', '--from', from, ...target]))) {
    if ('turn' in told) await takeIn(index, told.turn, source);
    else {
      index.setPoint(job, told.point);
      if (once) return;
    }
  }
}
