import { type Change, parseLine } from './change.ts';
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
 * @param wanted the job that it must be of
 * @returns the job, and the point from which to follow
 * @throws Error when the snapshot ends without its last line, or is of another job
 */
export async function build(
  index: IndexFile,
  target: readonly string[],
  wanted?: string,
): Promise<{ readonly job: string; readonly point: string }> {
  let some: Change[] = [];
  let forgotten = false;
  let count = 0;
  for await (const line of eventLines(['snapshot', ...target])) {
    const said = parseLine(line, `line ${count + 1} of the snapshot`) as (Change & End) | undefined;
    // It was of one of the records that the end counts.
    if (said === undefined) {
      count += 1;
      continue;
    }
    const { snapshot } = said;
    const job = snapshot?.job ?? said.job;
    mustBe(wanted ?? job, job, target);
    if (!forgotten) index.forget(job);
    forgotten = true;
    if (snapshot === undefined) {
      some.push(said);
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
    return { job, point: snapshot.point };
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
  const from = index.point(job) ?? (await build(index, target, job)).point;
  const source = commandSource(target);
  for await (const told of replayed(eventLines(['replay', '--follow', '--from', from, ...target]))) {
    if ('turn' in told) {
      mustBe(job, told.turn.job, target);
      await takeIn(index, told.turn, source);
    } else {
      index.setPoint(job, told.point);
      if (once) return;
    }
  }
}

function mustBe(wanted: string, job: string, target: readonly string[]): void {
  if (job !== wanted) throw new Error(`${target.join(' ')} is the job ${job}, not ${wanted}`);
}
