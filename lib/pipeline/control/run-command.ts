import type { CommandEntry, ControlAnswer, ControlCommand } from '../../domain/control/command.ts';
import { changeEntry } from '../job/log-entries.ts';
import type { Applied, CommandOptions, Controlling } from './applied.ts';
import { applyBlock } from './apply-block.ts';
import { applyCancel } from './apply-cancel.ts';
import { applyReharvest } from './apply-reharvest.ts';
import { applyState } from './apply-state.ts';
import type { Tasking } from './change-tasks.ts';
import { enterCommand, noteFailure } from './enter-command.ts';
import { goOnWithTasks } from './tasks.ts';

/**
 * Carries out a command, and says what it changes. The command is logged first: a repetition with the same `requestId` is
 * not carried out again, and a command whose caller died half-way is finished by a repetition. Work that goes through the
 * hosts of a job is left to slices (`goOnWithTasks`).
 * @throws WinnowError `usage` for what cannot be done, and for a `requestId` of another command; `not-found`
 */
export async function runCommand(ports: Controlling, command: ControlCommand): Promise<ControlAnswer> {
  const { requestId, by, reason, dryRun, ...asked } = command;
  const base = { requestId, command: command.command };
  if (dryRun) {
    const { jobs } = await apply(ports, command, { at: ports.clock.now(), dryRun });
    return { ...base, jobs, dryRun };
  }
  const at = ports.clock.now();
  const entry: CommandEntry = { requestId, at, by, reason, command: { ...asked }, state: 'asked' };
  const known = await enterCommand(ports, entry);
  if (known.state !== 'asked' && known.state !== 'failed') {
    return { ...(known.answer as ControlAnswer), repeated: true };
  }
  try {
    const { jobs, goesOn } = await apply(ports, command, { at: known.at, dryRun });
    const answer: ControlAnswer = { ...base, jobs, ...(goesOn ? { goesOn } : {}) };
    await changeEntry(ports, requestId, (one) => settled(one, answer, ports.clock.now()));
    return answer;
  } catch (error) {
    await noteFailure(ports, requestId, error);
    throw error;
  }
}

/** The log entry after the command was applied. Its slices may have ended before this is written. */
function settled({ error: _, ...entry }: CommandEntry, answer: ControlAnswer, at: number): CommandEntry {
  if (entry.state === 'done' || entry.state === 'cancelled') return { ...entry, answer };
  if (answer.goesOn && entry.endedAt === undefined) return { ...entry, answer, state: 'running' };
  return { ...entry, answer, state: 'done', endedAt: entry.endedAt ?? at };
}

async function apply(ports: Controlling, command: ControlCommand, asked: CommandOptions): Promise<Applied> {
  switch (command.command) {
    case 'block':
    case 'unblock':
      return await applyBlock(ports, command, asked);
    case 'reharvest':
      return await applyReharvest(ports, command, asked);
    case 'cancel':
      return await applyCancel(ports, command, asked);
    default:
      return await applyState(ports, command, asked);
  }
}

/**
 * Goes on at once with the slices of a command, as long as there is time; the schedule does the rest.
 * @param endBy monotonic ms
 * @returns the answer afterwards
 */
export async function carryOn(ports: Tasking, answer: ControlAnswer, endBy: number): Promise<ControlAnswer> {
  if (!answer.goesOn) return answer;
  let isOver = true;
  for (const { job: name } of answer.jobs) {
    const job = await ports.jobs.job(name);
    if (job === undefined) continue;
    await goOnWithTasks(ports, job, endBy);
    const left = (await ports.jobs.job(name))?.tasks ?? [];
    isOver &&= left.every(({ id }) => id !== answer.requestId);
  }
  if (!isOver) return answer;
  const { goesOn: _, ...done } = answer;
  return done;
}
