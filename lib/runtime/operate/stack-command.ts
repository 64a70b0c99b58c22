import * as z from 'zod/mini';
import { checked, jobName, pageFields, requestHead, text, whole } from '../../operations/input.ts';

const letterIds = 'must be a list of at most 1000 ids of dead letters';
const chosen = z.exactOptional(
  z
    .array(z.string(letterIds).check(z.maxLength(100, letterIds)), letterIds)
    .check(z.maxLength(1_000, letterIds)),
);

/** What the ops function is asked that is no operation yet. */
export const stackCommands = {
  status: { job: jobName() },
  records: { job: jobName(), ...pageFields('records') },
  /** The tickets that were given up. */
  letters: { limit: z._default(whole(1, 1_000), 50) },
  /** Gives tickets that were given up back to the queue, all or those that are named. */
  redrive: { ids: chosen, ...requestHead },
  /** Deletes tickets that were given up, all or those that are named. */
  drop: { ids: chosen, ...requestHead },
  /** Writes the report of a job into the bucket, as a page and as data. */
  report: { job: jobName() },
  /** Visits one page now and waits for what came of it. */
  fetch: { job: jobName(), url: text('must be a URL', 8_192) },
} as const;

export type StackName = keyof typeof stackCommands;
export type StackCommand = {
  readonly [N in StackName]: { readonly command: N } & z.output<z.ZodMiniObject<(typeof stackCommands)[N]>>;
}[StackName];

export function isStackCommand(name: string): name is StackName {
  return Object.hasOwn(stackCommands, name);
}

/** @throws WinnowError `usage`, naming what is wrong */
export function readStackCommand(name: string, given: unknown): StackCommand {
  const fields = stackCommands[name as StackName];
  return { command: name, ...checked(name, fields, given) } as StackCommand;
}
