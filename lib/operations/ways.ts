import * as z from 'zod/mini';
import { wordsOf } from '../pipeline/operation/input.ts';
import type { InputFields, Operation } from '../pipeline/operation/operation.ts';
import { fieldsOf } from './ask.ts';

/** What somebody may have done, from the least to the most: each may do what those before it may. */
export const scopes = ['view', 'operate', 'destroy'] as const;
export type OperationScope = (typeof scopes)[number];

/** One way to ask for an operation: only to look, or also to change something. */
export interface Way {
  readonly scope: OperationScope;
  readonly isReading: boolean;
  /** What a request says beside the job, and beside who asks, which the face knows. */
  readonly fields: InputFields;
}

const scopeOf = { reads: 'view', changes: 'operate', destroys: 'destroy' } as const;

/** The fields that do not name files of the machine. */
function openOf(fields: InputFields): InputFields {
  return Object.fromEntries(Object.entries(fields).filter(([, schema]) => !wordsOf(schema).isOfMachine));
}

/** Whether nothing can be asked without the name of a file of the machine. */
function isOfMachine(input: InputFields): boolean {
  return Object.values(input).some((schema) => {
    if (wordsOf(schema).isOfMachine !== true) return false;
    return !z.safeParse(z.object({ schema }), {}).success;
  });
}

/**
 * The ways to ask for an operation: one, or two for what changes something only if it is told to; none for what only the command line
 * offers.
 */
export function waysOf(operation: Operation): readonly Way[] {
  const { about, effect, input, changes, fetches } = operation;
  if (isOfMachine(input)) return [];
  const scope = fetches ? 'operate' : 'view';
  const reading: Way = { scope, isReading: true, fields: openOf(input) };
  if (effect === 'reads') return [reading];
  const { by: _, job, ...fields } = fieldsOf(operation) as InputFields;
  const all = openOf(about === 'installation' && job !== undefined ? { job, ...fields } : fields);
  const changing: Way = { scope: scopeOf[effect], isReading: false, fields: all };
  return changes === undefined ? [changing] : [reading, changing];
}

/** Whether what is asked for changes something, although the way to ask for it is one that reads. */
export function isBeyond(
  { isReading }: Pick<Way, 'isReading'>,
  { effect, changes }: Operation,
  input: Readonly<Record<string, unknown>>,
): boolean {
  return isReading && effect !== 'reads' && changes?.(input) !== false;
}

/** What is needed for an operation with this input, a dry run of it too. @param input as its schema has it */
export function neededScope(operation: Operation, input: Readonly<Record<string, unknown>>): OperationScope {
  const { effect, fetches } = operation;
  if (isBeyond({ isReading: true }, operation, input)) return scopeOf[effect];
  return fetches ? 'operate' : 'view';
}

export function includes(scope: OperationScope, needed: OperationScope): boolean {
  return scopes.indexOf(scope) >= scopes.indexOf(needed);
}
