import type { Task } from './command.ts';
import { covers, maxHolds } from './hold.ts';
import type { RevisitMark } from './revisit-mark.ts';

/** Tasks of a kind that a job may have at once: its item is read with every turn. Of purges there is one for each block. */
export const maxTasks: Readonly<Record<Task['kind'], number>> = {
  purge: Number.POSITIVE_INFINITY,
  respell: 1,
  wake: maxHolds,
  confirm: Number.POSITIVE_INFINITY,
  reharvest: 20,
};

/** What is done first. A takedown never waits for pages that are merely old. */
const order: readonly Task['kind'][] = ['purge', 'respell', 'wake', 'confirm', 'reharvest'];

/** The task that is to be gone on with; undefined: none, for now. */
export function nextTask(tasks: readonly Task[] | undefined, now: number): Task | undefined {
  for (const kind of order) {
    const found = tasks?.find((task) => task.kind === kind && (task.notBefore ?? 0) <= now);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * With one task more, in place of those that it makes needless. A task that is there stays as far as it has come.
 * @returns undefined when there are as many of its kind as there may be
 */
export function withTask(tasks: readonly Task[] | undefined, task: Task): readonly Task[] | undefined {
  if (tasks?.some(({ id }) => id === task.id)) return tasks;
  const kept = (tasks ?? []).filter((older) => !isReplacedBy(older, task));
  const alike = kept.filter(({ kind }) => kind === task.kind);
  return alike.length < maxTasks[task.kind] ? [...kept, task] : undefined;
}

/**
 * Whether a newer task does all that an older one has yet to do. A reharvest that has begun is finished first: begun anew
 * again and again, it would never reach the last hosts.
 */
function isReplacedBy(older: Task, newer: Task): boolean {
  if (older.kind !== newer.kind) return false;
  if (newer.kind !== 'reharvest') return older.what === newer.what;
  return older.looked === 0 && includes(newer, older);
}

/** Whether every page that one reharvest means is meant by another, too. */
function includes(one: Task, other: Task): boolean {
  if (one.what !== undefined && (other.what === undefined || !covers(one.what, other.what))) return false;
  if (one.maxPages !== undefined && one.maxPages !== other.maxPages) return false;
  const { before, unconditional, ...conditions } = one.mark ?? nothing;
  const { before: otherBefore, unconditional: isMore, ...others } = other.mark ?? nothing;
  return before >= otherBefore && (unconditional || !isMore) === true && isWider(conditions, others);
}

const nothing: RevisitMark = { before: 0 };

/** Whether marks by some conditions, or none, mean all that marks by others do. */
function isWider(conditions: object, others: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(conditions).every(([name, value]) => others[name] === value);
}
