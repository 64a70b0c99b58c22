import type { Task } from './command.ts';
import { covers } from './hold.ts';
import { maxHolds } from './holds.ts';
import type { RevisitMark } from './revisit-mark.ts';

/**
 * Limit of tasks of each kind in a job, because the item of the job is read at every turn. Purges are limited by the
 * blocks.
 */
export const maxTasks: Readonly<Record<Task['kind'], number>> = {
  purge: Number.POSITIVE_INFINITY,
  respell: 1,
  order: 20,
  wake: maxHolds,
  confirm: Number.POSITIVE_INFINITY,
  reharvest: 20,
};

/** The order of tasks: a takedown never waits for revisits. */
const order: readonly Task['kind'][] = ['purge', 'respell', 'order', 'wake', 'confirm', 'reharvest'];

/** Returns the task to continue now; undefined if there is none. */
export function nextTask(tasks: readonly Task[] | undefined, now: number): Task | undefined {
  for (const kind of order) {
    const found = tasks?.find((task) => task.kind === kind && (task.notBefore ?? 0) <= now);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Adds a task, in place of those that it makes superfluous. A task with the same ID keeps its progress.
 * @returns undefined if the limit for this kind is reached
 */
export function withTask(tasks: readonly Task[] | undefined, task: Task): readonly Task[] | undefined {
  if (tasks?.some(({ id }) => id === task.id)) return tasks;
  const kept = (tasks ?? []).filter((older) => !isReplacedBy(older, task));
  const sameKind = kept.filter(({ kind }) => kind === task.kind);
  return sameKind.length < maxTasks[task.kind] ? [...kept, task] : undefined;
}

/**
 * Whether a newer task covers all that an older one has yet to do. A reharvest that has begun is not replaced:
 * restarted again and again, it would never reach the last hosts.
 */
function isReplacedBy(older: Task, newer: Task): boolean {
  if (older.kind !== newer.kind || newer.kind === 'order') return false;
  if (newer.kind !== 'reharvest') return older.what === newer.what;
  return older.looked === 0 && includes(newer, older);
}

/** Whether the reharvest `wide` selects every page that the reharvest `narrow` selects. */
function includes(wide: Task, narrow: Task): boolean {
  if (wide.what !== undefined && (narrow.what === undefined || !covers(wide.what, narrow.what))) return false;
  if (wide.maxPages !== undefined && wide.maxPages !== narrow.maxPages) return false;
  const { before, unconditional, ...conditions } = wide.mark ?? noMark;
  const { before: narrowBefore, unconditional: isNeeded, ...narrowConditions } = narrow.mark ?? noMark;
  return (
    before >= narrowBefore && (unconditional || !isNeeded) === true && isWider(conditions, narrowConditions)
  );
}

const noMark: RevisitMark = { before: 0 };

/** Whether all pages that meet `narrow` meet `conditions` too. */
function isWider(conditions: object, narrow: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(conditions).every(([name, value]) => narrow[name] === value);
}
