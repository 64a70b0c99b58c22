import { defined } from '../base/defined.ts';
import { WinnowError } from '../base/error.ts';
import { type Answer, ask } from '../operations/ask.ts';
import type { NamedOperation, Put } from '../pipeline/operation/operation.ts';
import type { Workplace } from '../pipeline/operation/place.ts';

/** What a face answers from. */
export interface Served {
  readonly place: Workplace;
  /**
   * Does work on the same place as the only process that has the data directory for itself. @throws WinnowError `locked` when another
   * one has it
   */
  alone<T>(work: (place: Workplace) => Promise<T>): Promise<T>;
  /** Hears of errors that are ours. */
  onFault(error: unknown): void;
}

export interface Client {
  /** Stands in the log of commands. */
  readonly by: string;
  /** Aborts when the client is gone. */
  readonly signal: AbortSignal;
  /** Takes the files that an operation makes; absent: it makes none. */
  readonly put?: Put;
}

type Raw = Readonly<Record<string, unknown>>;

/** Whether nothing is changed, whatever the operation does. */
export function isDryRun({ operation }: NamedOperation, raw: Raw): boolean {
  return raw.dryRun === true || (operation.effect === 'destroys' && raw.confirmed !== true);
}

/** Asks for an operation as a client does. @throws WinnowError as `ask` */
export async function askServed(
  named: NamedOperation,
  raw: Raw,
  { by, signal, put }: Client,
  served: Served,
): Promise<Answer> {
  // What changes something goes on when its client leaves: asked again with its request id, it says what came of it.
  const { effect, isStream } = named.operation;
  const endsWithClient = effect === 'reads' || isStream;
  const asker = { by, reason: '', ...defined({ put }), ...(endsWithClient ? { signal } : {}) };
  return await whereItRuns(named, raw, served, (place) => ask(named, place, raw, asker));
}

/** Long work runs as that of the only process at work in the data directory; where there is another one, it is ordered. */
async function whereItRuns<T>(
  named: NamedOperation,
  raw: Raw,
  { place, alone }: Served,
  work: (place: Workplace) => Promise<T>,
): Promise<T> {
  const { isAlone, takesLong } = named.operation;
  if (isDryRun(named, raw) || !(isAlone || takesLong?.(raw))) return await work(place);
  let isBegun = false;
  try {
    return await alone((own) => {
      isBegun = true;
      return work(own);
    });
  } catch (error) {
    const isLocked = error instanceof WinnowError && error.code === 'locked';
    if (isAlone || isBegun || !isLocked) throw error;
    return await work(place);
  }
}
