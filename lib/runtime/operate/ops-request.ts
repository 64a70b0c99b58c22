import { WinnowError } from '../../base/error.ts';
import { nearest } from '../../base/nearest.ts';
import type { Origin } from '../../config/operate/ops-event.ts';
import { readInput } from '../../operations/ask.ts';
import { everywhere, loadOperation } from '../../operations/everywhere.ts';
import { checked, jobName, text } from '../../pipeline/operation/input.ts';
import type { NamedOperation } from '../../pipeline/operation/operation.ts';

/** What the ops function is asked that is no operation yet. */
const stackCommands = {
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
function readStackCommand(name: string, given: unknown): StackCommand {
  const fields = stackCommands[name as keyof typeof stackCommands];
  return { command: name, ...checked(name, fields, given) } as StackCommand;
}

/** What the ops function is asked, by the CLI, by a schedule, or by hand in the console's test tab. */
export interface OpsRequest {
  readonly name: string;
  /** The fields, as they were given. */
  readonly given: Readonly<Record<string, unknown>>;
  /** Whether it changes something: then it says who asks. */
  readonly changes: boolean;
  readonly asked: NamedOperation | StackCommand;
}

/** What the function of a stack offers. */
export const opsNames = (): readonly string[] => [...Object.keys(everywhere), ...Object.keys(stackCommands)];

/** A request as it was sent. */
export function commandOf({ name, given }: OpsRequest): object {
  return { command: name, ...given };
}

/** Of what somebody got wrong so much is told back. */
const maxNamed = 100;

/** @throws WinnowError `usage`, naming what is wrong; an unknown command with the nearest known one */
export async function readRequest(event: unknown, origin?: Origin): Promise<OpsRequest> {
  const { command: named, ...given } = (event ?? {}) as Readonly<Record<string, unknown>>;
  // What is asked may be of any size and depth.
  const name = typeof named === 'string' ? named.slice(0, maxNamed) : undefined;
  if (name === undefined || !opsNames().includes(name)) throw unknownCommand(named, name);
  const operation = await loadOperation(everywhere, name);
  const changes = operation !== undefined && operation.operation.effect !== 'reads';
  const fields = changes && origin !== undefined ? withOrigin(given, origin) : given;
  if (operation !== undefined) readInput(operation, fields);
  return { name, given: fields, changes, asked: operation ?? readStackCommand(name, fields) };
}

function withOrigin(given: OpsRequest['given'], { by, requestId }: Origin): OpsRequest['given'] {
  return { by, ...(requestId === undefined ? {} : { requestId }), ...given };
}

function unknownCommand(named: unknown, name: string | undefined): WinnowError {
  const guess = name === undefined ? undefined : nearest(name, opsNames());
  const hint = guess === undefined ? `one of ${opsNames().join(', ')}` : `did you mean ${guess}?`;
  const what = named === undefined ? 'is missing' : name === undefined ? 'is no name' : JSON.stringify(name);
  return new WinnowError('usage', `command: ${what}: ${hint}`);
}
