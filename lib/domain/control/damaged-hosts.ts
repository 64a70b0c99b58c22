import { isOutage, WinnowError } from '../base/error.ts';

/** Hosts that a pass could not tell, as what is stored of them is damaged: it went on with the others. */
export interface Missed {
  readonly hosts: number;
  /** The first of them, each with what went wrong. */
  readonly first: readonly string[];
}

const named = 5;
const longest = 300;

/**
 * Keeps the hosts of a pass apart.
 * @throws what `run` throws when that is an outage, or an error that nobody expects: then nothing is known of the host
 * @returns undefined, and one host more in what `add` gets, where the fault is the host's own
 */
export async function unlessDamaged<T>(
  host: string,
  run: () => Promise<T>,
  add: (missed: Missed) => void,
): Promise<T | undefined> {
  try {
    return await run();
  } catch (error) {
    if (isOutage(error) || !(error instanceof WinnowError)) throw error;
    add({ hosts: 1, first: [`${host}: ${error.message}`.slice(0, longest)] });
    return undefined;
  }
}

/** What was missed before, and what was since. */
export function withMissed(before: Missed | undefined, more: Missed): Missed {
  return {
    hosts: (before?.hosts ?? 0) + more.hosts,
    first: [...(before?.first ?? []), ...more.first].slice(0, named),
  };
}
