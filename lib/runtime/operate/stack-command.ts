import { checked, jobName, text } from '../../operations/input.ts';

/** What the ops function is asked that is no operation yet. */
export const stackCommands = {
  status: { job: jobName() },
  /** Writes the report of a job into the bucket, as a page and as data. */
  report: { job: jobName() },
  /** Visits one page now and waits for what came of it. */
  fetch: { job: jobName(), url: text('must be a URL', 8_192) },
} as const;

export type StackCommand =
  | { readonly command: 'status' | 'report'; readonly job: string }
  | { readonly command: 'fetch'; readonly job: string; readonly url: string };

/** @throws WinnowError `usage`, naming what is wrong */
export function readStackCommand(name: string, given: unknown): StackCommand {
  const fields = stackCommands[name as keyof typeof stackCommands];
  return { command: name, ...checked(name, fields, given) } as StackCommand;
}
