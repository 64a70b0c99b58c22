import type { Operation } from '../pipeline/operation/operation.ts';
import type { Workplace } from '../pipeline/operation/place.ts';
import { ask, dataOf, type Requester } from './ask.ts';
import { operations } from './operations.ts';

export type OperationName = keyof typeof operations;
type Described<N extends OperationName> = Awaited<ReturnType<(typeof operations)[N]['load']>>;
/** What an operation answers. */
export type AnswerOf<N extends OperationName> = Parameters<Described<N>['view']>[0];

/**
 * Asks for an operation by its name; a request that was done before is answered with what came of it then.
 * @throws WinnowError as `ask`
 */
export async function order<N extends OperationName>(
  name: N,
  place: Workplace,
  raw: object,
  asker: Requester,
): Promise<AnswerOf<N>> {
  const operation: Operation = await operations[name].load();
  return dataOf(await ask({ name, operation }, place, raw, asker)) as AnswerOf<N>;
}
