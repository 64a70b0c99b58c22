import { WinnowError } from '../../base/error.ts';
import { nearest } from '../../base/nearest.ts';
import type { Origin } from '../../config/operate/ops-event.ts';
import { readInput } from '../../operations/ask.ts';
import { everywhere, loadOperation } from '../../operations/everywhere.ts';
import { neededScope, type OperationScope } from '../../operations/ways.ts';
import type { NamedOperation } from '../../pipeline/operation/operation.ts';

/** What the ops function is asked, by the CLI, by a schedule, or by hand in the console's test tab. */
export interface OpsRequest {
  readonly name: string;
  /** The fields, as they were given. */
  readonly given: Readonly<Record<string, unknown>>;
  /** Whether it changes something: then it says who asks. */
  readonly changes: boolean;
  /** What its asker must be allowed. */
  readonly needs: OperationScope;
  readonly asked: NamedOperation;
}

/** What the function of a stack offers. */
export const opsNames = (): readonly string[] => Object.keys(everywhere);

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
  const asked = name === undefined ? undefined : await loadOperation(everywhere, name);
  if (name === undefined || asked === undefined) throw unknownCommand(named, name);
  const changes = asked.operation.effect !== 'reads';
  const fields = changes && origin !== undefined ? withOrigin(given, origin) : given;
  const needs = neededScope(asked.operation, { ...readInput(asked, fields) });
  return { name, given: fields, changes, needs, asked };
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
