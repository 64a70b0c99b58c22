import { fieldsOf } from '../../operations/ask.ts';
import { wordsOf } from '../../pipeline/operation/input.ts';
import type { InputFields, Operation } from '../../pipeline/operation/operation.ts';
import type { TokenScope } from '../tokens.ts';

/** One way to ask for an operation: only to look, or also to change something. */
export interface Way {
  readonly scope: TokenScope;
  readonly isReading: boolean;
  /** What a request says beside the job, and beside who asks, which the face knows. */
  readonly fields: InputFields;
}

const scopeOf = { reads: 'view', changes: 'operate', destroys: 'destroy' } as const;

/** The fields that do not name files of the machine. */
function openOf(fields: InputFields): InputFields {
  return Object.fromEntries(Object.entries(fields).filter(([, schema]) => !wordsOf(schema).isOfMachine));
}

/** The ways to ask for an operation: one, or two for what changes something only if it is told to. */
export function waysOf(operation: Operation): readonly Way[] {
  const { about, effect, input, changes, fetches } = operation;
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
  { isReading }: Way,
  { effect, changes }: Operation,
  input: Readonly<Record<string, unknown>>,
): boolean {
  return isReading && effect !== 'reads' && changes?.(input) !== false;
}
